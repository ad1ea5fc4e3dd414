import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Private fields and methods of other objects than `this`, which a tensor may choose, or leave out. */
const bodies: readonly string[] = [
  'class P { #f = 1; constructor(x) { this.x = x; } get() { return this.#f; } } let o = null; if (a > 0) o = new P(a); let r = 0; try { r = o.get(); } catch (e) { r = -1; } return r;',
  'class P { #f = 1; constructor(x) { this.x = x; } static of(o) { return o.#f; } } let o = null; if (a > 0) o = new P(a); let r = 0; try { r = P.of(o); } catch (e) { r = -1; } return r;',
  'class P { #f = 1; constructor(x) { this.x = x; } static of(o) { return o?.#f; } } let o = null; if (a > 0) o = new P(a); return P.of(o) ?? 5;',
  'class P { #f = 1; constructor(x) { this.x = x; } static of(o) { if (o === null) return 7; return o.#f; } } let o = null; if (a > 0) o = new P(a); return P.of(o);',
  'class P { #f = 1; constructor(x) { this.x = x; } static of(o) { try { o.#f = 2; return 3; } catch (e) { return -1; } } } let o = null; if (a > 0) o = new P(a); return P.of(o);',
  'class P { #f() { return 3; } constructor(x) { this.x = x; } static of(o) { try { return o.#f(); } catch (e) { return -1; } } } let o = null; if (a > 0) o = new P(a); return P.of(o);',
  'class P { #f = 1; constructor(x) { this.#f = x; } static of(o) { return o.#f; } static set(o, x) { o.#f = x; } } const p = new P(a), q = new P(b); const o = a > 0 ? p : q; return P.of(o);',
  'class P { #f = 1; constructor(x) { this.#f = x; } static of(o) { return o.#f; } static set(o, x) { o.#f = x; } } const p = new P(a), q = new P(b); const o = a > 0 ? p : q; P.set(o, 5); return [P.of(p), P.of(q), P.of(o)];',
  'class P { #f = 1; constructor(x) { this.#f = x; } plus(o) { return new P(this.#f + o.#f); } get f() { return this.#f; } } const p = new P(a), q = new P(b); const o = a > 0 ? p : q; return p.plus(o).f;',
  'class P { #f = 1; constructor(x) { this.#f = x; } plus(o) { return new P(this.#f + o.#f); } get f() { return this.#f; } } const ps = []; for (const x of v) ps.push(new P(x)); let s = new P(a); for (const p of ps) s = s.plus(p); return s.f;',
  'class P { #f = 1; constructor(x) { this.#f = x; } plus(o) { return new P(this.#f + o.#f); } get f() { return this.#f; } } const ps = [new P(a), new P(b), new P(3)]; let i = 0; if (a > 0) i = 1; return ps[0].plus(ps[i]).f;',
  'class P { #f = 1; constructor(x) { this.#f = x; } equals(o) { return o !== null && #f in o && o.#f === this.#f; } } const p = new P(a); let o = null; if (a > 0) o = new P(a); return p.equals(o) ? 1 : 0;',
  'class P { #f = 1; constructor(x) { this.#f = x; } static of(o) { if (o == null) return 7; return o.#f; } } let o = null; for (const x of v) if (x > 0) o = new P(x); return P.of(o);',
  'class Node { #next = null; #value; constructor(v) { this.#value = v; } link(n) { this.#next = n; return this; } sum() { let s = 0; let p = this; while (p !== null) { s = s + p.#value; p = p.#next; } return s; } } const c = new Node(a).link(new Node(b).link(new Node(3))); return c.sum();',
  'class Node { #next = null; #value; constructor(v) { this.#value = v; } link(n) { this.#next = n; return this; } sum() { let s = 0; let p = this; while (p !== null) { s = s + p.#value; p = p.#next; } return s; } } const c = new Node(a).link(new Node(b)); if (a > 0) c.link(null); return c.sum();',
  'class P { #f = 1; constructor(x) { this.#f = x; } static of(o) { return o.#f; } } let o = null; if (a > 0) o = new P(a); return o ? P.of(o) : 3;',
  'class P { #x; constructor(x) { this.#x = x; } static bump(o, k) { o.#x += k; if (o.#x > 3) o.#x = 0; return o.#x; } get() { return this.#x; } } const p = new P(a), q = new P(b); const r = []; for (let i = 0; i < 3; i++) { const o = (i + n) % 2 === 0 ? p : q; r.push(P.bump(o, i)); } return [p.get(), q.get(), r];',
  'class P { #x; constructor(x) { this.#x = x; } static bump(o, k) { o.#x += k; if (o.#x > 3) o.#x = 0; return o.#x; } get() { return this.#x; } } const p = new P(a), q = new P(b); for (let i = 0; i < n; i++) { const o = i % 2 === 0 ? p : q; P.bump(o, i); } return [p.get(), q.get()];',
  'class P { #x = 0; #n = null; static link(p, q) { p.#n = q; } static next(p) { return p.#n; } set(x) { this.#x = x; return this; } get x() { return this.#x; } } const p = new P().set(a), q = new P().set(b); if (a > 0) P.link(p, q); return P.next(p)?.x ?? 9;',
  'class P { #x = 0; static swap(p, q) { [p.#x, q.#x] = [q.#x, p.#x]; } constructor(x) { this.#x = x; } get x() { return this.#x; } } const p = new P(a), q = new P(b), r = new P(3); P.swap(a > 0 ? p : q, r); return [p.x, q.x, r.x];',
  'class P { #x = 0; static inc(p) { return p.#x++ + ++p.#x; } constructor(x) { this.#x = x; } get x() { return this.#x; } } const p = new P(a), q = new P(b); const k = P.inc(b > 0 ? p : q); return [k, p.x, q.x];',
  'class P { #list = []; static add(p, v) { p.#list.push(v); return p.#list.length; } get list() { return this.#list; } } const p = new P(), q = new P(); P.add(p, 1); P.add(a > 0 ? p : q, 5); return [p.list.length, q.list.length];',
  'class P { #list = []; static add(p, v) { if (v > 0) p.#list.push(v); return p.#list.length; } get list() { return this.#list; } } const p = new P(); P.add(p, a); P.add(p, b); return p.list.length;',
  'class P { #o = { k: 1 }; static set(p, v) { if (v > 0) p.#o.k = v; else p.#o.k -= 1; } get k() { return this.#o.k; } } const p = new P(), q = new P(); P.set(p, a); P.set(b > 0 ? p : q, b); return [p.k, q.k];',
  `class P { #m = new Map(); static put(p, k, v) { p.#m.set(k, v); } get(k) { return this.#m.get(k) ?? -1; } } const p = new P(), q = new P(); if (a > 0) P.put(p, 'u', a); P.put(a > 0 ? p : q, 'w', 2); return [p.get('u'), p.get('w'), q.get('w')];`,
  'class P { #x; constructor(x) { this.#x = x; } #scaled(k) { if (k > 1) return this.#x * k; return this.#x; } static s(p, k) { return p.#scaled(k); } } const p = new P(a), q = new P(b); return [P.s(p, n), P.s(a > 0 ? q : p, 2)];',
  'class P { #x; constructor(x) { this.#x = x; } get #half() { return this.#x / 2; } set #half(v) { this.#x = v * 2; } static h(p) { p.#half = p.#half + 1; return p.#half; } } const p = new P(a), q = new P(b); return [P.h(p), P.h(a > 0 ? q : p)];',
  'class P { #x; constructor(x) { this.#x = x; } static is(o) { return #x in o; } } class Q { #y = 1; } const p = new P(a), q = new Q(); const o = a > 0 ? p : q; return P.is(o) ? 1 : 2;',
  'class P { #x; constructor(x) { this.#x = x; } static x(o) { return o instanceof P ? o.#x : -1; } } class Q { #y = 1; } const p = new P(a), q = new Q(); const o = a > 0 ? p : q; return P.x(o);',
  'class P { #x; constructor(x) { this.#x = x; } compare(o) { return this.#x - o.#x; } get x() { return this.#x; } } const ps = [new P(a), new P(b), new P(0.5)]; ps.sort((p, q) => p.compare(q)); return ps.map((p) => p.x);',
  'class P { #x; constructor(x) { this.#x = x; } max(o) { return this.#x > o.#x ? this : o; } get x() { return this.#x; } } const ps = [new P(a), new P(b), new P(0.5)]; return ps.reduce((m, p) => m.max(p)).x;',
  'class P { #x; constructor(x) { this.#x = x; } max(o) { return this.#x > o.#x ? this : o; } get x() { return this.#x; } } let m = new P(-100); for (const x of v) m = m.max(new P(x)); return m.x;',
  'class P { #x; static #count = 0; constructor(x) { this.#x = x; P.#count += 1; } static get count() { return P.#count; } static reset() { P.#count = 0; } } P.reset(); if (a > 0) new P(1); for (let i = 0; i < n; i++) new P(i); return P.count;',
  'class P { #x; constructor(x) { this.#x = x; } copy() { const c = new P(this.#x); c.#x += 1; if (c.#x > 2) c.#x = 2; return c; } get x() { return this.#x; } } return new P(a).copy().copy().x;',
  'class P { #x; constructor(x) { this.#x = x; } static sum(ps) { let s = 0; for (const p of ps) s += p.#x; return s; } } return P.sum([new P(a), new P(b), new P(n)]) + P.sum([1, 2].map((k) => new P(k)));',
  'class P { #x; constructor(x) { this.#x = x; } equals(o) { return o?.#x === this.#x; } } const p = new P(a), q = new P(b); let o = null; if (b > 0) o = p; else if (a > 0) o = q; return [p.equals(o) ? 1 : 0, q.equals(o) ? 1 : 0, p.equals(undefined) ? 1 : 0];',
  'class P { #x; constructor(x) { this.#x = x; } #m() { return this.#x; } static m(o) { return o?.#m() ?? 7; } static m2(o) { return o?.#x?.y ?? 6; } } const p = new P(a), q = new P({ y: b }); let o = null; if (b > 0) o = p; return [P.m(o), P.m2(q), P.m2(a > 0 ? q : null)];',
  `class Account { #balance = 0; constructor(x) { this.#balance = x; } transfer(to, amount) { if (amount > this.#balance) throw new Error('short'); this.#balance -= amount; to.#balance += amount; } get balance() { return this.#balance; } } const p = new Account(2), q = new Account(1); let r = 0; try { p.transfer(q, a); p.transfer(a > 0 ? q : p, 1); } catch (e) { r = 1; } return [p.balance, q.balance, r];`,
  'class Node { #v; #next = null; constructor(v) { this.#v = v; } static chain(xs) { let head = null; for (const x of xs) { const nd = new Node(x); nd.#next = head; head = nd; } return head; } static sum(nd) { let s = 0; for (let p = nd; p !== null; p = p.#next) s += p.#v; return s; } } return Node.sum(Node.chain([a, b, n]));',
  `class P { #m = new Map(); static put(p, k, v) { p.#m.set(k, v); } get(k) { return this.#m.get(k) ?? -1; } } const p = new P(); if (a > 0) P.put(p, 'u', a); return p.get('u');`,
  `class P { #m = new Map(); put(k, v) { this.#m.set(k, v); } get(k) { return this.#m.get(k) ?? -1; } } const p = new P(), q = new P(); if (a > 0) p.put('u', a); return [p.get('u'), p.get('w'), q.get('w')];`,
];

describe.each(executors)("private names on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });
});
