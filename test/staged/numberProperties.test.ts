import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects with keys that are numbers, of which a tensor tells which are there: `o[2]` is `o['2']`. */
const bodies: readonly string[] = [
  'const o = { 1: 10, 2: 20, 3: 30 }; if (a > 0) delete o[2]; return Object.keys(o).length;',
  'const o = {}; if (a > 0) o[2] = b; return [2 in o ? 1 : 0, Object.hasOwn(o, 2) ? 1 : 0];',
  'const m = {}; if (a > 0) m[1] = 1; if (m[1] === undefined) m[1] = 2; return Object.keys(m).length;',
  'const m = {}; if (a > 0) m[1] = 1; if (1 in m) delete m[1]; else m[1] = 3; return m[1] ?? -1;',
  'const m = {}; if (a > 0) m[1] = 1; if (!(1 in m)) m[1] = 1; return [Object.keys(m).length, m[1]];',
  "const m = { 5: 1 }; if (a > 0) m[1] = 1; m[1] = 2; m['3'] = 7; if (b > 0) delete m[5]; let s = ''; for (const k in m) s += k; return [Object.keys(m).length, s === '13' ? 1 : s === '135' ? 2 : 0];",
  "const m = { x: 1 }; if (a > 0) m[7] = 1; if (b > 0) m[3] = 2; if (n > 2) m[7] = 4; let t = 0; for (const [k, y] of Object.entries(m)) t = t * 10 + (k === 'x' ? 9 : Number(k)) + y; return t;",
  'const m = {}; if (a > 0) m[2] = 1; if (b > 0) m[1] = 2; return Object.values(m).reduce((s, x) => s * 10 + x, 0);',
  'const m = {}; if (a > 0) m.y = 1; if (b > 0) m[1] = 2; m.y = 3; return Object.keys(m).length;',
  "const m = { 1: { x: 1 } }; if (a > 0) delete m[1]; return [m[1]?.x ?? -1, m['1']?.x ?? -1, '1' in m ? 1 : 0, m.hasOwnProperty(1) ? 1 : 0];",
  'const m = { 1: 1, 2: 2 }; if (a > 0) delete m[1]; const { 1: p = 9, ...rest } = m; return [p, Object.keys(rest).length];',
  'const m = { 1: 1, 2: 2 }; if (a > 0) delete m[1]; const c = { ...m, 3: 1 }; return [Object.keys(c).length, 1 in c ? 1 : 0, c[1] ?? -1];',
  "const m = {}; if (a > 0) m[true] = 1; return ['true' in m ? 1 : 0, true in m ? 1 : 0, Object.keys(m).length];",
  "const m = {}; if (a > 0) m[-1] = 1; if (b > 0) m[1.5] = 1; return [-1 in m ? 1 : 0, '1.5' in m ? 1 : 0, Object.keys(m).length];",
  'const f = (o, k) => { o[k] = b; }; const m = {}; if (a > 0) f(m, 4); return [4 in m ? 1 : 0, Object.keys(m).length, m[4] ?? -1];',
  'const m = { 0: 1, 1: 2, 2: 3 }; for (let i = 0; i < 3; i++) if (v[i] > 1) delete m[i]; return [Object.keys(m).length, m[0] ?? -1, m[1] ?? -1, m[2] ?? -1];',
  'const seen = {}; let d = 0; for (let i = 0; i < 3; i++) { const k = i % 2; if (seen[k]) d++; else if (v[i] > 0) seen[k] = true; } return [d, Object.keys(seen).length];',
  'const memo = {}; const fib = (k) => { if (k in memo) return memo[k]; const r = k < 2 ? k : fib(k - 1) + fib(k - 2); memo[k] = r; return r; }; if (a > 0) memo[3] = b; return [fib(5), Object.keys(memo).length];',
  'const o = a > 0 ? { 1: 2 } : { 2: 3 }; return [1 in o ? 1 : 0, o[2] ?? -1, Object.keys(o).length];',
  'const m = { 1: 1 }; if (a > 0) delete m[1]; const { [1]: x = 5 } = m; return x;',
  'class C { constructor() { this.t = {}; } add(k) { this.t[k] = (this.t[k] ?? 0) + 1; } } const c = new C(); c.add(1); if (a > 0) c.add(2); c.add(2); if (b > 0) delete c.t[1]; return [Object.keys(c.t).length, c.t[1] ?? -1, c.t[2]];',
  'const m = {}; let i = 0; while (i < n) { if (v[i % 3] > 1) m[2] = i; else delete m[2]; i++; } return [2 in m ? 1 : 0, m[2] ?? -1, Object.keys(m).length];',
  'const m = {}; let i = 0; while (i < n) { if (v[i % 3] > 1) m[2] = i; else m[1] = i; i++; } let t = 0; for (const k in m) t = t * 10 + Number(k); return t;',
  'const m = {}; m[2] ??= 1; if (a > 0) m[5] ??= 2; m[5] ??= 3; m[5]++; return [m[2], m[5], Object.keys(m).length];',
  'const m = {}; const k = n % 2; if (a > 0) m[1] = 5; if (b > 0) m[0] = 6; return m[k] ?? -1;',
  'const m = {}; if (a > 0) m[1n] = 1; return [1 in m ? 1 : 0, Object.keys(m).length];',
  "const m = {}; if (a > 0) m[null] = 1; if (b > 0) m[undefined] = 1; return [null in m ? 1 : 0, 'undefined' in m ? 1 : 0, Object.keys(m).length];",
  "const m = {}; const s = Symbol('s'); if (a > 0) m[s] = 1; return [s in m ? 1 : 0, Object.getOwnPropertySymbols(m).length];",
  "const m = {}; let i = 0; while (i < n) { if (v[i % 3] > 1) m[2] = i; else m[1] = i; i++; } return [Object.keys(m).length, Object.keys(m).indexOf('2')];",
  "const m = {}; let i = 0; while (i < n) { if (v[i % 3] > 1) m[2] = i; else m.x = i; i++; } let t = 0; for (const k in m) t = t * 10 + (k === 'x' ? 5 : Number(k)); return t;",
  "const m = {}; if (a > 0) m[null] = 1; if (b > 0) m[undefined] = 1; return [null in m ? 1 : 0, 'undefined' in m ? 1 : 0, Object.hasOwn(m, null) ? 1 : 0, Object.keys(m).length];",
  'const m = { 2: 1 }; if (a > 0) delete m[2]; m[2] = 5; m[1] = 3; return Object.values(m);',
  'const m = { 2: 1, x: 4 }; if (a > 0) delete m[2]; if (b > 0) m[2] = 5; m[1] = 3; return Object.entries(m).reduce((t, [k, y]) => t * 10 + y + k.length, 0);',
  'const m = { 2: 1 }; if (a > 0) { delete m[2]; m[3] = 1; m[2] = 4; } else m[1] = 7; let t = 0; for (const k in m) t = t * 10 + Number(k) + m[k]; return t;',
];

describe.each(executors)('numbers as keys of objects, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
