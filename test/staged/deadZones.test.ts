import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Variables that are used, or may be, before their declaration has run: the passes move declarations. */
const programs: readonly (readonly [name: string, body: string])[] = [
  [
    'a case that another one skips',
    'try { switch (n) { case 3: let y = 1; return y + a; case 0: y = 5; return y; default: return 7; } } catch (e) { return e instanceof ReferenceError ? -1 : -2; }',
  ],
  [
    'a return ahead of it',
    'try { if (a > 0) return y; let y = 2; return y + b; } catch (e) { return e instanceof ReferenceError ? -1 : -2; }',
  ],
  [
    'a closure that is called too early',
    'const g = () => y; if (a > 0) { try { return g(); } catch (e) { return e.name === "ReferenceError" ? 99 : 1 } } let y = b; y += g(); return g() + y;',
  ],
  [
    'a switch in a loop',
    'let r = 0; for (let i = 0; i < 3; i++) { switch (v[i]) { case 1: let q = 10; r += q; break; case 4: case 2: try { r += q; } catch (e) { r += 1000; } break; default: r -= 1; } } return r;',
  ],
  [
    'a case that falls through',
    'let r = 0; for (let i = 0; i < 3; i++) { switch (v[i]) { case 1: let q = 10; case 2: try { q += 1; r += q; } catch (e) { r += 1000; } break; default: r -= 1; } } return r;',
  ],
  [
    'a class',
    'const mk = () => new P(); if (a > 0) { try { return mk().k; } catch (e) { return e.name === "ReferenceError" ? -7 : -8; } } class P { constructor() { this.k = b; } } return mk().k;',
  ],
  [
    'an assignment',
    'try { if (a > 0) { y = 3; return y; } let y = 2; return y + b; } catch (e) { return e instanceof ReferenceError ? -1 : -2; }',
  ],
  [
    'an assignment by a closure',
    'const set = (q) => { y = q; }; if (a > 0) { try { set(1); return 5; } catch (e) { return e.name === "ReferenceError" ? -7 : -8; } } let y = 2; set(b); return y;',
  ],
  [
    'a function declaration',
    'function h() { return w; } try { if (a > 1) return h(); const w = b; return h(); } catch (e) { return 77; }',
  ],
  [
    'its own initializer',
    'try { let y = a > 0 ? y : 1; return y; } catch (e) { return e instanceof ReferenceError ? -1 : -2; }',
  ],
  [
    'a loop, whose iterations have their own',
    'let s = 0; for (let i = 0; i < 3; i++) { if (i > 0 && v[i] > 0) s += prev(); let c = v[i]; var prev = () => c; } return s;',
  ],
  [
    'a closure behind a break',
    'for (const e of v) { const use = () => k + e; if (e < 0) break; const k = a; if (use() > 3) return use(); } return 0;',
  ],
  [
    'a loop that goes on',
    'while (n > 0) { const stop = () => lim < a; if (n === 2) { n--; continue; } const lim = n; if (stop()) return lim; n--; } return -5;',
  ],
  [
    'a getter',
    'const o = { get y() { return yy; } }; if (a > 0) { try { return o.y; } catch (e) { return -9; } } const yy = b; return o.y;',
  ],
  [
    'a default of a pattern',
    'try { if (flag) { const { p, q = p2 } = { p: a }; const p2 = 3; return q; } return 1; } catch (e) { return e.name === "ReferenceError" ? -1 : -2; }',
  ],
  [
    'a block that is left',
    'L: { if (a > 0) break L; const y = b; var g = () => y; } return g ? g() : -1;',
  ],
  [
    'a closure that is called later',
    'const g = () => y; if (a > 0) return 0; let y = 2; return g();',
  ],
  [
    'a pattern, an update and a shorthand',
    'const out = []; for (const which of [0, 1, 2, 3]) { try { if (which === 3 && a > 0) break; if (which === 0) [z] = [1]; else if (which === 1) z++; else if (which === 2) out.push({ z }); else z &&= 2; let z = 1; } catch (e) { out.push(e.name === "ReferenceError" ? which : -1); } } return out.length;',
  ],
];

describe.each(executors)('before a declaration, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
