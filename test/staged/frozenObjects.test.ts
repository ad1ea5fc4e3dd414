import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What is frozen, sealed or closed to new properties stays so behind branches and loops, and in arrays. */
const bodies: readonly string[] = [
  `const s = Object.freeze(new Set([1])); const f = (t) => { t.add(2); }; if (a > 0) f(s); return s.size;`,
  `const s = Object.freeze(new Map([[1, 1]])); const f = (t, x) => { t.set(1, x); t.set(2, x); }; for (const x of v) if (x > 1) f(s, x); return [s.get(1), s.size];`,
  `const f = (t) => { t.add(2); Object.freeze(t); t.add(3); return t; }; const s = new Set([1]); if (a > 0) f(s); return s.size;`,
  `class A { #k = 1; up(x) { this.#k = x; } get k() { return this.#k; } } const o = Object.freeze(new A()); const f = (t) => { t.up(a); }; if (a > 0) f(o); return o.k;`,
  `const p = n > 0 ? Object.freeze({ k: a }) : Object.freeze({ k: b }); try { p.k = 9; } catch { return -1; } return p.k;`,
  `const p = n > 0 ? Object.freeze({ k: a }) : Object.freeze({ k: b }); return Object.isFrozen(p);`,
  `let p = null; if (n > 0) p = Object.freeze({ k: a * 2 }); return p === null ? 0 : Object.isFrozen(p) ? 1 : 2;`,
  `let s = Object.freeze({ k: 0 }); for (const x of v) if (x > 1) s = Object.freeze({ ...s, k: s.k + x }); try { s.k = 3; } catch { return -1; } return s.k;`,
  `let s = Object.freeze({ k: 0 }); for (const x of v) s = Object.freeze({ k: s.k + x }); return [Object.isFrozen(s), s.k];`,
  `let s = Object.freeze([0, 0]); for (const x of v) s = Object.freeze([s[1], s[0] + x]); return [Object.isFrozen(s), s[0], s[1]];`,
  `class P { constructor(k) { this.k = k; Object.freeze(this); } with(k) { return new P(k); } } let p = new P(1); for (const x of v) if (x > 1) p = p.with(p.k + x); try { p.k = 5; return p.k; } catch (e) { return e instanceof TypeError ? -1 : -2; }`,
  `const p = n > 0 ? Object.seal({ k: a }) : Object.seal({ k: b }); p.k = 9; try { p.z = 1; } catch { return -1; } return p.k;`,
  `const p = n > 0 ? Object.preventExtensions({ k: a }) : Object.preventExtensions({ k: b }); try { p.z = 1; } catch { return -1; } return p.k;`,
  `const xs = []; for (const x of v) xs.push(Object.freeze({ x })); try { xs[0].x = 5; } catch { return -1; } return xs[0].x;`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(Object.freeze({ x })); try { if (xs.length > 0) xs[0].x = 5; else return -2; } catch { return -1; } return xs[0].x;`,
  `const f = (x) => { const o = { x, y: x * 2 }; return Object.freeze(o); }; const p = n > 0 ? f(a) : f(b); const q = { ...p, y: 5 }; q.x += 1; return [q.x, q.y, Object.isFrozen(q), Object.isFrozen(p)];`,
  `const D = Object.freeze({ N: Object.freeze({ dx: 0, dy: 1 }), E: Object.freeze({ dx: 1, dy: 0 }) }); let d = D.N; let x = 0, y = 0; for (const s of v) { d = s > 1 ? D.E : D.N; x += d.dx * s; y += d.dy * s; } return [x, y, d === D.E, Object.isFrozen(d)];`,
  `const C = Object.freeze(['a', 'b', 'c']); let c = C[0]; for (const s of v) c = C[(C.indexOf(c) + 1) % 3]; return c === 'a' ? 1 : 2;`,
  `const reduce = (s, x) => Object.freeze({ ...s, sum: s.sum + x, log: Object.freeze([...s.log, x]) }); let s = Object.freeze({ sum: 0, log: Object.freeze([]) }); for (const x of v) if (x > 1) s = reduce(s, x); return [s.sum, s.log.length, Object.isFrozen(s)];`,
  `const reduce = (s, x) => Object.freeze({ ...s, sum: s.sum + x }); let s = { sum: 0 }; for (const x of v) if (x > 1) s = reduce(s, x); return [s.sum];`,
  `let s = Object.freeze({ sum: 0, n: 0 }); for (const x of v) if (x > 1) s = { ...s, sum: s.sum + x }; return [s.sum, s.n];`,
  `let s = Object.freeze({ sum: 0, n: 0 }); for (const x of v) { s = { ...s, sum: s.sum + x }; s.n += 1; } return [s.sum, s.n];`,
  `let s = Object.freeze({ sum: 0, n: 0 }); let k = 0; while (k < n) { s = { ...s, sum: s.sum + k }; s.n += 1; k++; } return [s.sum, s.n];`,
  `class M { #v; constructor(v) { this.#v = v; Object.freeze(this); } get v() { return this.#v; } plus(o) { return new M(this.#v + o.v); } } let m = new M(0); for (const x of v) if (x > 0) m = m.plus(new M(x)); return [m.v, Object.isFrozen(m)];`,
  `class M { constructor(v) { this.v = v; } } const m = n > 0 ? Object.seal(new M(a)) : Object.seal(new M(b)); try { m.z = 7; } catch { return m.v; } return m.z;`,
  `const xs = Object.freeze([1, 2, 3]); let best = xs; for (const x of v) { const ys = Object.freeze(xs.map((y) => y * x)); if (ys[0] > best[0]) best = ys; } try { best[0] = 100; } catch { return best[0]; } return -1;`,
  `const xs = Object.freeze([1, 2, 3]); let best = xs; for (const x of v) { const ys = xs.map((y) => y * x); if (ys[0] > best[0]) best = ys; } return [...best];`,
  `const o = Object.freeze({ a: [1, 2], b: { c: 3 } }); if (n > 0) { o.a[0] = a; o.b.c = b; } return [o.a[0], o.b.c];`,
  `const o = Object.freeze({ a: [1, 2], b: { c: 3 } }); for (const x of v) { o.a.push(x); o.b.c += x; } return [o.a.length, o.b.c];`,
  `const p = n > 0 ? Object.freeze({ k: [a] }) : Object.freeze({ k: [b] }); p.k[0] += 1; p.k.push(2); return p.k;`,
  `const p = n > 0 ? Object.freeze({ k: { z: a } }) : Object.freeze({ k: { z: b } }); p.k.z += 1; return p.k.z;`,
  `let t = 0; for (const x of v) { const p = Object.freeze({ x, y: 2 }); try { p.x = 9; t += 100; } catch { t += p.x; } } return t;`,
  `let t = 0; for (const x of v) { const p = { x, y: 2 }; if (x > 1) Object.freeze(p); t += p.x; } return t;`,
  `const mk = (x) => { const p = { x, y: 2 }; if (x > 1) p.y = 3; return Object.freeze(p); }; let t = 0; for (const x of v) { const p = mk(x); t += p.x * p.y + (Object.isFrozen(p) ? 1 : 0); } return t;`,
  `const p = Object.freeze({ get k() { return a; } }); const q = n > 0 ? p : Object.freeze({ get k() { return b; } }); return q.k;`,
  `const s = Object.seal({ k: 1, j: 2 }); for (const x of v) s.k += x; if (n > 0) s.j = a; try { delete s.k; } catch { return [s.k, s.j, Object.isSealed(s)]; } return -1;`,
  `const s = Object.preventExtensions([1, 2]); if (n > 0) s[0] = a; try { s.push(3); } catch { return [s[0], s.length]; } return -1;`,
  `const m = new Map(); for (const x of v) m.set(x > 1 ? 'p' : 'q', Object.freeze({ x })); const p = m.get('p'); if (p !== undefined) { try { p.x = 5; } catch { return -1; } } return 0;`,
  `const reduce = (s, x) => Object.freeze({ ...s, sum: s.sum + x, log: Object.freeze([...s.log, x]) }); let s = Object.freeze({ sum: 0, log: Object.freeze([]) }); for (const x of v) if (x > 1) s = reduce(s, x); return [s.sum, s.log.length];`,
  `const reduce = (s, x) => Object.freeze({ ...s, sum: s.sum + x, log: Object.freeze([...s.log, x]) }); let s = Object.freeze({ sum: 0, log: Object.freeze([]) }); for (const x of v) if (x > 1) s = reduce(s, x); try { s.log.push(2); } catch { return 5; } return s.log.length;`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(x); Object.freeze(xs); try { xs.push(2); } catch { return 5; } return xs.length;`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(x); Object.freeze(xs); try { xs[0] = 2; } catch { return 5; } return xs[0];`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(x); Object.freeze(xs); try { xs.length = 0; } catch { return 5; } return xs[0];`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(x); Object.freeze(xs); return Object.isFrozen(xs);`,
  `const xs = []; for (const x of v) if (x > 1) xs.push(x); const ys = Object.freeze([...xs]); return [Object.isFrozen(ys), Object.isFrozen(xs), ys.length];`,
  `const s = Object.seal([1, 2]); if (n > 0) s[0] = a; for (const x of v) s[1] += x; try { s.length = 0; } catch { return [s[0], s.length, s[1]]; } return -1;`,
  `class Q { constructor() { this.k = 1; this.on = true; } stop() { this.on = false; return Object.freeze(this); } } let t = 0; for (const x of v) { const q = new Q(); if (x > 1) q.k = x; t += q.stop().k; } return t;`,
  `const mk = (x) => { const p = [x, 2]; if (x > 1) p[1] = 3; return Object.freeze(p); }; let t = 0; for (const x of v) { const p = mk(x); t += p[0] * p[1] + (Object.isFrozen(p) ? 1 : 0); } return t;`,
  `const mk = (x) => { const p = { x, y: 2 }; if (x > 1) p.y = 3; return Object.freeze(p); }; const p = n > 0 ? mk(a) : mk(b); return [p.x, p.y, Object.isFrozen(p)];`,
  `const mk = (x) => { const p = { x }; p.y = x * 2; for (const w of v) p.y += w; return Object.freeze(p); }; const ps = v.map((x) => mk(x)); let t = 0; for (const p of ps) t += p.y; return t;`,
  `const build = () => { const o = {}; const self = { set(k, x) { o[k] = x; return self; }, done() { return Object.freeze({ ...o }); } }; return self; }; const r = build().set('a', a).set('b', b); if (n > 0) r.set('c', n); const d = r.done(); return [d.a, d.b, d.c ?? -1];`,
];

/* Where a tensor decides whether an object is, nothing that depends on it can be told. */
const refused: readonly string[] = [
  `const p = n > 0 ? Object.freeze([a, 1]) : Object.freeze([b, 2]); try { p[0] = 9; } catch { return -1; } return p[0];`,
  `const p = n > 0 ? Object.freeze([a, 1]) : Object.freeze([b, 2]); try { p.push(9); } catch { return -1; } return p[0];`,
  `const p = n > 0 ? Object.freeze({ k: a }) : { k: b }; return Object.isFrozen(p);`,
  `const p = n > 0 ? Object.freeze({ k: a }) : { k: b }; try { p.k = 9; } catch { return -1; } return p.k;`,
  `const p = { k: a }; if (n > 0) Object.freeze(p); try { p.k = 9; } catch { return -1; } return p.k;`,
  `const p = { k: a }; if (n > 0) Object.freeze(p); return Object.isFrozen(p);`,
  `const p = n > 0 ? Object.freeze({ k: a, in: Object.freeze([1, 2]) }) : Object.freeze({ k: b, in: Object.freeze([3, 4]) }); try { p.in[0] = 9; } catch { return -1; } return p.in[0];`,
  `const p = { k: a }; const q = n > 0 ? p : { k: b }; Object.freeze(q); try { p.k = 3; } catch { return -1; } return p.k;`,
  `class M { constructor(v) { this.v = v; } } let m = new M(0); for (const x of v) m = Object.freeze(new M(m.v + x)); try { m.v = 7; } catch { return -1; } return m.v;`,
  `class M { constructor(v) { this.v = v; } } const m = n > 0 ? Object.freeze(new M(a)) : new M(b); try { m.v = 7; } catch { return -1; } return m.v;`,
  `const p = { k: a }; if (n > 0) { p.k = 5; Object.freeze(p); } return p.k;`,
  `const p = { k: a }; for (const x of v) { if (x > 1) { p.k += x; Object.freeze(p); break; } } return p.k;`,
  `const p = [a]; if (n > 0) { p[0] = 5; Object.freeze(p); } return p[0];`,
  `class Q { constructor() { this.k = 1; this.on = true; } stop() { this.on = false; return Object.freeze(this); } } const q = new Q(); if (n > 0) q.stop(); return [q.k, q.on];`,
];

describe.each(executors)('objects that are frozen, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('%s is refused', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual).toMatchObject({ refusal: 'chosen-object' });
  });
});
