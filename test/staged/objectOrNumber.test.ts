import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* One branch leaves an object, and the other one a number, text or array. */
const bodies: readonly string[] = [
  `const r = n > 2 ? new RangeError('big') : n; return r instanceof Error;`,
  `const rs = [a, b, n].map((x) => { try { if (x < 0) throw new Error('neg'); return x * 2; } catch (e) { return e; } }); return rs.filter((r) => r instanceof Error).length;`,
  `class P0 { constructor(x) { this.x = x; } } const r = a > 0 ? new P0(a) : b; return r instanceof P0;`,
  `const r = flag ? [a, b] : n; return r instanceof Array;`,
  `const r = a > 0 ? [1] : { x: 2 }; return r instanceof Array;`,
  `const r = a > 0 ? new Error('x') : 'fine'; return r instanceof Error;`,
  `const r = a > 0 ? [a, b] : b; return Array.isArray(r) ? r[0] + r[1] : r * 2;`,
  `const r = a > 0 ? [a, b] : b; return Array.isArray(r) ? r.length : -1;`,
  `const f = (x) => x < 0 ? new Error('neg') : x * 2; const r = f(a); if (r instanceof Error) return -1; return r + 1;`,
  `const f = (x) => x > 0 ? [x, x] : x; let s = 0; for (const y of [a, b, n]) { const r = f(y); if (Array.isArray(r)) s += r[0]; else s -= r; } return s;`,
  `const r = a > 0 ? [1] : { x: 2 }; return Array.isArray(r) ? r[0] : r.x;`,
  `let e = 0; try { if (a > 0) throw new TypeError('t'); e = 5; } catch (x) { e = x; } return e instanceof TypeError ? 1 : e;`,
  `const r = flag ? null : 3; return r === null ? -1 : r;`,
  `let r = a; if (b > 0) r = { x: a }; return r * 2;`,
  `const r = a > 0 ? { x: a } : b; return Math.abs(r);`,
  `const r = a > 0 ? { x: a } : b; return r === b;`,
  `const wrap = (x) => x > 1 ? [x] : x; const unwrap = (r) => Array.isArray(r) ? r[0] : r; return [a, b, 3].map(wrap).map(unwrap).reduce((p, q) => p + q, 0);`,
  `const r = flag ? { kind: 'circle', r: a } : [a, b]; return Array.isArray(r) ? r[0] * r[1] : r.r * r.r;`,
  `class Some { constructor(v) { this.v = v; } map(f) { return new Some(f(this.v)); } } const find = (x) => x > 0 ? new Some(x) : -1; const r = find(a); return r instanceof Some ? r.map((q) => q * 3).v : r;`,
  `const q = [a, b]; const top = q[0] > q[1] ? q : q[0]; return Array.isArray(top) ? (top.push(5), q.length * 10 + top.length) : q.length;`,
  `function* g(x) { const r = x > 0 ? [x, x + 1] : x; if (Array.isArray(r)) yield* r; else yield r; } let s = 0; for (const x of g(a)) s = s * 10 + x; for (const x of g(b)) s = s * 10 + x; return s;`,
  `const r = n > 2 ? new RangeError('big') : n; try { if (r instanceof Error) throw r; return r; } catch (e) { return e instanceof RangeError ? -1 : -2; }`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : { k: 2 } } : { m: 4 }; const s2 = (t) => 'l' in t ? 1 : 0; const size = (t) => 'l' in t ? 1 + s2(t.l) : 0; return size(t);`,
  `const r = b < 0 ? 'text' : a; if (r !== 'text') { if (r > 0) return 1; } return 2;`,
  `const f = (x) => x < 0 ? new RangeError('n') : x * 2; const r = f(a); if (r instanceof Error) return -1; return r > 2 ? 1 : 0;`,
  `const r = a > 0 ? [a] : b; return Array.isArray(r) ? 5 : r > 0 ? 1 : 2;`,
];

/* Run eagerly, a number that is a tensor is an object to `typeof`. */
const askedByTypeof: readonly string[] = [
  `const r = a > 0 ? { x: a } : b; return typeof r === 'number' ? r : r.x;`,
  `const r = a > 0 ? { x: a } : b; return typeof r === 'object' ? r.x : r * 2;`,
  `const f = (x) => { if (x < 0) return { error: 'neg' }; return x * 2; }; const r = f(a); if (typeof r === 'object') return -1; return r + 1;`,
  `const f = (x) => x > 0 ? 'pos' : x; const r = f(a); return typeof r === 'string' ? 1 : r;`,
  `let r = a; for (const x of v) { if (x > 1) r = { x: a }; } return typeof r === 'number' ? r : r.x;`,
  `const r = a > 0 ? { x: a } : b; const q = [r, 5]; return q.map((x) => typeof x === 'number' ? x : x.x);`,
  `const o = { r: 0 }; if (a > 0) o.r = { x: a }; return typeof o.r === 'number' ? o.r : o.r.x;`,
  `const parse = (x) => x < 0 ? { ok: false, why: 1 } : x * 2; const out = []; for (const x of [a, b, 4]) { const r = parse(x); if (typeof r === 'object') out.push(-r.why); else out.push(r); } return out;`,
  `let r = a; for (const x of v) { if (x > 1) r = { x: a }; } return typeof r === 'number' ? r : r.x;`,
  `const o = { r: 0 }; if (a > 0) o.r = { x: a }; return typeof o.r === 'number' ? o.r : o.r.x;`,
  `const r = a > 0 ? { x: a, y: { z: b } } : n; if (typeof r === 'object') { r.x += 1; r.y.z *= 2; return r.x + r.y.z; } return r * 1.5;`,
  `const f = (x) => { switch (x) { case 0: return 'zero'; case 3: return [x, x]; default: return x + 1; } }; const r = f(n); return typeof r === 'string' ? -1 : Array.isArray(r) ? r.length : r;`,
  `const f = (d, x) => d === 0 ? x : x > 0 ? { l: f(d - 1, x - 1) } : x; const size = (t) => typeof t === 'object' ? 1 + size(t.l) : 0; return size(f(3, a));`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; return typeof t === 'object' ? (typeof t.l === 'object' ? 2 : 1) : 0;`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; const size = (t) => typeof t === 'object' ? 1 + size(t.l) : 0; return size(t);`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; return typeof t === 'object' ? (typeof t.l === 'number' ? 2 : 1) : 0;`,
  `const t = { l: b > 0 ? { l: 1 } : b }; return (typeof t.l === 'object' ? 2 : 1);`,
  `const t = b > 0 ? { l: 1 } : b; return typeof t === 'object' ? 2 : 1;`,
  `const t = b > 0 ? { l: b > 0.5 ? { l: 1 } : b } : b; const u = t.l; return typeof u === 'object' ? 2 : 1;`,
  `const u = a > 0 ? (b > 0 ? { l: 1 } : b) : undefined; return typeof u === 'object' ? 2 : 1;`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; const s2 = (t) => typeof t === 'object' ? 1 : 0; const size = (t) => typeof t === 'object' ? 1 + s2(t.l) : 0; return size(t);`,
  `const t = { l: b > 0 ? { l: 1 } : b }; const s2 = (t) => typeof t === 'object' ? 1 : 0; return s2(t.l);`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; return typeof t === 'object' ? (typeof t.l === 'object' ? 1 : 0) : 0;`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; return typeof t === 'object' ? 1 + (typeof t.l === 'object' ? 1 : 0) : 0;`,
  `const t = a > 0 ? { l: b > 0 ? { l: 1 } : b } : a; if (typeof t === 'object') { const q = t.l; return typeof q === 'object' ? 7 : 5; } return 0;`,
  `const q = b > 0 ? { l: 1 } : b; const s2 = (t) => typeof t === 'object' ? 1 : 0; return s2(q);`,
  `const q = b > 0 ? { l: 1 } : b; const s2 = (t) => { const z = typeof t === 'object'; return z; }; return s2(q);`,
  `const q = b > 0 ? 'l' : b; const s2 = (t) => typeof t === 'string' ? 1 : typeof t === 'number' ? 2 : 3; return s2(q);`,
  `const r = a > 0 ? {x: a} : b; let i = 0; if (typeof r === 'number') { for (; i > r; i--) {} } return i;`,
];

describe.each(executors)('an object or something else, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(askedByTypeof)('%s', async (body) => {
    const only = ['numbers', 'graph'] as const;
    expect(await compareBody(body, backend, only)).toEqual({ failure: null, refusals: [] });
  });
});
