import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Branches that always end with a jump or a throw, in which loops and switches have jumps of their own. */
const bodies: readonly string[] = [
  `if (b > 100) { for (const x of v) { if (x > 1) break; } throw new RangeError('t'); } const o = { z: a }; return o.z;`,
  `if (b > 100) { for (const x of v) { if (x > 1) break; record(x); } throw new RangeError('t'); } const o = { z: a }; record(1); return o.z;`,
  `if (b > 100) { if (a > 0) return 3; throw new RangeError('t'); } const o = { z: a }; return o.z;`,
  `l: for (const x of v) { if (x > 2) { for (const y of v) { if (y > 1) continue l; if (y > 2) break; } throw new RangeError('t'); } const o = { z: x }; record(o.z); } return 1;`,
  `if (b > 100) { switch (n) { case 1: record(1); break; default: record(2); } throw new RangeError('t'); } const o = { z: a }; const f = () => o.z; return f();`,
  `const g = (x) => { if (x > 100) { for (const y of v) { if (y > 1) break; } throw new RangeError('t'); } const q = x * 2; return q; }; return g(a) + g(b);`,
  'if (b > 100) { while (true) { if (a > 1) break; a += 1; } return 7; } const o = { z: a }; return o.z;',
  `for (const x of v) { if (x > 100) { for (const y of v) { if (y > 1) break; } throw new RangeError('t'); } const o = { z: x }; if (x > 1) continue; record(o.z); } return 2;`,
  `const check = (xs) => { for (const x of xs) { if (x > 100) { let k = 0; while (true) { k++; if (k > 2) break; } throw new RangeError('x' + k); } } const total = xs.length; return total; }; let r = 0; try { r = check([a, b, n]); } catch (e) { r = -1; } return r;`,
  'const find = (x) => { if (x > 1) { for (const y of v) { if (y > x) return y; } return -1; } const z = x * 2; const w = z + 1; return w; }; return find(a) + find(b);',
  'const find = (x) => { if (x > 1) { let best = -1; for (const y of v) { if (y > best) best = y; if (best > 2) break; } return best; } const z = x * 2; const w = z + 1; return w; }; return find(a) + find(b);',
  'let s = 0; outer: for (let i = 0; i < 3; i++) { if (v[i] > 2) { for (let j = 0; j < 3; j++) { if (j === i) continue; if (v[j] < 0) break outer; s += v[j]; } continue; } const q = v[i]; s += q * 10; } return s;',
  'const parse = (x) => { if (x < 0) { switch (n) { case 3: break; default: record(1); } return -1; } const big = x > 1; if (big) { do { x -= 1; if (x < 0.5) break; } while (x > 0); return x; } const y = x; return y * 2; }; return parse(a) * 100 + parse(b);',
  `const f = (x) => { try { if (x > 1) { for (const y of v) if (y > 2) break; throw new Error('e'); } const k = x + 1; return k; } catch (e) { const m = -x; return m; } finally { record(x); } }; return f(a) + f(b);`,
  'if (a > 1) { { const t = a; if (t > 1.2) { for (const e of v) { if (e > 2) break; record(e); } return t; } } const u = 5; record(u); } const z = b; const g = () => z; return g();',
  'const g = (x) => { lab: { if (x > 1) break lab; for (const y of v) { if (y > 2) break lab; if (y < 0) return 7; } return 9; } const r = x * 2; return r; }; return [g(a), g(b)];',
  `const f = (x) => { if (x > 2) return 1; else if (x > 1) { for (const y of v) { if (y === x) break; } throw new Error('z'); } else { const p = x; if (p < 0) return p; } const q = x; return q + 10; }; try { return f(a) + f(b); } catch { return -100; }`,
  `let i = 0; for (;;) { if (i > n) { let k = 3; while (k--) { if (k === 1) break; } return i * 10 + k; } const t = i * 2; i += 1; if (t > 100) throw new Error('t'); }`,
];

describe.each(executors)('branches that leave, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
