import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A setter of a class runs once, on the object that is chosen: what it assigns tells of itself. */
const bodies: readonly string[] = [
  `let log = 0; class P { set x(q) { log++; } } const p = new P(), q = new P(); (a > 0 ? p : q).x = 1; return log;`,
  `class P { h = []; set x(q) { this.h.push(q); } } const ps = [new P(), new P()]; ps[n % 2].x = 5; return ps.map((p) => p.h.length);`,
  `class A { constructor(parent) { this.parent = parent; } set x(y) { this.parent.total += y; } } const par = { total: 0 }; const p = new A(par), q = new A(par); (a > 0 ? p : q).x = 3; return par.total;`,
  `let log = 0; class P { set x(k) { log++; } } let p = new P(); for (let i = 0; i < n; i++) { p = i % 2 ? p : new P(); p.x = i; } return log;`,
  `let log = 0; class P { get x() { return 1; } set x(k) { log += k; } } const p = new P(), q = new P(); const t = a > 0 ? p : q; t.x += 1; t.x++; t['x'] = 4; Object.assign(t, { x: 3 }); [t.x] = [1]; for (t.x of [1, 2]); return log;`,
  `let log = 0; class P { set x(k) { log += k; this.y = k; } go() { this.x = 2; } } class Q extends P { set x(k) { super.x = k + 1; log += 10; } } const p = new Q(), q = new Q(); const t = a > 0 ? p : q; t.go(); return [log, p.y ?? 0, q.y ?? 0];`,
  `class P { _x = 0; get x() { return this._x; } set x(k) { this._x = k; } } const p = new P(), q = new P(); (a > 0 ? p : q).x = 7; return [p.x, q.x];`,
  `const mk = () => ({ _x: 0, get x() { return this._x; }, set x(k) { this._x = k; } }); const p = mk(), q = mk(); (a > 0 ? p : q).x = 7; return [p.x, q.x];`,
  `let log = 0; const mk = () => ({ set x(k) { log += k; } }); const p = mk(), q = mk(); (a > 0 ? p : q).x = 7; return log;`,
  `class P { #x = 0; get x() { return this.#x; } set x(k) { this.#x = k; } } const p = new P(), q = new P(); (a > 0 ? p : q).x = 7; return [p.x, q.x];`,
  `class P { _x = 0; get x() { return this._x; } set x(k) { this._x = k; } } const p = new P(), q = new P(); let t = p; if (a > 0) t = q; t.x += 7; p.x += 1; return [p.x, q.x, t.x];`,
  `class P { _x = 0; set x(k) { this._x = k; } } const l = []; for (const y of v) if (y > 0) l.push(new P()); const t = l[0]; if (t) t.x = 5; l.forEach((p, i) => { p.x = i + p._x; }); return l.map((p) => p._x);`,
];

describe.each(executors)(
  'setters of objects that a tensor chooses, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
