import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* `condition && value` is false or the value, which no tensor is: code that asks which of them it is can use it. */
const bodies: readonly string[] = [
  `const r = a > 0 && 'pos' || 'neg'; return r.length;`,
  `const r = (a > 0 && 'pos') || (a < 0 && 'neg') || 'zero'; return r === 'zero' ? 0 : r.length;`,
  'const o = a > 0 && { k: 5 }; return o ? o.k : 1;',
  'const o = (a > 0 && { k: 5 }) || { k: b }; o.k += 1; return o.k;',
  'const o = a > 0 && { k: 5 }; if (o) { o.k++; return o.k; } return 1;',
  'const o = a > 0 && { k: 5, f() { return this.k * 2; } }; return o ? o.f() : 1;',
  'const o = a > 0 && [1, 2, 3]; return o ? o.length : 1;',
  'const o = a > 0 && [1, 2, 3]; return o && b < 0 ? o[1] : 1;',
  'const o = { k: 5 }; const p = a > 0 && o; if (p) p.k = 9; return o.k;',
  'const o = { k: 5 }; const p = a > 0 && o; return p && p.k > 4 ? 1 : 2;',
  'let t = 0; for (const x of v) { const o = x > 1 && { w: x }; if (o) t += o.w; } return t;',
  'let t = 0; for (const x of v) { const o = (x > 1 && { w: x }) || { w: 100 }; t += o.w; } return t;',
  'const f = a > 0 && ((x) => x + 1); return f ? f(b) : b;',
  'const f = (a > 0 && ((x) => x + 1)) || ((x) => x - 1); return f(b);',
  'const k = a > 0 && 3; if (!k) return -1; return 4;',
  'const k = a > 0 && 3; return k ? 1 : 2;',
  'const k = (flag && a > 0 && 3) || (b > 0 && 4) || 5; return k;',
  `const pick = (x) => (x > 2 && 'big') || (x > 0 && 'mid') || 'low'; let c = 0; for (const x of v) if (pick(x) === 'mid') c++; return c;`,
  'let k = a > 0 && 3; k = k || 8; return k;',
  'let k = a > 0 && 3; k ||= 8; return k;',
  'const get = () => a > 0 && { k: 1 }; const o = get(); return o ? o.k : 0;',
  'const get = () => { return a > 0 && { k: 1 }; }; return (get() || { k: 7 }).k;',
  'const o = a > 0 && { k: { z: 3 } }; if (o && o.k.z > 1) return o.k.z; return 0;',
  'a > 0 && record(1); b > 0 && record(2); return 1;',
  'const o = { on: a > 0 && 5 }; return o.on ? 1 : 2;',
  `const s = \`\${(a > 0 && 'yes') || 'no'}\`; return s.length;`,
  'return (a > 0 && 5 || 7) + 1;',
  'const x = a > 0 && 5; const y = x || 2; return y * 2;',
  'while (n > 0 && { k: 1 }) n = n - 1; return n;',
  'const z = b > 1 ? 3 : 0; return (a > 0 && z) || (b > 0 && 4) || 5;',
  'let k = a > 0 && 3; if (b > 0) k = b > 1 && 4; return k || 1;',
  'let p = a > 0 && 2; if (p) { p += 3; return p; } return 0;',
  `const f = (x) => { switch (true) { case x > 2: return x > 3 && 'z'; default: return 'q'; } }; return v.map((x) => f(x) || 'none').filter((t) => t === 'none').length;`,
  'const o = a > 0 && { k: 1 }; if (!o) return 7; return o.k;',
  'const o = a > 0 && { k: 1, l: [1, 2] }; if (!o) return 7; o.l.push(3); return o.l.length + o.k;',
  `const m = a > 0 && new Map([['a', 1]]); if (m) return m.get('a'); return 3;`,
  'class P { constructor(x) { this.x = x; } get d() { return this.x * 2; } up() { this.x++; return this; } } const p = a > 0 && new P(b); if (p) { p.up().up(); return p.d; } return 3;',
  'const o = a > 0 && { k: 1 }; const { k } = o || { k: 4 }; return k;',
  'const l = a > 0 && [1, 2]; let s = 0; for (const x of l || []) s += x; return s;',
  'const l = a > 0 && [1, 2]; if (l) for (const x of l) record(x); return 1;',
  'const l = a > 0 && [1, 2]; return l && l.length > 1 ? l.map((x) => x * 2)[1] : 0;',
  'return a > 0 && 5 || 7;',
  'const f = (k) => { record(k); return k; }; return (a > 0 && f(1)) || f(2);',
  'const q = { z: a > 0 && 5 }; return q.z ? 1 : 3;',
  'const q = [a > 0 && 5]; return q[0] || 3;',
];

/* No tensor is both. */
const refused: readonly string[] = [
  'const r = a > 0 && 5; return r + 1;',
  'const r = a > 0 && 5; return r === false ? 1 : 2;',
  'const o = a > 0 && { k: 1 }; return o.k;',
  'const o = a > 0 && { k: 1 }; o.k = 3; return 1;',
  'const f = a > 0 && (() => 5); return f();',
  'let o = a > 0 && { k: 1 }; if (b > 0) o = { k: 2 }; return o ? 1 : 2;',
  'let k = a > 0 && 3; for (let i = 0; i < n; i++) k = k || 9; return k ? 1 : 2;',
  'const r = a > 0 && 5; return `${r}`.length;',
  'const r = a > 0 && 5; return r ?? 2;',
];

describe.each(executors)("what && gives that is no bool, on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('refused: %s', async (body) => {
    const { failure, refusals } = await compareBody(body, backend);
    const codes = failure === null ? refusals : [failure.actual.refusal];
    expect(codes).toEqual([expect.stringMatching(/^branch-(dtypes|structures|values)-differ$/)]);
  });
});
