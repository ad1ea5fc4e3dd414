import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A tensor chooses one of several objects of a class before a loop that chooses again: what is told of the choice by a text, or by an array of another form, does not change which object it is. */
const bodies: readonly string[] = [
  `class L { constructor(s) { this.s = s; } }
const R = new L('r'), G = new L('g');
export function program(a, b, n, v, flag) { "use graph";
  let l = flag ? G : R;
  for (const x of v) { if (x > 1) l = R; }
  return [l === R, l === G];
}`,
  `class L { constructor(d, s) { this.d = d; this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
const R = new L(3, 'r'), G = new L(2, 'g'), A = new L(1, 'a');
let l = flag ? G : R;
for (const x of v) { if (x > 1) l = A; l.d += x; }
return [R.d, G.d, A.d];
}`,
  `class L { constructor(d, s) { this.d = d; this.s = s; } next() { return this === R ? G : this === G ? A : R; } }
const R = new L(3, 'r'), G = new L(2, 'g'), A = new L(1, 'a');
export function program(a, b, n, v, flag) { "use graph";
  let l = R, t = 0;
  while (t < 10) { t += l.d; if (flag) l = l.next(); }
  return t;
}`,
  `class L { constructor(d, s) { this.d = d; this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
const R = new L(3, 'r'), G = new L(2, 'g'), A = new L(1, 'a');
let l = flag ? G : R, m = l === R ? G : R; for (const x of v) { if (x > 1) [l, m] = [m, l]; l.d += 1; } return [R.d, G.d, l === R];
}`,
  `class L { constructor(d, s) { this.d = d; this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
const o = { l: new L(3, 'r') }; const G = new L(2, 'g'); if (flag) o.l = G; for (const x of v) { if (x > 1) o.l = new L(x, 'n'); else o.l.d += 1; } return [o.l.d, o.l === G, G.d, o.l.s === 'n'];
}`,
  `class L { constructor(s) { this.s = s; } } 
export function program(a, b, n, v, flag) { "use graph";
const R = new L('r'), G = new L('g');
const l = flag ? G : R; for (const x of v) { if (x > 1) l.k = x; } return [R.k ?? -1, G.k ?? -1];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L('r'), G = new L('g');
  let l = flag ? G : R;
  for (const x of v) { if (x > 1) l = R; }
  return [l === R, l === G, l.s === 'r', l.s === 'g'];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L('r'), G = new L('g');
  let l = flag ? G : R;
  for (const x of v) { if (x > 1) l = R; }
  return [l.s === 'r', l.s === 'g'];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L('r'), G = new L('g');
  let l = G;
  for (const x of v) { if (x > 1) l = R; }
  return [l === R, l === G, l.s === 'r', l.s === 'g'];
}`,
  `class L { constructor(s) { this.s = s; } } class K { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L(1), G = new K(1);
  let l = flag ? G : R;
  for (const x of v) { if (x > 1) l = R; }
  return [l === R, l === G];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L('r'), G = new L('g');
  let l = flag ? G : R;
  if (a > 1) l = R;
  return [l === R, l === G, l.s === 'r', l.s === 'g'];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) { "use graph";
  const R = new L('r'), G = new L('g');
  let l = flag ? G : R, k = 0;
  for (const x of v) { if (x > 1) k++; if (l === G) k += 10; }
  return [k, l === G];
}`,
  `class L { constructor(s) { this.s = s; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L(['r']), G = new L([1, 2]);
  let l = flag ? G : R;
  for (const x of v) { if (x > 1) l = R; }
  return [l === R, l === G, l.s.length];
}`,
  `class L { constructor(s) { this.s = s; this.log = []; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g');
  let l = flag ? G : R;
  for (let i = 0; i < n; i++) { if (i > 1) l = R; l.log.push({ k: i }); }
  return [l === R, l === G, R.log.length, G.log.length, l.s === 'r'];
}`,
  `class L { constructor(s) { this.s = s; this.log = []; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g');
  let l = G;
  for (let i = 0; i < n; i++) { if (i > 1) l = R; l.log.push({ k: i }); }
  return [l === R, l === G, R.log.length, G.log.length, l.s === 'r'];
}`,
  `class L { constructor(s) { this.s = s; this.d = 0; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g');
  let l = G, k = 0;
  try { if (flag) l = R; for (let i = 0; i < n; i++) { l.d += i; if (l === R && i > 1) throw new Error(l.s); if (i > 0) l = l === G ? R : G; } } catch (e) { k = l === R ? 1 : 2; l.d += 100; }
  return [l === R, l === G, R.d, G.d, k, l.s === 'r'];
}`,
  `class L { constructor(s) { this.s = s; this.d = 0; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g');
  let l = flag ? G : R;
  try { l.d += 1; if (a > 0) throw l; l.d += 10; } catch (e) { e.d += 100; l = e === R ? G : R; l.d += 1000; }
  return [l === R, l === G, R.d, G.d, l.s === 'r'];
}`,
  `class L { constructor(s) { this.s = s; this.d = 0; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g'), A = new L('a');
  let l = flag ? G : R, m = A;
  for (let i = 0; i < n; i++) { for (const x of v) { if (x > i) [l, m] = [m, l]; l.d += x; } m.d += 100; if (l === G) l.s = 'gg'; }
  return [l === R, l === G, l === A, m === R, m === G, m === A, R.d, G.d, A.d, G.s === 'gg'];
}`,
  `class L { constructor(s) { this.s = s; this.d = 0; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g'), A = new L('a'); const all = [R, G, A];
  let l = all[n % 3];
  for (const x of v) { if (x > 1) l = all[(all.indexOf(l) + 1) % 3]; l.d += x; }
  return [all.indexOf(l), ...all.map((q) => q.d), l.s === 'r'];
}`,
  `class L { constructor(s) { this.s = s; this.d = 0; } }
export function program(a, b, n, v, flag) {
  "use graph";
const R = new L('r'), G = new L('g'); const h = { cur: flag ? R : G };
  for (const x of v) { if (x > 1) h.cur = h.cur === R ? G : R; h.cur.d += x; }
  return [h.cur === R, R.d, G.d, h.cur.s === 'r'];
}`,
  `const R = { s: 'r', d: 0 }, G = { s: 'g', d: 0 };
export function program(a, b, n, v, flag) {
  "use graph";
const R = { s: 'r', d: 0, t: ['x', 'y'] }, G = { s: 'g', d: 0, t: ['z', 'w'] }; let c = flag ? R : G;
  for (const x of v) { if (x > 1) c = c === R ? G : R; c.d += x; if (c.t[0] === 'z') c.t[1] = 'q'; }
  return [c === R, R.d, G.d, c.s === 'r', G.t[1] === 'q'];
}`,
  `class P { constructor(name) { this.name = name; this.hp = 10; } hit(o) { o.hp -= o.name === 'x' ? 2 : 3; } }
export function program(a, b, n, v, flag) {
  "use graph";
const p = new P('x'), q = new P('y'); let turn = flag ? p : q, other = flag ? q : p, rounds = 0;
while (p.hp > 0 && q.hp > 0) { turn.hit(other); [turn, other] = [other, turn]; rounds++; }
return [rounds, p.hp, q.hp, turn === p, turn.name === 'x'];
}`,
  `class A1 { constructor(id) { this.id = id; this.bal = 10; } }
export function program(a, b, n, v, flag) {
  "use graph";
const x = new A1('x'), y = new A1('y'); let from = x, to = y; if (a < 0) [from, to] = [to, from];
for (const k of v) { if (k > 0) { from.bal -= k; to.bal += k; } else { [from, to] = [to, from]; } }
return [x.bal, y.bal, from === x];
}`,
];

describe.each(executors)(
  'objects of a class that differ in a text, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
