import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Arrays whose length a tensor decides, spread into arguments: `f(...list)`. */
const bodies: readonly string[] = [
  'function max(...xs) { let m = -Infinity; for (const x of xs) if (x > m) m = x; return m; } const list = []; for (const x of v) if (x > 0) list.push(x); return max(...list);',
  'const list = []; for (const x of v) if (x > 0) list.push(4, 3); return [Math.hypot(...list.slice(0, 2)), Math.max(...list, 0)];',
  'function sum(first, ...xs) { let m = first; for (const x of xs) m += x; return m; } const list = []; for (const x of v) if (x > 0) list.push(x); return sum(1, ...list);',
  'const sum = (...xs) => xs.reduce((p, q) => p + q, 0); const list = []; for (let i = 0; i < n; i++) list.push(i * a); return [sum(...list), sum(1, 2, ...list), sum(...list, b), sum(...list, ...list)];',
  'const count = (...xs) => xs.length; const list = []; for (let i = 0; i < n; i++) list.push(i * a); return [count(...list), count(1, ...list), count(...list, 1)];',
  'const second = (p, q = 7, ...r) => (r.length > 0 ? r[0] : q); const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, ...list);',
  'const inner = (...xs) => { let s = 0; for (const [i, x] of xs.entries()) s += x * i; return s; }; const outer = (...xs) => inner(...xs, 1) + inner(0, ...xs); const list = []; for (let i = 0; i < n; i++) list.push(i + a); return outer(...list);',
  'class Vec { constructor(...c) { this.c = c; } sum() { return this.c.reduce((s, x) => s + x, 0); } get size() { return this.c.length; } } const list = []; for (let i = 0; i < n; i++) list.push(i + a); const w = new Vec(...list); return [w.sum(), w.size];',
  'const o = { k: 2, scale(...xs) { return xs.map((x) => x * this.k); } }; const list = []; for (let i = 0; i < n; i++) list.push(i + a); return o.scale(...list);',
  'const list = [], more = [9]; for (let i = 0; i < n; i++) list.push(i); more.push(...list); more.unshift(...list); return [more, Array.of(...list).length];',
  'const f = (x, y) => x + y; const list = []; for (let i = 0; i < n; i++) list.push(i); return n > 1 ? f(...list) : -1;',
  'const f = (...xs) => { if (xs.length === 0) return -1; const [h, ...t] = xs; return h + t.length; }; const list = []; for (let i = 0; i < n; i++) list.push(i + a); return f(...list);',
  'const compose = (...fs) => (...args) => fs.reduce((x, f) => f(x), args.reduce((p, q) => p + q, 0)); const list = []; for (let i = 0; i < n; i++) list.push(i + a); return compose((x) => x + 1, (x) => x * 2)(...list);',
  'const f = (...xs) => { xs.push(5); xs.sort((p, q) => q - p); return xs[0] + xs.length; }; const list = []; for (let i = 0; i < n; i++) list.push(i + a); return [f(...list), list.length];',
  'const avg = (...xs) => { const s = xs.reduce((p, q) => p + q, 0); return xs.length > 0 ? s / xs.length : 0; }; const list = v.filter((x) => x > 1); return [avg(...list), Math.min(...list, 100)];',
  'const second = (p, q = 7) => q + 1; const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, list[0]);',
  'const second = (p, q = 7, ...r) => q + 1 + r.length; const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, list[0]);',
  'const second = (p, q = 7) => q; const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, list[0]);',
  'const second = (p, q = 7, ...r) => (r.length > 0 ? r[0] : q); const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, list[0], 4);',
  'const second = (p, q = 7, ...r) => (r.length > 0 ? r[0] : q); const list = []; for (let i = 0; i < n; i++) list.push(i * a); return second(0, ...list);',
  'class V2 { constructor(x = 9, y = 8, ...r) { this.x = x; this.y = y; this.k = r.length; } } class V3 extends V2 { constructor(...c) { super(...c); this.z = 1; } } class V4 extends V2 {} const list = []; for (let i = 0; i < n; i++) list.push(i + a); const p = new V2(...list), q = new V4(...list); return [p.x, p.y, p.k, q.y, q.k];',
  'const sum = (x, y) => (y === undefined ? -1 : x + y); const list = []; for (let i = 0; i < n; i++) list.push(i); return sum(...list);',
  'const f = async (...xs) => { let s = 0; for (const x of xs) s += x; return s; }; const list = []; for (let i = 0; i < n; i++) list.push(i); f(...list); return list.length;',
  'function* g(...xs) { for (const x of xs) yield x * 2; } const list = []; for (let i = 0; i < n; i++) list.push(i); let s = 0; for (const y of g(...list)) s += y; return s;',
  'let t = 0; const add = (...xs) => { for (const x of xs) t += x; }; for (let i = 0; i < n; i++) { const l = []; for (let j = 0; j < i; j++) l.push(j); add(...l); } return t;',
  'const f = (...xs) => (xs.length === 0 ? 0 : xs[0] + f(...xs.slice(1))); return f(a, b, n);',
];

describe.each(executors)("spread arguments on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
