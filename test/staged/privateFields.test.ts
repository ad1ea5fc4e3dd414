import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../programs/results.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects with private fields that branches and iterations make anew, that grow an array, and that are changed later. */
const bodies: readonly string[] = [
  'class P { #x; constructor(x) { this.#x = x; } plus(o) { return new P(this.#x + o.#x); } get() { return this.#x; } } let s = new P(0); const q = new P(a); for (let i = 0; i < n; i++) s = s.plus(q); return [s.get(), q.get()];',
  'class P { #x; constructor(x) { this.#x = x; } max(o) { return this.#x > o.#x ? this : o; } get x() { return this.#x; } bump() { this.#x += 10; return this; } } const first = new P(-1); let m = first; for (let i = 0; i < n; i++) m = m.max(new P(i * a)); return [m.x, first.x];',
  'class V { #x; #y; constructor(x, y) { this.#x = x; this.#y = y; } add(o) { return new V(this.#x + o.#x, this.#y + o.#y); } scale(k) { return new V(this.#x * k, this.#y * k); } norm2() { return this.#x ** 2 + this.#y ** 2; } } let p = new V(0, 0), d = new V(a, b); for (let i = 0; i < n; i++) { p = p.add(d); if (p.norm2() > 5) d = d.scale(-0.5); } return p.norm2();',
  'class P { #x; constructor(x) { this.#x = x; } static sum(ps) { let s = 0; for (const p of ps) s += p.#x; return s; } bump() { this.#x += 1; } } const ps = []; for (let i = 0; i < n; i++) ps.push(new P(i * a)); for (const p of ps) p.bump(); return P.sum(ps);',
  'class P { #x; constructor(x) { this.#x = x; } get x() { return this.#x; } bump() { this.#x += 1; return this; } } let p = new P(a); const q = p; for (let i = 0; i < n; i++) { p.bump(); if (i === 1) p = new P(b); } return [p.x, q.x];',
  'class Node { #v; #next; constructor(v, next) { this.#v = v; this.#next = next; } get v() { return this.#v; } get next() { return this.#next; } } let c = new Node(a, new Node(b, null)); if (a > 0) c = new Node(5, c.next); return [c.v, c.next.v];',
  'class Base { #id = 1; constructor(k) { this.k = k; } get id() { return this.#id; } set id(v) { this.#id = v; } } class D extends Base { #z = 2; constructor(k, z) { super(k); this.#z = z; } next() { const d = new D(this.k + 1, this.#z * 2); d.id = this.id + 3; return d; } get z() { return this.#z; } } let d = new D(a, b); for (let i = 0; i < n; i++) d = d.next(); return [d.k, d.z, d.id];',
  'class Base { constructor(k) { this.k = k * 2; } twice() { return this.k * 2; } } class D extends Base { #z = 2; constructor(k) { super(k); this.#z = k; } next() { return new D(this.#z + 1); } get z() { return this.#z; } } let d = new D(a); while (d.z < 6) d = d.next(); return [d.k, d.z, d.twice(), d instanceof Base ? 1 : 2];',
  'class Stack { #items = []; push(x) { this.#items.push(x); return this; } with(x) { const s = new Stack(); for (const y of this.#items) s.push(y); return s.push(x); } get size() { return this.#items.length; } sum() { return this.#items.reduce((p, q) => p + q, 0); } } let s = new Stack(); for (let i = 0; i < n; i++) s = s.with(i + a); return [s.size, s.sum()];',
  'class Acc { #sum = 0; #n = 0; add(x) { const r = new Acc(); r.#sum = this.#sum + x; r.#n = this.#n + 1; return r; } get mean() { return this.#n > 0 ? this.#sum / this.#n : 0; } } return v.filter((x) => x > 0).reduce((s, x) => s.add(x), new Acc()).mean;',
  'class P { #x = 0; static of(x) { const p = new P(); p.#x = x; return p; } eq(o) { return this.#x === o.#x; } next() { return P.of(this.#x / 2); } get x() { return this.#x; } } let p = P.of(n), q = P.of(-1); while (!p.eq(q) && p.x > 0.5) { q = p; p = p.next(); } return [p.x, q.x];',
  'let made = 0; class P { #x; #id = ++made; constructor(x) { this.#x = x; } get x() { return this.#x; } inc() { return new P(this.#x + 1); } } let p = new P(a); p = p.inc().inc(); return [p.x, made];',
  'class P { #x; constructor(x) { this.#x = x; } get x() { return this.#x; } } const f = (x) => { if (x > 0) return new P(x); if (x < -1) return new P(-x); return null; }; return [a, b, n].map((x) => f(x)?.x ?? -1);',
  'class P { #x; y = 1; constructor(x) { this.#x = x; } with(y) { const p = new P(this.#x); p.y = y; return p; } get all() { return [this.#x, this.y]; } } let p = new P(a); for (let i = 0; i < n; i++) if (i > 0) p = p.with(p.y + i); return p.all;',
  'class S { #items; #size; get size() { return this.#size; } set size($v) { this.#size = $v; } constructor() { this.#items = []; this.#size = 0; } push(x) { this.#items[this.#size] = x; this.#size++; } pop() { this.#size--; return this.#items[this.#size]; } } const s = new S(); for (let i = 0; i < n; i++) s.push(i * a); let t = 0; while (s.size > 0) t = t * 2 + s.pop(); return t;',
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } } const out = []; for (let i = 0; i < n; i++) { if (i > a) out.push(new P(i)); } return [out.length, out.length ? out[0].x : -1];',
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } move(d) { this.#x += d; return this; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); if (out.length > 0) out[0].move(5); return out.reduce((s, p) => s + p.x, 0);',
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } } const out = []; for (const x of v) if (x > 0) out.push(new P(x)); const big = out.filter((p) => p.x > 1); return [big.length, big.every((p) => p instanceof P) ? 1 : 0];',
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } } const q = [new P(0)]; let c = 0; while (q.length > 0) { const p = q.shift(); c++; if (p.x < a) { q.push(new P(p.x + 1)); } } return c;',
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } } const out = []; for (let i = 0; i < n; i++) out.push(new P(i)); const q = out.length > 0 ? out[out.length - 1] : null; if (q) q.x = 50; return out.map((p) => p.x);',
  'class Q { #l; constructor() { this.#l = []; } add(x) { this.#l.push(new I(x)); } best() { let b = null; for (const i of this.#l) if (b === null || i.x > b.x) b = i; return b; } } class I { constructor(x) { this.x = x; } } const q = new Q(); for (const x of v) if (x > 0) q.add(x); const b1 = q.best(); return b1 ? b1.x : -1;',
  'class N { #d; get d() { return this.#d; } set d($v) { this.#d = $v; } #v; get v() { return this.#v; } set v($v) { this.#v = $v; } constructor(v, d) { this.#v = v; this.#d = d; } } const st = [new N(1, 0)]; let t = 0; while (st.length) { const k = st.pop(); t += k.v; if (k.d < n) { st.push(new N(k.v + a, k.d + 1)); } } return t;',
  'const mk = () => new P(); if (a > 0) { try { return mk().k; } catch (e) { return e.name === "ReferenceError" ? -7 : -8; } } class P { #k; get k() { return this.#k; } set k($v) { this.#k = $v; } constructor() { this.#k = b; } } return mk().k;',
  'class Grid { #h; #w; constructor(w, h) { this.#w = w; this.#h = h; } *cells() { for (let y = 0; y < this.#h; y++) for (let x = 0; x < this.#w; x++) yield { x, y }; } *diag() { for (const c of this.cells()) if (c.x === c.y) yield c; } } let c = 0; for (const { x, y } of new Grid(n, 2).diag()) c += x + y + 1; return c;',
  'class Range { #hi; #lo; constructor(lo, hi) { this.#lo = lo; this.#hi = hi; } [Symbol.iterator]() { let k = this.#lo; const hi = this.#hi; return { next: () => k < hi ? { value: k++, done: false } : { value: undefined, done: true } }; } } let s = 0; for (const x of new Range(1, n)) { if (x === 2) continue; s += x; } return s;',
  'class L { #ks; constructor() { this.#ks = []; } add(k) { this.#ks.push(k); return this; } [Symbol.iterator]() { let i = 0; return { next: () => i < this.#ks.length ? { value: this.#ks[i++], done: false } : { value: undefined, done: true } }; } } const t = new L().add(1); for (let i = 0; i < n; i++) t.add(i * 2); return [...t].length * 10 + Math.max(...[...t]);',
  'class A { #x; constructor() { this.#x = 1; } f() { return this.#x; } } class B { constructor(y) { this.y = y; } f() { return this.y * 10; } } let s = new A(); for (let i = 0; i < n; i++) { if (a + i > 2) s = new B(i); } return s.f();',
  `class A { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor() { this.#x = 'p'; } } let s = null; for (let i = 0; i < n; i++) { if (a + i > 2) { s = new A(); s.x = 'q'; } else s = new A(); } return s ? (s.x === 'q' ? 5 : 6) : -1;`,
  'class C { #t; get t() { return this.#t; } set t($v) { this.#t = $v; } constructor() { this.#t = 0; } tick(x) { this.#t += x; return this.#t > 2 ? new D(this.#t) : this; } } class D { constructor(t) { this.end = t; } tick() { return this; } } let s = new C(); for (const x of v) s = s.tick(x); return s instanceof D ? s.end : s.t;',
  'class Some { #v; constructor(v) { this.#v = v; } map(f) { return new Some(f(this.#v)); } flatMap(f) { return f(this.#v); } getOr(d) { return this.#v; } } class None { map() { return this; } flatMap() { return this; } getOr(d) { return d; } } const none = new None(); let o = new Some(1); for (const x of v) o = o.flatMap((y) => x > 2 ? none : new Some(y + x)); return o.map((y) => y * 3).getOr(-7);',
  'class Node { #kids; get kids() { return this.#kids; } set kids($v) { this.#kids = $v; } #v; get v() { return this.#v; } set v($v) { this.#v = $v; } constructor(v, kids = []) { this.#v = v; this.#kids = kids; } } const t = new Node(1, [new Node(2, [new Node(4)]), new Node(3)]); let s = 0; const st = [t]; while (st.length > 0) { const k = st.pop(); if (k.v * a > 2) s += k.v; for (const c of k.kids) if (c.v !== n) st.push(c); } return s;',
  'class Node { #left; get left() { return this.#left; } set left($v) { this.#left = $v; } #right; get right() { return this.#right; } set right($v) { this.#right = $v; } #v; constructor(v) { this.#v = v; this.#left = null; this.#right = null; } } const root = new Node(a); if (b < a) root.left = b; else root.right = b; return (root.left ?? 0) - (root.right ?? 0);',
  `class A { #k; constructor(k) { this.#k = k; } valueOf() { return this.#k; } toString() { return 'A'; } } const o = new A(a), p = new A(b); return [o + 1, o > p ? 1 : 2, o * p, -o, o < p ? 3 : 4];`,
  'class A { #k; constructor(k) { this.#k = k; } valueOf() { if (this.#k > 0) return this.#k; return 0; } } const p = new A(a), q = new A(b); const o = flag ? p : q; return [o + 1, p - q, Math.max(p.valueOf(), 0)];',
  `class S { #k; constructor(k) { this.#k = k; } } const s = a > 0 ? new S(a) : null; return [s?.constructor === S ? 1 : 2, s && s.constructor.name === 'S' ? 3 : 4];`,
  'class Q { #count; get count() { return this.#count; } set count($v) { this.#count = $v; } #items; get items() { return this.#items; } set items($v) { this.#items = $v; } constructor() { this.#items = []; this.#count = 0; } add(v) { const e = { v, hits: 0 }; this.#items.push(e); this.#count++; return e; } } const q = new Q(); for (let i = 0; i < n; i++) { const e = q.add(i * b); e.hits = i; if (e.v > 2) e.hits += 5; } return [q.count, q.items.map((e) => e.hits)];',
  'class Node { #next; get next() { return this.#next; } set next($v) { this.#next = $v; } #val; get val() { return this.#val; } set val($v) { this.#val = $v; } constructor(val, next) { this.#val = val; this.#next = next; } } const list = new Node(1, new Node(2, new Node(3, null))); const picked = []; for (let p = list; p !== null; p = p.next) if (p.val * a > 1) picked.push(p); picked.forEach((p) => { p.val *= 10; }); return [list.val, list.next.val, list.next.next.val];',
  'class P { #x; constructor(x) { this.#x = x; } d() { return this.#x * 2; } } const l = [new P(a)]; if (b > 0) l.push(new P(b)); return l.map((p) => p.d());',
  'class C { #p; constructor(p) { this.#p = p; } } let o = new C(2); const r = o; while (b < 3) { b++; if (a > 0) o = new C(b); } return o === r ? 1 : 2;',
  'class C { #p; get p() { return this.#p; } set p($v) { this.#p = $v; } constructor(p) { this.#p = p; } } let o = new C(2); const r = o; if (a > 0) { o.p += 1; o = new C(5); } return r.p;',
  'class Vec { #c; get c() { return this.#c; } set c($v) { this.#c = $v; } constructor(...c) { this.#c = c; } sum() { return this.#c.reduce((s, x) => s + x, 0); } get size() { return this.#c.length; } } const list = []; for (let i = 0; i < n; i++) list.push(i + a); const w = new Vec(...list); return [w.sum(), w.size];',
  `class Node { #next; #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x, next) { this.#x = x; this.#next = next; } } let head = null; try { for (const x of v) { head = new Node(x, null); if (x > 2) throw x; } head = 'none'; } catch (e) { return [head.x, 2]; } return [-1, 0];`,
  'class P { #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x) { this.#x = x; } } const p = new P(a); let q = p; try { q.x = 5; if (a > 0) throw 0; q.x = 7; q = new P(b); } catch { record(q === p ? 1 : 2); record(p.x); } return q.x;',
  `class Node { #next; get next() { return this.#next; } set next($v) { this.#next = $v; } #x; get x() { return this.#x; } set x($v) { this.#x = $v; } constructor(x, next) { this.#x = x; this.#next = next; } } let head = null; try { for (const x of v) { head = new Node(x, head); if (x > 2) throw x; } head = 'none'; } catch (e) { return [head.x, head.next === null ? 1 : 0]; } return [-1, 0];`,
  'class C { #z; get z() { return this.#z; } set z($v) { this.#z = $v; } z = null; set(x) { if (this.#z === null || this.#z < x) this.#z = x; } } const c = new C(); let i = 0; while (i < n) { if (i > b) c.set(i); i++; } return [c.z ?? -1];',
  `class C { #w; #z; get z() { return this.#z; } set z($v) { this.#z = $v; } constructor() { for (const k of [1, 2]) { if (a > k) this.#z = k; } [1].forEach(() => { if (b > 0) this.#w = 3; }); } has() { return 'z' in this; } } const c = new C(); return [c.has(), 'w' in c, c.z ?? -1];`,
  'class S { #cur; get cur() { return this.#cur; } set cur($v) { this.#cur = $v; } cur = false; set(x) { if (x > 0) this.#cur = { x }; } } const s = new S(); s.set(a); s.set(b); return s.cur ? s.cur.x : 0;',
  'class C { #o; constructor() { this.#o = a > 0 && { z: 1 }; } get z() { return this.#o ? this.#o.z : 0; } } return new C().z;',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q; switch (o) { case p: return 1; case q: return 2; default: return 3; }',
  'const p = { k: 1 }, q = { k: 2 }; const o = a > 0 ? p : q, u = b > 0 ? p : q; return [o === u ? 1 : 0, o !== p ? 1 : 0, [p, q].lastIndexOf(o)];',
  'const ws = [{ f: (x) => x + 1, on: true }, { f: (x) => x * 2, on: b > 0 }]; let r = a; for (const { f, on } of ws) if (on) r = f(r); return r;',
  'class P { #x = 1; static sum(...ps) { return ps.reduce((s, p) => s + p.#x, 0); } set(x) { this.#x = x; return this; } } const ps = [new P().set(a), new P().set(b)]; return [P.sum(...ps), P.sum(a > 0 ? ps[0] : ps[1])];',
  'class P { #x; constructor(x) { this.#x = x; } clone() { return new P(this.#x); } swap(o) { const t = this.#x; this.#x = o.#x; o.#x = t; } get x() { return this.#x; } } const p = new P(a), q = new P(b), r = q.clone(); for (let i = 0; i < n; i++) { if (i % 2 === 0) p.swap(q); else q.swap(r); } return [p.x, q.x, r.x];',
  'class C { static #inst = null; static get() { return (C.#inst ??= new C()); } n = 0; } C.get().n += a > 0 ? 1 : 2; C.get().n += 1; return C.get().n;',
  'class Obs { #subs = new Set(); on(f) { this.#subs.add(f); return () => this.#subs.delete(f); } emit(x) { for (const f of this.#subs) f(x); } } const o = new Obs(); let s = 0; const off = o.on((x) => { s += x; }); o.on((x) => { s += 2 * x; }); o.emit(a); if (b > 0) off(); o.emit(1); return s;',
  `class LRU { #m = new Map(); #cap; constructor(cap) { this.#cap = cap; } get(k) { if (!this.#m.has(k)) return -1; const v = this.#m.get(k); this.#m.delete(k); this.#m.set(k, v); return v; } put(k, v) { if (this.#m.has(k)) this.#m.delete(k); else if (this.#m.size >= this.#cap) this.#m.delete(this.#m.keys().next().value); this.#m.set(k, v); } } const c = new LRU(2); c.put('x', a); c.put('y', b); c.get('x'); c.put('z', n); return [c.get('x'), c.get('y'), c.get('z')];`,
  'class P { #x; #y; constructor({ x, y = 2 }) { this.#x = x; this.#y = y; } get s() { return this.#x + this.#y; } with(x) { return new P({ x, y: this.#y * 2 }); } } let p = new P({ x: a }); if (b > 0) p = p.with(b); for (let i = 0; i < n; i++) p = p.with(p.s / 2); return p.s;',
  'class P { #x; #y; constructor([x, y]) { this.#x = x; this.#y = y; } get s() { return this.#x * this.#y; } static of(...xs) { return new P(xs); } } const p = a > 0 ? P.of(a, 2) : P.of(b, 3); const l = []; for (let i = 0; i < n; i++) if (i !== 1) l.push(P.of(i, a)); return [p.s, l.length, l.reduce((t, q) => t + q.s, 0)];',
  'let made = 0; const next = () => { made += 1; return made; }; class P { #id = next(); #x; constructor(x) { this.#x = x; } get id() { return this.#id; } get x() { return this.#x; } } let p = new P(a); for (let i = 0; i < n; i++) p = new P(p.x + 1); const q = b > 0 ? p : new P(7); return [q.x, q.id, made];',
  'class A { #k = Math.max(b, 2); #m = b % 3; tick(x) { this.#k += x; if (this.#k > 4) this.#m += 1; return this; } get all() { return [this.#k, this.#m]; } } let o = new A(); for (const x of v) if (x > 0) o = new A().tick(x); return o.all;',
  'class Base { #id; constructor({ id }, ...rest) { this.#id = id + rest.length; } get id() { return this.#id; } } class D extends Base { #z; constructor(z, { id = 1 } = {}) { super({ id }, 1, 2); this.#z = z; } get z() { return this.#z; } next() { return new D(this.#z + 1, { id: this.id }); } } let d = new D(a); if (b > 0) d = d.next(); while (d.z < 3) d = d.next(); return [d.id, d.z, d instanceof Base];',
  `class Temp { #c; #log = []; constructor(c, unit = c > 0 ? 'C' : 'F', scale = unit.length) { this.#c = c * scale; } set(c) { this.#log.push(this.#c); this.#c = c; return this; } get c() { return this.#c; } get n() { return this.#log.length; } } let t = new Temp(n); for (let i = 0; i < n; i++) if (i > a) t = new Temp(n).set(i); return [t.c, t.n];`,
  `const cfg = { base: b }; class R { #v = cfg.base * 2 + [1, 2].map((x) => x * 2).length; #w = new Map([['k', a]]); up(x) { this.#v = x; this.#w.set('k', x); return this; } get r() { return this.#v + this.#w.get('k'); } } const r = flag ? new R() : new R().up(a); return r.r;`,
];

const ofModule = `
  "use graph";
  class Base { constructor(k) { this.k = k; } }
  export class Vector extends Base {
    #x; #y = 0;
    constructor(x, y) { super(1); this.#x = x; this.#y = y; }
    plus(o) { return new Vector(this.#x + o.#x, this.#y + o.#y); }
    move(d) { this.#x += d; return this; }
    get square() { return this.#x ** 2 + this.#y ** 2; }
  }
  export function steps(n) {
    let p = new Vector(0, 0), k = 0;
    while (p.square < n) { p = p.plus(new Vector(1, 1)); k++; }
    return [k, p.square, p.k];
  }
  export async function moved(n) {
    const all = [];
    for (let i = 0; i < n; i++) all.push(new Vector(i, 1));
    for (const one of all) one.move(1);
    return all.reduce((sum, one) => sum.plus(one), new Vector(0, 0)).square;
  }
`;

const counted = `
  let made = 0;
  export class Counted {
    #id = ++made;
    constructor(x) { this.x = x; }
    get id() { return this.#id; }
    next() { "use graph"; return new Counted(this.x + 1); }
  }
  export function run(n) {
    "use graph";
    let c = new Counted(0);
    while (c.x < n) c = c.next();
    return [c.x, c.id];
  }
`;

describe.each(executors)("private fields on '$backend'", ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it('of classes of a module', async () => {
    type Run = (n: tf.Tensor) => Promise<unknown>;
    const { steps, moved } = await compile<{ steps: Run; moved: Run }>(ofModule);
    expect(await settled(steps(tf.scalar(7)))).toEqual([2, 8, 1]);
    expect(await settled(moved(tf.scalar(3, 'int32')))).toEqual(45);
  });

  it('of a class that notices each object that is made', async () => {
    const { run } = await compile<{ run: (n: tf.Tensor) => unknown }>(counted);
    expect(await settled(run(tf.scalar(3)))).toEqual([3, 4]);
  });
});
