import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What `condition && value` is, and what looks for something and returns false where there is none. */
const bodies: readonly string[] = [
  `let r = 0; for (const x of v) r ||= x > 1 ? 'a' : 0; return [r ? 1 : 0, r === 'a'];`,
  `const fmt = (x) => { switch (true) { case x > 2: return 'big'; case x < 0: return false; default: return x; } }; return [a, b, ...v].map((x) => fmt(x) === 'big');`,
  `const fmt = (x) => { if (x > 2) return 'big'; if (x < 0) return false; return x; }; return fmt(a) === 'big';`,
  `const fmt = (x) => { if (x > 2) return 'big'; if (x < 0) return false; return x; }; return [fmt(a) === false, fmt(b) === false];`,
  `const r = a > 0 && v.length; return r ? r + 1 : -1;`,
  `const r = a > 0 && b; return r + 1;`,
  `const o = a > 0 && {k: b}; let s = 0; if (o) s += o.k; return s;`,
  `const o = a > 0 && {k: b}; return o ? o.k : 5;`,
  `const o = a > 0 && {k: b}; return o && o.k > 0 ? o.k : 5;`,
  `let o = false; for (const x of v) if (x > 1) o = {k: x}; return o ? o.k : -1;`,
  `let o = false; for (const x of v) if (x > 1 && !o) o = {k: x}; return o ? o.k : -1;`,
  `const f = (x) => x > 0 && [x, x]; const r = f(a); return r ? r[0] + r.length : 0;`,
  `const f = (x) => x > 0 && [x, x]; const r = [a, b].map(f).filter(Boolean); return r.length;`,
  `const f = (x) => x > 0 && ((y) => x + y); const g = f(a); return g ? g(1) : 0;`,
  `const f = (x) => { if (x > 0) return {ok: true, val: x}; return false; }; const r = f(a), q = f(b); return (r ? r.val : 0) + (q ? q.val : 10);`,
  `const f = (x) => { if (x > 0) return {ok: true, val: x}; return false; }; let t = 0; for (const x of v) { const r = f(x); if (r) t += r.val; else t -= 1; } return t;`,
  `const f = (x) => { if (x > 0) return {ok: true, val: x}; return false; }; let t = 0; for (const x of v) { const r = f(x); if (r === false) continue; t += r.val; } return t;`,
  `class P { constructor(k) { this.k = k; } go() { return this.k * 2; } } const p = a > 0 && new P(b); return p instanceof P ? p.go() : p === false ? 1 : 2;`,
  `const o = {x: a > 0 && {k: 1}}; if (o.x) return o.x.k + a; return 0;`,
  `const l = [a > 0 && {k: 1}, b > 0 && {k: 2}]; let s = 0; for (const e of l) if (e) s += e.k; return s;`,
  `const r = a > 0 && 'text'; switch (r) { case 'text': return 1; case false: return 2; default: return 3; }`,
  `const find = (xs, p) => { for (const x of xs) if (p(x)) return x; return false; }; const r = find(v, (x) => x > 2); return r === false ? -1 : r;`,
  `const find = (xs, p) => { for (const x of xs) if (p(x)) return {x}; return false; }; const r = find(v, (x) => x > 2); return r ? r.x : -1;`,
  `const find = (xs, p) => { let i = 0; for (const x of xs) { if (p(x)) return [i, x]; i++; } return false; }; const r = find(v, (x) => x > 2); if (!r) return -1; const [i, x] = r; return i * 10 + x;`,
  `let best = false; for (const x of v) { if (!best || x > best.x) best = {x}; } return best.x;`,
  `const r = a > 0 && b; return Number(r);`,
  `const r = a > 0 && b; return Math.max(r, 1);`,
  `const r = a > 0 && {k: b}; return r?.k ?? 7;`,
  `const r = a > 0 && {k: b}; return !!r;`,
  `const r = a > 0 && {k: b}; const q = b > 0 && {k: a}; const s = r || q; return s ? s.k : 0;`,
  `const r = a > 0 && {k: b}; const q = b > 0 && {k: a}; const s = r && q; return s ? s.k : 0;`,
  `const r = (a > 0 && {k: b}) || {k: 5}; return r.k;`,
  `let name = ''; for (const x of v) name ||= x > 1 && 'first'; return [name ? 1 : 0, name === 'first'];`,
  `let name = ''; for (const x of v) if (!name) { name = x > 1 ? 'first' : ''; } return name === 'first';`,
  `let name = ''; for (const x of v) if (!name) { name = x > 1 ? 'first' : false; } return name === 'first';`,
];

describe.each(executors)('false or a value, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
