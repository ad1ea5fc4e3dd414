import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A tensor decides which call of super() makes the object. */
const bodies: readonly string[] = [
  `class Base { constructor(k) { this.k = k; } } class D extends Base { constructor(x) { if (x > 0) { super(x); } else { super(-x + 1); } this.after = x; } } const d = new D(a); return [d.k, d.after];`,
  `class Base { constructor(k) { this.k = k; } } class D extends Base { tag = this.k + 1; constructor(x, y) { x > y ? super(x) : super(y); this.k += 1; } } const d = new D(a, b); return [d.k, d.tag];`,
  `class Base { constructor(k, m = 3) { this.k = k; this.m = m; } } class D extends Base { constructor(x) { if (x > 1) { const t = x * 2; super(t, 2); this.p = t; } else if (x < 0) { super(-x, 4); this.p = this.m; } else { super(0, 1); this.p = 1; } this.q = this.p + this.k; } } return [a, b, v[0]].map((x) => { const d = new D(x); return [d.k, d.m, d.p, d.q]; });`,
  `class Base { constructor(k) { this.k = k; } get name() { return this.k * 2; } } class D extends Base { #z = 1; constructor(x) { if (x > 0) { super(x); this.#z = 5; return; } super(-x); this.#z += this.name; } get z() { return this.#z; } } return [new D(a).z, new D(b).z, new D(b).k];`,
  `class Base { constructor(k) { this.k = k; } } class D extends Base { constructor(x) { if (x < 0) throw new RangeError('neg'); else super(x); this.ok = 1; } } let r = 0; for (const x of v) { try { r += new D(x).k; } catch (e) { r -= e.message.length; } } return r;`,
  `class Base { constructor(k) { this.k = k; } } class D extends Base { constructor(x) { switch (x > 0 ? 1 : x < -1 ? 2 : 3) { case 1: super(x); break; case 2: super(0); this.neg = 1; break; default: super(7); } this.neg ??= 0; } } return [a, b, v[1]].map((x) => { const d = new D(x); return [d.k, d.neg]; });`,
  `class Base extends Map { constructor(k) { super([['k', k]]); } } class D extends Base { constructor(x) { if (x > 0) { super(x); } else { super(1); } this.set('q', x); } } const d = new D(a); return [d.get('k'), d.get('q'), d.size];`,
  `class E1 extends Error { constructor(x) { if (x > 0) super('positive'); else super('no'); this.x = x; } } try { throw new E1(a); } catch (e) { return [e.message.length, e.x, e instanceof E1]; }`,
  `class Base { constructor(k) { this.k = k; } } class D extends Base { constructor(x) { if (x > 0) super(x); else super(-x); const go = () => this.k; this.f = go; } } const ds = []; for (const x of v) ds.push(new D(x)); let s = 0; for (const d of ds) s += d.k; return s;`,
  `class Base { constructor(k) { this.k = k; } } class D extends Base { constructor(x, y) { let z = y; if (x > 0) { z += 1; super(z); z += 1; this.z = z; } else { z -= 1; super(x); this.z = z * 10; } this.w = z; } } const d = new D(a, b), e = new D(b, a); return [d.k, d.z, d.w, e.k, e.z, e.w];`,
  `class Base { constructor(...xs) { this.k = xs.length; } } class D extends Base { constructor(x) { if (x > 0) { const t = x; super(t, t); } else { const t = -x; super(t); } } } return [new D(3).k, new D(-3).k];`,
];

describe.each(executors)('Calls of super in branches on $backend', ({ start, backend }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
