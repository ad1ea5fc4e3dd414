import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects that were there before a loop, which numbers stand for, in one array with objects that the iterations make, and null. */
const bodies = [
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.filter((o) => o?.t === 'run').length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else s.push({ t: 'run', p: a }); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', q: 3 }); else if (b > 1) s.push({ t: 'run', p: a }); else s.push(null); } return s.length;",
  "const s = []; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', q: 3 }); else if (b > 1) s.push({ t: 'run', p: a + i }); else s.push(null); } return s.length;",
  "const s = []; const B = { t: 'run', p: a }; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); else { if (flag) s.push(null); s.push(b > 1 ? B : null); } } return [s.length, s.filter((o) => o?.t === 'run').length];",
  "const s = []; const B = { t: 'run', p: a }; for (let i = 0; i < n; i++) { if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); s.push(b > 1 ? B : null); } return [s.length, s.filter((o) => o?.t === 'run').length];",
  "const s = []; const B = { t: 'run', p: a }, C = { t: 'go', q: 2 }; for (let i = 0; i < n; i++) { s.push(b > 1 ? B : a > 2 ? C : null);  if (a > i) s.push({ t: 'stop', p: n / 4, q: -3 }); } let k = 0; for (const o of s) k += o?.p ?? 5; return [s.length, s.filter((o) => o?.t === 'run').length, k];",
  'const s = []; const B = { p: a }, C = { p: b }; for (let i = 0; i < n; i++) { if (a > i) s.push({ p: a + i }); s.push(b > 1 ? B : C); } let k = 0; for (const o of s) k += o.p; return k;',
  'const s = []; const B = { p: a }, C = { p: b }; for (let i = 0; i < n; i++) { if (a > i) s.push({ p: a + i }); if (flag) s.push(b > 1 ? B : null); } let k = 0; for (const o of s) k += o?.p ?? 9; return k;',
  'class P { constructor(p) { this.p = p; } get k() { return 1; } } class Q { constructor(q) { this.q = q; } get k() { return 2; } } const s = []; const B = new P(a), C = new Q(b); for (let i = 0; i < n; i++) { if (a > i) s.push(new P(a + i)); if (flag) s.push(b > 1 ? B : C); } let k = 0; for (const o of s) k += o.k; return k;',
];

describe.each(executors)('known objects beside new ones, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
