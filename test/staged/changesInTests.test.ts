import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* The test of a loop may change what the loop knows; a constant that is assigned throws where that runs. */
const bodies: readonly string[] = [
  `const xs = []; let x = n; while (xs.push(x), x > 0) x--; return xs;`,
  `const xs = []; for (let i = 0; xs.push(i), i < n; i++) {} return xs;`,
  `const m = new Map(); let x = n; while (m.set('k', x), x > 0) x--; return m.get('k');`,
  `const xs = []; let x = n; while (xs.push(x * 2) && x > 0) x--; return xs.length;`,
  `const xs = []; let x = n; while ((0, xs).push(x), x > 0) x--; return xs.length;`,
  `const fs = []; for (let i = 0; fs.push(() => i), i < 3; i++) { if (a > 0) i++; } return fs.length;`,
  `const fs = []; for (let i = 0; i < 3; i++) { fs.push(() => i); } return fs.map(f => f());`,
  `let e = 0; const k = 1; const f = () => { k = 2; }; try { if (flag) f(); } catch { e = 1; } return e;`,
  `let e = 0; const k = 1; const f = () => { k = 2; }; if (flag) { try { f(); } catch { e = 1; } } return e;`,
  `const xs = []; let x = n; while (xs.unshift(x), x > 0) x--; return xs;`,
  `const xs = []; let x = n; while (xs.push(x * 2), x > 1) x--; return xs;`,
  `const xs = []; let x = n; while (xs.splice(0, 0, x), x > 0) x--; return xs;`,
  `const xs = []; var x = n; while (xs.push({ x }), x > 0) x--; return xs.length;`,
  `const s = new Set(); let x = n; while (s.add(x), x > 0) x--; return s.size;`,
];

describe.each(executors)('what the test of a loop changes, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
