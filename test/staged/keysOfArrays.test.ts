import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Which of the texts of an array is the key, a tensor tells; beyond the end is none. */
const bodies: readonly string[] = [
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; for (let i = 0; i < ks.length; i++) { if (i === n) break; o[ks[i]] = i + 1; } return o;`,
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; o[ks[n % 3]] = 5; return o;`,
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; const k = ks[Math.min(n, 1)]; if (k in o) o[k]++; return {...o};`,
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; o[ks[n % 3]] += 5; return Object.values(o);`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); const k = ks[n % 3]; m.set(k, m.get(k) + 1); return [...m.values()];`,
  `const ks = ['p', 'q', 'r'], c = {}; for (const x of v) { const k = ks[n % 3]; c[k] = (c[k] ?? 0) + x; } return c.p ?? -1;`,
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; if (n < 3) o[ks[n]] = 5; return o;`,
  `const ks = ['p', 'q', 'r'], o = { p: 0, q: 0, r: 0 }; const k = ks[n]; if (k !== undefined) o[k] = 5; return o;`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); return m.get(ks[n % 3]) + 1;`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); return m.get(ks[n]) ?? -1;`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); m.set(ks[n % 3], 7); return [...m.values()];`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); if (n < 3) m.set(ks[n], 7); return [...m.values()];`,
  `const ks = ['p', 'q', 'r'], m = new Set(['p', 'q', 'r']); m.delete(ks[n % 3]); return m.size;`,
  `const ks = ['p', 'q', 'r'], m = new Map(); for (let i = 0; i < n; i++) m.set(ks[i % 3], i); return m.size;`,
  `const ks = ['p', 'q', 'r'], m = new Map([['p', 1], ['q', 2], ['r', 3]]); for (const x of v) m.set(ks[n % 3], x + m.get(ks[n % 3])); return m.get('p');`,
];

describe.each(executors)(
  'keys that an array has at an index, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
