import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of a class that iterations push onto an array whose length a tensor decides. */
const bodies: readonly string[] = [
  'class P { constructor(x) { this.x = x; } } const out = []; for (let i = 0; i < n; i++) { if (i > a) out.push(new P(i)); } return [out.length, out.length ? out[0].x : -1];',
  'class P { constructor(x, y) { this.x = x; this.y = y; } len() { return this.x + this.y; } } const out = []; for (let i = 0; i < n; i++) { out.push(new P(i, i * a)); } return out.map((p) => p.len());',
  'class P { constructor(x) { this.x = x; } move(d) { this.x += d; return this; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); for (const p of out) p.move(a); return out.map((p) => p.x);',
  'class P { constructor(x) { this.x = x; } move(d) { this.x += d; return this; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); if (out.length > 0) out[0].move(5); return out.reduce((s, p) => s + p.x, 0);',
  'class Stack { constructor() { this.items = []; } push(x) { this.items.push(x); } pop() { return this.items.pop(); } get size() { return this.items.length; } } class E { constructor(v) { this.v = v; } } const s = new Stack(); for (const x of v) { if (x > 0) s.push(new E(x)); else if (s.size > 0) record(s.pop().v); } return s.size;',
  'class P { constructor(x) { this.x = x; } } const out = []; for (const x of v) if (x > 0) out.push(new P(x)); out.sort((p, q) => q.x - p.x); return out.map((p) => p.x);',
  'class P { constructor(x) { this.x = x; } } const out = []; for (const x of v) if (x > 0) out.push(new P(x)); const big = out.filter((p) => p.x > 1); return [big.length, big.every((p) => p instanceof P) ? 1 : 0];',
  'class P { constructor(x) { this.x = x; } } const out = []; for (const x of v) if (x > 0) out.push(new P(x)); const f = out.find((p) => p.x > 2); return f ? f.x : -1;',
  'class V2 { constructor(x, y) { this.x = x; this.y = y; } add(o) { return new V2(this.x + o.x, this.y + o.y); } } const pts = [new V2(0, 0)]; for (let i = 0; i < n; i++) pts.push(pts.at(-1).add(new V2(a, i))); return pts.map((p) => [p.x, p.y]);',
  'class P { constructor(x) { this.x = x; } } const q = [new P(0)]; let c = 0; while (q.length > 0) { const p = q.shift(); c++; if (p.x < a) { q.push(new P(p.x + 1)); } } return c;',
  'class P { #h = 1; constructor(x) { this.x = x; } get h() { return this.#h + this.x; } } const out = []; for (const x of v) out.push(new P(x)); return out.map((p) => p.h);',
  'class Particle { constructor(x, vx) { this.x = x; this.vx = vx; this.alive = true; } step() { this.x += this.vx; if (this.x > 3) this.alive = false; } } let ps = []; for (let i = 0; i < n; i++) { ps.push(new Particle(i, a)); for (const p of ps) p.step(); ps = ps.filter((p) => p.alive); } return ps.length;',
  'class P { constructor(x) { this.x = x; } } const p0 = new P(5); const out = [p0]; for (let i = 0; i < n; i++) { out.push(new P(i * a)); } p0.x = 9; return out.length;',
  'class P { constructor(x) { this.x = x; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); const q = out.length > 0 ? out[out.length - 1] : null; if (q) q.x = 50; return out.map((p) => p.x);',
  `class P { constructor(x, t) { this.x = x; this.t = t; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i, i > 1 ? 'hi' : 'lo')); return out.filter((p) => p.t === 'hi').length;`,
  'class P { constructor(x) { this.pos = { x, y: 0 }; } up() { this.pos.y++; } } const out = []; for (let i = 0; i < n; i++) { out.push(new P(i)); for (const p of out) p.up(); } return out.map((p) => p.pos.x * 10 + p.pos.y);',
  'class P { static made = 0; constructor(x) { this.x = x; P.made++; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); return [P.made, out.length];',
  'class Q { constructor() { this.l = []; } add(x) { this.l.push(new I(x)); } best() { let b = null; for (const i of this.l) if (b === null || i.x > b.x) b = i; return b; } } class I { constructor(x) { this.x = x; } } const q = new Q(); for (const x of v) if (x > 0) q.add(x); const b1 = q.best(); return b1 ? b1.x : -1;',
  'class P { constructor(x) { this.x = x; } } const m = []; for (const x of v) { if (x > 1) m.push(new P(x)); else m.unshift(new P(-x)); } const [f, ...r] = m; return [f.x, r.length];',
  'class P { constructor(x) { this.x = x; } } const m = []; for (const x of v) { m.push(new P(x)); } const i = m.findIndex((p) => p.x > 1); if (i >= 0) m[i] = new P(100); return m.map((p) => p.x);',
  'class N { constructor(v, d) { this.v = v; this.d = d; } } const st = [new N(1, 0)]; let t = 0; while (st.length) { const k = st.pop(); t += k.v; if (k.d < n) { st.push(new N(k.v + a, k.d + 1)); } } return t;',
  'class P { constructor(x) { this.x = x; } valueOf() { return this.x; } get twice() { return this.x * 2; } set twice(y) { this.x = y / 2; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); for (const p of out) p.twice = p.twice + 4; return out.map((p) => p.x);',
  'class P { constructor(x) { this.x = x; } } const p0 = new P(5); const out = [p0]; for (let i = 0; i < n; i++) { out.push(new P(i * a)); } out[0].x = 9; return p0.x;',
];

describe.each(executors)(
  'objects of a class in arrays that grow, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
