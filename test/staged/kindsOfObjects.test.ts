import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* Objects of several classes, or with several sets of keys, that iterations put in the place of each other. */
const bodies: readonly string[] = [
  'class A { constructor() { this.x = 1; } f() { return this.x; } } class B { constructor(y) { this.y = y; } f() { return this.y * 10; } } let s = new A(); for (let i = 0; i < n; i++) { if (a + i > 2) s = new B(i); } return s.f();',
  'class A { constructor() { this.x = 1; } f() { return this.x; } } class B { constructor(y) { this.y = y; } f() { return this.y * 10; } } let s = null; for (let i = 0; i < n; i++) { if (a + i > 2) s = new B(i); else s = new A(); } return s ? s.f() : -1;',
  'class A { constructor() { this.x = 1; } f() { return this.x; } } class B { constructor(y) { this.y = y; } f() { return this.y * 10; } } let s = null; for (let i = 0; i < n; i++) { if (a + i > 2) s ??= new B(i); else s ??= new A(); } return s ? s.f() : -1;',
  `class A { constructor() { this.x = 'p'; } } let s = null; for (let i = 0; i < n; i++) { if (a + i > 2) { s = new A(); s.x = 'q'; } else s = new A(); } return s ? (s.x === 'q' ? 5 : 6) : -1;`,
  'class Idle { next(x) { return x > 0 ? new Run() : this; } id() { return 0; } } class Run { next(x) { return x > 1 ? new Idle() : this; } id() { return 1; } } let s = new Idle(); for (const x of v) s = s.next(x); return s.id();',
  'class Idle { next(x) { return x > 0 ? new Run() : this; } id() { return 0; } } class Run { next(x) { return x > 1 ? new Done() : this; } id() { return 1; } } class Done { next() { return this; } id() { return 2; } } let s = new Idle(); for (const x of v) s = s.next(x); return s.id();',
  'class Idle { next(x) { return x > 0 ? new Run(x) : this; } id() { return 0; } } class Run { constructor(x) { this.k = x; } next(x) { this.k += x; return x > 1 ? new Done(this.k) : this; } id() { return 1; } } class Done { constructor(k) { this.total = k; } next() { return this; } id() { return 2 + this.total; } } let s = new Idle(); for (const x of v) s = s.next(x); return s.id();',
  'const idle = { next: (x) => x > 0 ? run : idle, id: 0 }; const run = { next: (x) => x > 1 ? done : run, id: 1 }; const done = { next: () => done, id: 2 }; let s = idle; for (const x of v) s = s.next(x); return s.id;',
  'const idle = (x) => x > 0 ? run : idle; const run = (x) => x > 1 ? done : run; const done = () => done; let s = idle; for (const x of v) s = s(x); return s === idle ? 0 : s === run ? 1 : 2;',
  'class Shape { area() { return 0; } } class Sq extends Shape { constructor(s) { super(); this.s = s; } area() { return this.s ** 2; } } class Ci extends Shape { constructor(r) { super(); this.r = r; } area() { return 3 * this.r ** 2; } } let best = new Shape(); for (const x of v) { const c = x > 0 ? new Sq(x) : new Ci(-x); if (c.area() > best.area()) best = c; } return best.area();',
  'class Num { constructor(x) { this.x = x; } ev() { return this.x; } } class Add { constructor(l, r) { this.l = l; this.r = r; } ev() { return this.l.ev() + this.r.ev(); } } let e = new Num(0); for (const x of v) e = new Add(e, new Num(x)); return e.ev();',
  // What is assigned to an object where it is made is there for sure.
  'class C { constructor(r) { this.r = r; } area() { return 3 * this.r; } } class R { constructor(w, h) { Object.assign(this, { w, h }); } area() { return this.w * this.h; } } let best = new C(a); for (let i = 0; i < n; i++) { const s = i % 2 === 0 ? new R(a + i, b) : new C(i); if (s.area() > best.area()) best = s; } return [best.area(), best instanceof R ? 1 : 0];',
  'class A { constructor(x) { this.init(x); } init(x) { this.x = x; this.twice = x * 2; } get() { return this.x + this.twice; } } class B extends A { init(x) { super.init(x); this.z = 1; } get() { return super.get() * this.z; } } let s = new A(a); for (let i = 0; i < n; i++) { if (a + i > 1) s = new B(a + i); else if (i === 2) s = new A(b); } return [s.get(), s instanceof B ? 1 : 0];',
  'class A { constructor(x) { this.x = x; } } class B { constructor(x) { this.y = x; } } let s = new A(a); for (let i = 0; i < n; i++) { if (a + i > 1) { const t = new B(a + i); t.y += 1; t.more = i; if (v[0] > 1) t.more *= 2; s = t; } else { s = new A(b); s.x *= 3; } } return s instanceof B ? s.y + s.more : s.x;',
  `let s = { kind: 'idle' }; for (let i = 0; i < n; i++) { if (s.kind === 'idle') { if (a + i > 1) s = { kind: 'run', since: i }; } else if (i - s.since > 1) s = { kind: 'done', total: i }; } return s.kind === 'done' ? s.total : s.kind === 'run' ? -s.since : 0;`,
  `let s = { kind: 'idle', t: 0 }; for (let i = 0; i < n; i++) { if (s.kind === 'idle') { if (a + i > 1) s = { kind: 'run', t: i }; } else if (i - s.t > 1) s = { kind: 'done', t: i }; } return s.kind === 'done' ? s.t : s.kind === 'run' ? -s.t : 0;`,
  'class Idle { next(x) { return x > 0 ? new Run(x) : this; } get id() { return 0; } } class Run { constructor(x) { this.k = x; } next(x) { this.k += x; return x > 1 ? new Done(this.k) : x < 0 ? new Idle() : this; } get id() { return 1; } } class Done { constructor(k) { this.total = k; } next() { return this; } get id() { return 2 + this.total; } } let s = new Idle(); for (let i = 0; i < n; i++) { s = s.next(i - a); record(s.id); } return s.id;',
  `let s = { kind: 'idle' }; const turn = (s, x) => { switch (s.kind) { case 'idle': return x > 0 ? { kind: 'run', since: x } : s; case 'run': return x - s.since > 1 ? { kind: 'done', total: x + s.since } : s; default: return s; } }; for (const x of v) { s = turn(s, x); } return s.kind === 'done' ? s.total : s.kind === 'run' ? -s.since : 0;`,
  `let s = { kind: 'idle' }; const turn = (s, x) => { switch (s.kind) { case 'idle': return x > 0 ? { kind: 'run', since: x } : s; case 'run': return x - s.since > 1 ? { kind: 'done', total: x + s.since } : s; default: return s; } }; for (let i = 0; i < n; i++) { s = turn(s, i - a); if (s.kind === 'done') record(s.total); } return s.kind === 'done' ? s.total : s.kind === 'run' ? -s.since : 0;`,
  `let r = { ok: true, value: 0 }; for (let i = 0; i < n; i++) { if (r.ok) r = a + i > 2 ? { ok: false, error: 'big', at: i } : { ok: true, value: r.value + i }; } return r.ok ? r.value : -r.at;`,
  `let r = { ok: true, value: 0 }; for (const x of v) { if (!r.ok) continue; r = x > 2 ? { ok: false, error: x > 2.5 ? 'huge' : 'big' } : { ok: true, value: r.value + x }; } if (r.ok) return r.value; return r.error === 'big' ? -1 : -2;`,
  'class Circle { constructor(r) { this.r = r; } area() { return 3 * this.r * this.r; } grow(k) { return new Circle(this.r + k); } } class Sq { constructor(s) { this.s = s; } area() { return this.s * this.s; } grow(k) { return k > 1 ? new Circle(this.s) : new Sq(this.s + k); } } let s = new Sq(1); let total = 0; for (let i = 0; i < n; i++) { s = s.grow(i * a); total += s.area(); } return [total, s instanceof Circle ? 1 : 0];',
  `let o = { a: 1 }; for (let i = 0; i < n; i++) { if (i % 2 === 0) o = { b: i, c: a }; else o = { a: i }; } return 'b' in o ? o.b + o.c : o.a;`,
  'let o = { a: 1 }; for (let i = 0; i < n; i++) { if (i % 3 === 0) o = { b: i, c: a }; else if (i % 3 === 1) o = null; else o = { a: i }; } if (o === null) return -5; return o.b ?? o.a;',
  'let o = null; for (let i = 0; i < n; i++) { if (a + i > 2) o = { b: i, c: a }; else if (b + i > 1) o = { a: i }; } return o ? (o.b ?? o.a) : -5;',
  `let t = { type: 'leaf', v: a }; for (let i = 0; i < 3; i++) { t = t.type === 'leaf' ? { type: 'node', l: t, r: { type: 'leaf', v: i } } : { type: 'leaf', v: t.l.v + t.r.v }; } return t.type === 'leaf' ? t.v : t.l.v * 10;`,
  'class P { go(x) { return x > 0 ? new Q(this.n ?? 1) : this; } } class Q { constructor(n) { this.n = n; } go(x) { if (x > 1) return new P(); this.n++; return this; } } let s = new P(), c = 0; while (c < n) { s = s.go(c - b); c++; } return s instanceof Q ? s.n : -1;',
  `let tok = { t: 'num', v: 0 }; const out = []; for (const x of v) { if (x > 1) tok = { t: 'op', s: '+' }; else if (x > 0) tok = { t: 'num', v: x }; else if (tok.t === 'num') tok = { t: 'num', v: tok.v + x }; out.push(tok.t === 'num' ? tok.v : -100); } return out;`,
  `let e2 = null; for (let i = 0; i < n; i++) { const r = i - a > 1 ? { err: 'x' } : i - a > 0 ? { val: i } : null; if (r) e2 = r; } return e2 === null ? 0 : 'err' in e2 ? -1 : e2.val;`,
  `let s = { k: 'a' }; let cnt = 0; do { cnt++; if (s.k === 'a') s = { k: 'b', n: cnt }; else if (s.k === 'b') { s.n += 10; if (s.n > 20) s = { k: 'c' }; } } while (s.k !== 'c' && cnt < n + 4); return s.k === 'b' ? s.n : cnt;`,
  `const p = { k: 'a' }; const q = { k: 'b', d: 2 }; let s = p; for (let i = 0; i < n; i++) s = i - a > 0 ? q : p; return s.k === 'b' ? s.d : 1;`,
  `const p = { k: 'a' }; const q = { k: 'b', d: 2 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? q : p; record(s === q ? 1 : 2); } return 1;`,
  `const p = { k: 'a', c: 0 }; const q = { k: 'b', d: 2 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? q : p; if (s.k === 'a') s.c += 1; } return p.c;`,
  `const p = { k: 'a', c: 0 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? {k: 'z' } : s; if (s.k === 'a') s.c += 1; } return p.c;`,
  'class C { constructor() { this.t = 0; } tick(x) { this.t += x; return this.t > 2 ? new D(this.t) : this; } } class D { constructor(t) { this.end = t; } tick() { return this; } } let s = new C(); for (const x of v) s = s.tick(x); return s instanceof D ? s.end : s.t;',
  'class C { constructor(t) { this.t = t; } tick(x) { const t = this.t + x; return t > 2 ? new D(t) : new C(t); } } class D { constructor(t) { this.end = t; } tick() { return this; } } let s = new C(0); for (const x of v) s = s.tick(x); return s instanceof D ? s.end : s.t;',
  `let e2 = null; for (let i = 0; i < n; i++) { if (a + i > 3) e2 = { u: i }; else if (a + i > 2) e2 = { w: i, z: 2 }; } return e2 && 'w' in e2 ? e2.z : 9;`,
  'const p = { x: 1, y: 2 }, q = { x: 3 }; let o = a > 0 ? p : b > 0 ? q : null; if (flag) o = { x: 7 }; return o ? o.x : -1;',
  'const p = { x: 1, y: 2 }, q = { x: 3 }; let o = a > 0 ? p : q; if (flag) o = b > 0 ? q : p; o.x = 50; return [p.x, q.x, o === p ? 1 : 0, o === q ? 1 : 0];',
  'const p = { x: 1, y: 2 }, q = { x: 3 }; let o = a > 0 ? p : q; if (flag) { o = b > 0 ? q : { x: 9, y: 8 }; } o.x += 50; return [p.x, q.x, o.x, o === p ? 1 : 0];',
  'const p = { x: 1, y: 2 }, q = { x: 3 }; let o = a > 0 ? p : q; let r = b > 0 ? q : p; if (flag) [o, r] = [r, o]; o.x = 9; return [p.x, q.x, r.x, o === r ? 1 : 0];',
  'class A { constructor(x) { this.x = x; } get() { return this.x; } } class B extends A { get() { return -this.x; } } let o = a > 0 ? new A(1) : new B(2); if (flag) o = b > 0 ? new B(3) : new A(4); o.x++; return [o.get(), o instanceof B ? 1 : 0];',
  'class A { constructor(x) { this.x = x; } get() { return this.x; } } class B extends A { get() { return -this.x; } } class C { get() { return 100; } } let o = a > 0 ? new A(1) : new B(2); if (flag) o = b > 0 ? new C() : new A(4); if (n > 2) o = o instanceof A ? o : new B(b); return [o.get(), o instanceof B ? 1 : 0];',
  `let t = null; for (const x of v) { if (x > 2) t = { kind: 'hi', x }; else if (x > 0) t = t === null ? { kind: 'lo' } : t.kind === 'hi' ? { kind: 'mid', prev: t.x } : t; } return t === null ? -1 : t.kind === 'mid' ? t.prev : t.kind === 'hi' ? t.x : 0;`,
  'let t = undefined; let log = []; for (const x of v) { t = x > 2 ? { e: x } : x < 0 ? { w: 1, y: x } : t; log.push(t === undefined ? 0 : t.e ?? t.w); } return log;',
  `const st = []; let cur = { t: 'root' }; for (const x of v) { if (x > 2) cur = { t: 'num', x }; else if (cur.t === 'num') { st.push(cur.x); cur = { t: 'root' }; } } return [st.length, cur.t === 'num' ? cur.x : -1];`,
  'let o = a > 0 ? { f: (x) => x + 1 } : { g: (x) => x * 2, f: (x) => x }; if (flag) o = { f: (x) => x - 1 }; return o.f(b);',
  `const p = { k: 'a', c: 0 }, q = { k: 'b', d: 0 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? q : p; p.c += 1; q.d += 2; } return [p.c, q.d, s.k === 'a' ? s.c : s.d];`,
  `const p = { k: 'a', c: 0 }, q = { k: 'b', d: 0 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? q : p; if (s === p) p.c += 1; } return [p.c, q.d];`,
  `const p = { k: 'a', c: 0 }; let s = p; for (let i = 0; i < n; i++) { s = i - a > 0 ? { k: 'b', d: i } : p; p.c += 1; } return [p.c, s.k === 'a' ? s.c : s.d];`,
  `const p = { k: 'a', c: 0 }; let s = p; for (let i = 0; i < n; i++) { if (s.k === 'a') { s.c += 1; if (i - a > 0) s = { k: 'b', d: i }; } else { p.c += 10; } } return [p.c, s.k === 'a' ? s.c : s.d];`,
  'class C { constructor() { this.t = 0; } } class D { constructor(t) { this.end = t; } } const c = new C(); let s = c; for (const x of v) { c.t += x; if (x > 1) s = s instanceof C ? new D(s.t) : c; } return [c.t, s instanceof D ? s.end : s.t, s === c ? 1 : 0];',
  'const p = { x: 1 }, q = { x: 2, y: 3 }; let o = b > 0 ? p : q; for (let i = 0; i < n; i++) { o.x += i; if (i > 1) p.x += 100; } return [p.x, q.x, o.x, o === p ? 1 : 0];',
  'const a1 = { t: 1, r: [1, 2] }; let cur = a1; for (const x of v) { if (cur.t === 1) cur.r[0] += x; if (x > 2) cur = { u: x }; else if (x < 0) cur = a1; } return [a1.r[0], cur.t === 1 ? cur.r[0] : cur.u];',
  `const lexer = (codes) => { let st = { t: 'start' }; let count = 0, sum = 0; for (const c of codes) { switch (st.t) { case 'start': if (c > 1) st = { t: 'num', acc: c }; else if (c < 0) st = { t: 'neg' }; break; case 'num': if (c > 1) st = { t: 'num', acc: st.acc * 10 + c }; else { count++; sum += st.acc; st = { t: 'start' }; } break; case 'neg': st = c > 1 ? { t: 'num', acc: -c } : { t: 'start' }; } } if (st.t === 'num') sum += st.acc; return [count, sum]; }; return lexer(v);`,
  `const reducer = (s, e) => { if (e > 2) return { ...s, status: 'error', code: e }; if (e > 0) return { status: 'ok', n: s.n + 1 }; return s; }; let s = { status: 'ok', n: 0 }; for (const e of v) s = reducer(s, e); return [s.n, s.status === 'error' ? s.code : -1];`,
  `const reducer = (s, e) => { switch (true) { case e > 2: return { tag: 'Err', code: e }; case e > 0: return s.tag === 'Ok' ? { tag: 'Ok', n: s.n + e } : s; default: return { tag: 'Ok', n: 0 }; } }; let s = { tag: 'Ok', n: 0 }; for (let i = 0; i < n; i++) s = reducer(s, i - a); return s.tag === 'Ok' ? s.n : -s.code;`,
  'class Some { constructor(v) { this.v = v; } map(f) { return new Some(f(this.v)); } flatMap(f) { return f(this.v); } getOr(d) { return this.v; } } class None { map() { return this; } flatMap() { return this; } getOr(d) { return d; } } const none = new None(); let o = new Some(1); for (const x of v) o = o.flatMap((y) => x > 2 ? none : new Some(y + x)); return o.map((y) => y * 3).getOr(-7);',
  'class Some { constructor(v) { this.v = v; } map(f) { return new Some(f(this.v)); } flatMap(f) { return f(this.v); } getOr(d) { return this.v; } } class None { map() { return this; } flatMap() { return this; } getOr(d) { return d; } } const none = new None(); let o = new Some(1); for (let i = 0; i < n; i++) o = o.flatMap((y) => y + i > 2 + a ? none : new Some(y + i)); return o.map((y) => y * 3).getOr(-7);',
  `let node = { op: 'lit', v: a }; for (const x of v) { if (x > 1) node = { op: 'add', l: node.op === 'lit' ? node.v : node.l, r: x }; } return node.op === 'add' ? node.l + node.r : node.v;`,
  `const st = { cur: { name: 'a' } }; for (let i = 0; i < n; i++) { switch (st.cur.name) { case 'a': if (i - a > 0) st.cur = { name: 'b', t: i }; break; case 'b': st.cur.t += 1; if (st.cur.t > 3) st.cur = { name: 'c', x: st.cur.t, y: 1 }; break; } } return [st.cur.name === 'a' ? 0 : st.cur.name === 'b' ? st.cur.t : st.cur.x];`,
  `class M { state = { name: 'a' }; go(i) { if (this.state.name === 'a') { if (i - a > 0) this.state = { name: 'b', t: i }; } else this.state.t += 1; return this; } } const m = new M(); for (let i = 0; i < n; i++) m.go(i); return m.state.name === 'b' ? m.state.t : -1;`,
  `class M { #state = { name: 'a' }; go(i) { if (this.#state.name === 'a') { if (i - a > 0) this.#state = { name: 'b', t: i }; } else this.#state.t += 1; return this; } get out() { return this.#state.name === 'b' ? this.#state.t : -1; } } const m = new M(); for (let i = 0; i < n; i++) m.go(i); return m.out;`,
  'const proto = { hi() { return this.x * 2; }, get twice() { return this.x + this.x; } }; const make = (x) => Object.assign(Object.create(proto), { x }); let o = make(a); if (b > 0) o = make(b); o.x += 1; return [o.hi()];',
  'const proto = { hi() { return this.x * 2; }, get twice() { return this.x + this.x; } }; const make = (x) => { const p = Object.create(proto); p.x = x; return p; }; let o = make(a); if (b > 0) o = make(b); o.x += 1; return [o.twice];',
  'class P { #y = 1; get y() { return this.#y; } get twice() { return this.x + this.x; } } const make = (x) => { const p = new P(); p.x = x; return p; }; let o = make(a); if (b > 0) o = make(b); o.x += 1; return [o.twice, o.y];',
  'class P { #y = 1; get y() { return this.#y; } get twice() { return this.x + this.x; } } const make = (x) => { const p = new P(); p.x = x; return p; }; let o = make(a); if (b > 0) o = make(b); return [o.twice, o.y];',
  'class P { #y = 1; get y() { return this.#y; } get twice() { if (this.x > 0) return this.x + this.x; return 0; } } let o = new P(); o.x = a; if (b > 0) { o = new P(); o.x = b; } return [o.twice, o.y];',
  `class P { #y = 1; get y() { return this.#y; } get kind() { return 'p'; } get fn() { return () => this.x; } } const make = (x) => { const p = new P(); p.x = x; return p; }; let o = make(a); if (b > 0) o = make(b); return [o.kind, o.fn(), o.kind === 'p' ? 1 : 2];`,
  'class S { get size() { return 2; } get list() { return [1, 2]; } } class T { get size() { return 3; } get list() { return [4]; } } const o = a > 0 ? new S() : new T(); let s = 0; for (const x of o.list) s += x; return [o.size, s];',
  'class S { get on() { return true; } } class T { get on() { return false; } } const o = a > 0 ? new S() : new T(); return o.on ? 1 : 2;',
  `class S { static get z() { return 1; } get m() { if (!this.x) throw new Error('no'); return this.x; } } class T { get m() { return 3; } } const s = new S(); s.x = false; const o = a > 0 ? new T() : s; try { return o.m; } catch (e) { return -1; }`,
  'let o = { sum: 0 }; for (let i = 0; i < n; i++) o = { ...o, last: i }; return [o.sum, o.last ?? -1];',
  `let o = {}; for (let i = 0; i < n; i++) o = { ...o, last: i }; return [o.last ?? -1, 'last' in o ? 1 : 0];`,
  'class A { constructor() { this.k = 1; } id() { return this.k; } } class B { constructor(p) { this.d = p.id() + 1; } id() { return this.d * 2; } } let s = new A(); for (let i = 0; i < n; i++) s = new B(s); return s.id();',
  'let o = { sum: 0 }; while (o.sum < n) o = { sum: o.sum + 1, seen: true, x: a }; return [o.sum, o.seen === true ? 1 : 0, o.x ?? 5];',
  `let s = { tag: 'start' }; for (const x of v) s = { tag: 'num', value: x + (s.value ?? 0) }; return [s.tag === 'num' ? 1 : 2, s.value ?? -1];`,
  `let s = { tag: 'start' }; for (let i = 0; i < n; i++) s = { tag: 'num', value: i + (s.value ?? 0) }; return [s.tag === 'num' ? 1 : 2, s.value ?? -1];`,
  'let o = { sum: 0, tmp: 1 }; for (let i = 0; i < n; i++) { const { tmp, ...rest } = o; o = rest; } return [o.sum, o.tmp ?? -1];',
  'const C = (re, im) => ({ re, im, add: (o) => C(re + o.re, im + o.im) }); let z = C(0, 0), k = 0; const c = C(0.4, a); while (z.re < n && k < 6) { z = z.add(c); k++; } return [k, z.im];',
  'const C = (re, im) => ({ re, im, add: (o) => C(re + o.re, im + o.im), get abs() { return Math.hypot(re, im); } }); let z = C(0, 0), k = 0; const c = C(0.4, a); while (z.abs < n && k < 6) { z = z.add(c); k++; } return [k, z.im];',
  'const C = (re, im) => ({ re, im, add(o) { return C(this.re + o.re, this.im + o.im); }, get abs() { return Math.hypot(this.re, this.im); } }); let z = C(0, 0), k = 0; const c = C(0.4, a); while (z.abs < n && k < 6) { z = z.add(c); k++; } return [k, z.im];',
  'class P { constructor(x) { this.x = x; } get double() { return this.x * 2; } } const p = new P(a), o = { x: b }; const w = a > 0 ? p : o; w.x += 1; return [p.x, o.x, w.x, w.double ?? -1, w instanceof P, w === p];',
  'class P { constructor(x) { this.x = x; } value() { return this.x; } } let w = { x: b, value: () => b * 10 }; for (const x of v) { if (x > 1) w = new P(x); else if (x < 0) w = { x, value: () => -x }; } return [w.x, w.value()];',
  'class P { constructor(x) { this.x = x; } } const ps = []; for (const x of v) ps.push(x > 1 ? new P(x) : { x: -x, y: 1 }); return ps.map((p) => p instanceof P ? p.x : p.x * p.y * 10);',
  'class P { constructor(x) { this.x = x; } } let w = null; if (a > 0) w = new P(a); else if (b > 0) w = { y: b }; return [w === null, w?.x ?? w?.y ?? -1, w instanceof P];',
  'class P { #x; constructor(x) { this.#x = x; } get x() { return this.#x; } add(k) { this.#x += k; } } const p = new P(a), o = { x: b, add(k) { this.x -= k; } }; const w = b > 0 ? p : o; w.add(3); for (const x of v) if (x > 1) w.add(x); return [p.x, o.x, w.x];',
  'class P { x = 1; y = 2; } const f = () => a > 0 ? new P() : { x: 5, y: 6 }; const { x, y } = f(); const copy = { ...f(), z: b }; return [x, y, copy.x, copy.z, Object.keys(f()).length];',
  'const o = { w: { k: a } }; class Q { k = 7; m() { return this.k + 1; } } if (b > 0) o.w = new Q(); o.w.k += 1; return [o.w.k, o.w.m?.() ?? -1];',
  "class E extends Error { constructor(code) { super('expected x'); this.code = code; } } const f = (x) => { if (x < 0) return new E(x); if (x > 1) return { value: x }; return { value: 0, small: true }; }; let s = 0; for (const x of v) { const r = f(x); if (r instanceof E) s += r.code * 10; else if (r.small) s += 0.5; else s += r.value; } return s;",
];

/** Which of them it is no graph can tell. */
const refused: readonly string[] = [
  `const p = { k: 'a', run: (x) => (x > 0 ? q : p) }, q = { k: 'b', d: 5, run: (x) => (x > 1 ? p : q) }; let s = p; for (let i = 0; i < n; i++) s = s.run(i - a); return s === q ? s.d : 1;`,
];

describe.each(executors)('objects of several kinds, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
  });

  it.each(refused)('%s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure).toMatchObject({ actual: { refusal: 'chosen-object' } });
  });
});
