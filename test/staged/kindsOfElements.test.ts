import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/** Arrays that grow as a tensor decides, whose elements are objects or functions of one of several kinds, or may be missing. */
const bodies: readonly string[] = [
  // Null, or one of several objects that each are known by a number.
  "let z = 0; const s = []; for (let k = 0; k < 3; k++) { if (n > k) s.push(null); if (0 >= b) s.push({ t: 'stop', q: a }); } for (const o of s) z += o?.q ?? 1; return z;",
  "let z = 0; const s = []; const os = [{ t: 'x', q: a }, { t: 'y', q: b }, { t: 'z', q: 4 }]; for (let k = 0; k < 3; k++) { if (n > k) s.push(null); if (b > k) s.push(os[k]); } for (const o of s) z += o === os[1] ? 100 : (o?.q ?? 1); return z;",
  "let z = 0; const s = []; const os = [new Map([['a', a]]), new Map([['a', 3]]), new Map([['a', b]])]; for (let k = 0; k < 3; k++) { if (n > k) s.push(null); if (b > k) s.push(os[k]); } for (const o of s) z += o?.get('a') ?? 1; return z;",
  // An element that is of one kind in two ways.
  "const ts = []; for (let i = 0; i < n; i++) ts.push(i % 2 === 0 ? { t: 'num', v: i * a } : i % 3 === 0 ? { t: 'op', op: i } : { t: 'num', v: -1 }); let s = 0; for (const x of ts) s = s * 2 + (x.t === 'num' ? x.v : x.op * 100); return s;",
  "const ts = []; for (let i = 0; i < 3; i++) ts.push(v[i] > 2 ? { t: 'num', v: i * a } : v[i] > 0 ? { t: 'op', op: i } : { t: 'num', v: -1 }); let s = 0; for (const x of ts.filter((o) => o.t === 'num')) s = s * 2 + x.v + 1; return s;",
  "const ts = []; for (let i = 0; i < 3; i++) { if (v[i] > 2) ts.push({ t: 'num', v: i * a }); else if (v[i] > 0) ts.push({ t: 'op', op: i }); else ts.push({ t: 'num', v: -1 }); } let s = 0; for (const x of ts.filter((o) => o.t === 'num')) s = s * 2 + x.v + 1; return s;",
  "const ts = []; for (let i = 0; i < n; i++) ts.push(i % 2 === 0 ? { t: 'num', v: i * a, next: null } : i % 3 === 0 ? null : { t: 'num', v: -1, next: null }); let s = 0; for (const x of ts) s = s * 2 + (x ? x.v : 7); return s;",
  'class A { constructor(x) { this.x = x; } area() { return this.x; } } class B { constructor(x) { this.x = x; this.y = 2; } area() { return this.x * this.y; } } const ts = []; for (let i = 0; i < n; i++) ts.push(i % 2 === 0 ? new A(i) : i % 3 === 0 ? new B(a) : new A(b)); return ts.reduce((s, o) => s * 2 + o.area(), 0);',
  "const ts = []; for (let i = 0; i < n; i++) { let o = { t: 'a', v: i }; if (i % 2 === 1) o = { t: 'b', w: a }; if (i % 3 === 2) o = { t: 'a', v: b }; ts.push(o); } return ts.reduce((s, o) => s * 2 + (o.t === 'a' ? o.v : o.w), 0);",
  "const ts = [0, 1, 2].map((i) => v[i] > 2 ? { t: 'num', v: i * a } : v[i] > 0 ? { t: 'op', op: i } : { t: 'num', v: -1 }); return ts.filter((o) => o.t === 'num').length;",
  "const mk = (i) => v[i] > 2 ? { t: 'num', v: i * a } : { t: 'num', v: -1 }; const ts = [mk(0), mk(1)]; return ts.filter((o) => o.v > 0).length;",
  'class A { constructor(r) { this.r = r; } area() { return this.r * 3; } } class B { constructor(s) { this.s = s; } area() { return this.s * this.s; } } const os = []; for (let i = 0; i < n; i++) { if (i > a) os.push(new A(i)); else os.push(new B(i + b)); } let t = 0; for (const o of os) t += o.area(); return t;',
  'class A { constructor(r) { this.r = r; } area() { return this.r * 3; } } class B { constructor(s) { this.s = s; } area() { return this.s * this.s; } } const os = []; for (let i = 0; i < n; i++) os.push(i > a ? new A(i) : new B(i + b)); return os.map((o) => o.area());',
  "const ts = []; for (let i = 0; i < n; i++) { ts.push(i > a ? { kind: 'num', value: i } : { kind: 'op', left: i, right: b }); } let s = 0; for (const t of ts) s += t.kind === 'num' ? t.value : t.left * t.right; return s;",
  "const ts = []; for (let i = 0; i < n; i++) { if (i > a) ts.push({ kind: 'num', value: i }); else ts.push({ kind: 'end' }); } let s = 0; for (const t of ts) if (t.kind === 'num') s += t.value; return s;",
  "const ts = [{ kind: 'start' }]; for (let i = 0; i < n; i++) ts.push({ kind: 'num', value: i }); let s = 0; for (const t of ts) { switch (t.kind) { case 'start': s += 100; break; case 'num': s += t.value; } } return s;",
  'const ts = []; for (let i = 0; i < n; i++) { if (i > a) ts.push({ x: i, y: 1 }); if (i > b) ts.push({ x: i }); } return ts.map((t) => t.x + (t.y ?? 10));',
  'const fs = []; for (let i = 0; i < n; i++) { if (i > a) fs.push(() => i * 2); else fs.push(() => i + 100); } let s = 0; for (const f of fs) s += f(); return [s, fs.length];',
  'const d = []; for (let i = 0; i < n; i++) { d.push(i > 1 ? null : { i }); } return d.map((o) => (o ? o.i : -1));',
  'const st = []; for (let i = 0; i < n; i++) { st.push(i > a ? i : null); } return st.map((o) => o ?? -1);',
  'const q = [{ cost: 0, go: () => 1 }]; for (let i = 0; i < n; i++) { q.push({ cost: i, go: () => i + 5 }); } let s = 0; while (q.length) { const { cost, go } = q.shift(); s += cost * go(); } return s;',
  'const chain = []; for (let i = 0; i < n; i++) chain.push(i % 2 === 0 ? (x) => x + i : (x) => x * i); let x = a; for (const f of chain) x = f(x); return x;',
  "const ts = []; for (let i = 0; i < n; i++) { if (i > a) ts.push({ kind: 'num', value: i }); else ts.push({ kind: 'end' }); } for (const t of ts) if (t.kind === 'num') t.value += 10; let s = 0; for (const t of ts) if (t.kind === 'num') s += t.value; return s;",
  'class A { constructor(r) { this.r = r; } grow() { this.r += 1; } get area() { return this.r * 3; } } class B { constructor(s) { this.s = s; } grow() { this.s *= 2; } get area() { return this.s * this.s; } } const os = []; for (let i = 0; i < n; i++) { if (i > a) os.push(new A(i)); else os.push(new B(i + b)); } for (const o of os) o.grow(); os[0]?.grow(); return os.map((o) => o.area);',
  'class A { constructor(r) { this.r = r; } grow() { this.r += 1; } get area() { return this.r * 3; } } class B { constructor(s) { this.s = s; } grow() { this.s *= 2; } get area() { return this.s * this.s; } } const os = []; for (let i = 0; i < n; i++) { if (i > a) os.push(new A(i)); else os.push(new B(i + b)); } os.push(new A(1)); const p = os[0], q = os[0]; p.grow(); return q.area;',
  "const ts = []; let i = 0; while (i < n) { const c = v[i % 3]; if (c > 2) { ts.push({ type: 'big', c }); } else if (c > 0) { ts.push({ type: 'small', c, half: c / 2 }); } else { ts.push({ type: 'none' }); } i++; } let r = 0; for (let k = 0; k < ts.length; k++) { const t = ts[k]; switch (t.type) { case 'big': r += t.c * 100; break; case 'small': r += t.half; break; default: r -= 1; } } return r;",
  "const out = []; for (const x of v) { if (x > 2) out.push({ t: 'a', x }); else if (x > 0) out.push({ t: 'b' }); } return out.filter((o) => o.t === 'a').map((o) => o.x);",
  "const out = []; for (const x of v) { if (x > 2) out.push({ t: 'a', x }); else if (x > 0) out.push({ t: 'b' }); } return out.length > 0 && out[0].t === 'a' ? out[0].x : -1;",
  "let out = []; for (let i = 0; i < n; i++) { const next = out.slice(); next.push(i > a ? { t: 'a', x: i } : { t: 'b' }); out = next; } return out.map((o) => (o.t === 'a' ? o.x : -1));",
  "const out = []; for (let i = 0; i < n; i++) { out.push(i > a ? { t: 'a', x: i } : { t: 'b' }); } const more = [{ t: 'd', z: 1 }]; return [...out, ...more].map((o) => (o.t === 'a' ? o.x : o.t === 'd' ? o.z : -1));",
  "const out = []; for (let i = 0; i < n; i++) { out.push({ t: 'a', x: i }); } for (let i = 0; i < n; i++) { out.push({ t: 'b' }); } return out.map((o) => (o.t === 'a' ? o.x : -1));",
  "const out = [{ t: 'b' }, { t: 'a', x: 5 }]; for (let i = 0; i < n; i++) { out.push(i > a ? { t: 'a', x: i } : { t: 'b' }); } return out.map((o) => (o.t === 'a' ? o.x : -1));",
  'const heap = []; for (let i = 0; i < n; i++) { heap.push(i > a ? { p: i, job: { id: i } } : { p: -i, job: null }); } heap.sort((x, y) => x.p - y.p); return heap.map((h) => (h.job ? h.job.id : -1));',
  'const d = []; for (let i = 0; i < n; i++) { d.push(i > 1 ? null : { i }); } return d.map((o) => (o ? o.i : -1));',
  'const q = [{ cost: 0, go: () => 1 }]; for (let i = 0; i < n; i++) { q.push({ cost: i, go: () => i + 5 }); } let s = 0; for (const { cost, go } of q) { s += cost * go(); } return s;',
  "const out = []; for (const x of v) { if (x > 2) out.push({ t: 'a', x }); else if (x > 0) out.push({ t: 'b' }); } return out.filter((o) => o.t === 'a').map((o) => o.x);",
  "const out = []; for (let i = 0; i < n; i++) { out.push(i > a ? { t: 'a', x: i } : { t: 'b' }); } const more = [{ t: 'd', z: 1 }]; return [...out, ...more].map((o) => (o.t === 'a' ? o.x : o.t === 'd' ? o.z : -1));",
  'const heap = []; for (let i = 0; i < n; i++) { heap.push(i > a ? { p: i, job: { id: i } } : { p: -i, job: null }); } return heap.map((h) => (h.job ? h.job.id : -1));',
  'const heap = []; for (let i = 0; i < n; i++) { heap.push(i > a ? { p: i, job: { id: i } } : { p: -i, job: null }); } heap.sort((x, y) => x.p - y.p); return heap.map((h) => (h.job ? h.job.id : -1));',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } return st.map((o) => o ?? -1);',
  'const st = []; for (let i = 0; i < n; i++) { if (i > a) st.push(i); else st.push(null); } return st.map((o) => o ?? -1);',
  'const st = [null, 5]; for (let i = 0; i < n; i++) { if (i > a) st.push(i); else st.push(null); } let c = 0; for (const x of st) if (x === null) c++; else c += x * 10; return c;',
  'const st = []; for (let i = 0; i < n; i++) { st.push(i > a ? { best: i } : { best: null }); } return st.map((o) => o.best ?? -1);',
  'const best = []; let last = null; for (let i = 0; i < n; i++) { if (i > a) last = i; best.push(last); } return best.map((x) => (x === null ? -1 : x * 2));',
  'const slots = new Array(4).fill(null); for (let i = 0; i < n; i++) slots[i % 4] = i; return slots.map((s) => s ?? -1);',
  'const slots = [null, null, null, null]; for (let i = 0; i < n; i++) { slots[i % 4] = { k: i }; } return slots.map((s) => (s ? s.k : -1));',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } const last = st.pop(); return last ?? -1;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } return [st.includes(null), st.indexOf(2), st.filter((x) => x !== null).length];',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; if (o !== null) st.push(o); } let s = 0; for (const x of st) s += x; return [s, st];',
  'const st = []; for (let i = 0; i < n; i++) { let o = null; if (i > a) o = i * 2; if (o === null) continue; st.push(o); } return st;',
  'const st = []; for (let i = 0; i < n; i++) { if (b + i > 0) { const o = i > a ? i * 3 : null; st.push(o); } } return st.map((o) => o ?? -1);',
  'const st = []; for (let i = 0; i < n; i++) { if (b + i > 0) { const o = i > a ? { k: i * 3 } : null; st.push(o); } } return st.map((o) => o?.k ?? -1);',
  'const st = []; for (let i = 0; i < n; i++) { if (b + i > 0) { const o = i > a ? { k: i * 3 } : { j: i }; st.push(o); } } return st.map((o) => o.k ?? o.j);',
  'const st = []; if (a > 0) { const o = b > 0 ? { k: a * 3 } : { j: a }; st.push(o); } if (b > 0) st.push({ k: 1 }); return st.map((o) => o.k ?? o.j);',
  'const st = []; if (a > 0) { const o = b > 0 ? a * 3 : null; st.push(o); } if (b > 0) st.push(1); return st.map((o) => o ?? -1);',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } const last = st.pop(); return last ?? -1;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } const last = st.pop(); return last === null ? -1 : last === undefined ? -2 : last;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } let s = 0; while (st.length) { const x = st.pop(); if (x !== null) s += x; else s += 100; } return s;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } const f = st.find((x) => x !== null); return f ?? -1;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } const f = st.at(-1); return f ?? -1;',
  'const st = []; for (let i = 0; i < n; i++) { const o = i > a ? i : null; st.push(o); } for (let i = 0; i < st.length; i++) { if (st[i] === null) st[i] = 50; } return st.reduce((s, x) => s + (x ?? 0), 0);',
  'const q = []; for (let i = 0; i < n; i++) q.push({ id: i, next: null }); for (let i = 1; i < n; i++) q[i - 1].next = i; let s = 0; let at = 0; let c = 0; while (at !== null && c < 5) { s += q.length > 0 ? q[at].id : 0; at = q.length > 0 ? q[at].next : null; c++; } return s;',
  'const tree = []; for (let i = 0; i < n; i++) tree.push({ v: i * a, left: i * 2 + 1 < n ? i * 2 + 1 : null, right: i * 2 + 2 < n ? i * 2 + 2 : null }); let s = 0; for (const t of tree) { s += t.v; if (t.left !== null) s += t.left * 10; if (t.right !== null) s += t.right * 100; } return s;',
  "const evs = []; for (let i = 0; i < n; i++) { evs.push(i % 3 === 0 ? { type: 'add', by: i } : i % 3 === 1 ? { type: 'mul', by: 2 } : { type: 'reset' }); } const reduce = (s, e) => { switch (e.type) { case 'add': return s + e.by; case 'mul': return s * e.by; case 'reset': return 0; default: return s; } }; return evs.reduce(reduce, a);",
  'class Circle { constructor(r) { this.r = r; } area() { return 3 * this.r ** 2; } } class Rect { constructor(w, h) { this.w = w; this.h = h; } area() { return this.w * this.h; } } const shapes = []; for (const x of v) { if (x > 2) shapes.push(new Circle(x)); else if (x > 0) shapes.push(new Rect(x, 2)); } let best = null; for (const s of shapes) if (best === null || s.area() > best.area()) best = s; return best ? best.area() : -1;',
  'class Circle { constructor(r) { this.r = r; } area() { return 3 * this.r ** 2; } } class Rect { constructor(w, h) { this.w = w; this.h = h; } area() { return this.w * this.h; } } const shapes = []; for (const x of v) { if (x > 2) shapes.push(new Circle(x)); else if (x > 0) shapes.push(new Rect(x, 2)); } const cs = shapes.filter((s) => s instanceof Circle); return [cs.length, shapes.some((s) => s instanceof Rect)];',
  "const shapes = []; for (const x of v) { if (x > 2) shapes.push({ kind: 'circle', r: x }); else if (x > 0) shapes.push({ kind: 'rect', w: x, h: 2 }); } shapes.sort((p, q) => (p.kind === 'circle' ? p.r : p.w) - (q.kind === 'circle' ? q.r : q.w)); return shapes.map((s) => (s.kind === 'circle' ? s.r : s.w * s.h));",
  "const xs = []; for (let i = 0; i < n; i++) xs.push(i > a ? { ok: true, value: i } : { ok: false, error: 'bad' }); const good = []; let bad = 0; for (const r of xs) { if (r.ok) good.push(r.value); else if (r.error === 'bad') bad++; } return [good, bad];",
  "const xs = []; for (let i = 0; i < n; i++) xs.push(i > a ? { ok: true, value: i } : { ok: false, error: 'bad' }); const { value = -1 } = xs.at(-1) ?? {}; return value;",
  'const xs = []; for (let i = 0; i < n; i++) xs.push(i > a ? { ok: true, value: i } : { ok: false }); return xs.map(({ ok, value = 7 }) => (ok ? value : -value));',
  'const xs = []; for (let i = 0; i < n; i++) xs.push(i > a ? { p: { x: i, y: 1 } } : { p: { r: i } }); return xs.map(({ p }) => p.x ?? p.r * 10);',
  "const m = new Map(); for (let i = 0; i < n; i++) m.set(i, i > a ? { t: 'a', x: i } : { t: 'b' }); let s = 0; for (const o of m.values()) s += o.t === 'a' ? o.x : 100; return s;",
  'class Item { constructor(n) { this.n = n; } } const i = new Item(4); const done = []; if (a > 0) { done.push(undefined); } else if (b > 0) done.push(i); const x = done[0]; return [x?.n ?? -1];',
  'class Item { constructor(n) { this.n = n; } } const done = []; if (a > 0) { done.push(null); } else if (b > 0) { const i = new Item(b); if (n > 3) done.push(i); i.n++; } for (const x of done) if (x) x.n += 1; return done.map((o) => o?.n ?? -1);',
  'const done = []; if (a > 0) { done.push(null); } else { if (b > 0) done.push(b); done.push(null); } return [done.map((o) => o ?? -1), done.length];',
  'class Item { constructor(n) { this.n = n; } } const items = [new Item(1)]; for (const e of v) if (e > 0) items.push(new Item(e)); const done = []; if (a > 0) done.push(items.pop()); else if (b > 0) done.push(undefined); return done.map((o) => o?.n ?? -1);',
  'class Item { constructor(n) { this.n = n; } } class Jtem { constructor(n) { this.n = n; this.k = n; } } const done = []; for (const e of v) { if (e > 2) { for (const k of v) done.push(new Item(k)); } else if (e > 0) done.push(new Jtem(e)); } return done.map((o) => o.n + (o instanceof Jtem ? 1 : 0));',
  "const done = []; for (const e of v) { if (e > 2) { for (const k of v) if (k > 0) done.push({ k }); } else if (e > 0) done.push({ n: e }); else done.push(null); } return done.map((o) => (o === null ? -1 : 'k' in o ? o.k : o.n + 100));",
  "const done = []; for (const e of v) { if (e > 0) done.push({ k: e }); done.push(e > 2 ? { n: e } : e > 1 ? null : { k: 7, n: 4 }); } return done.map((o) => (o === null ? -1 : 'k' in o ? o.k : o.n + 100));",
  // A bool of the program's own in objects of two kinds.
  'class Entity { constructor(hp) { this.hp = hp; this.alive = true; } hit(d) { this.hp -= d; if (this.hp <= 0) this.alive = false; } } class Tank extends Entity { hit(d) { super.hit(d / 2); } } let es = [new Entity(3), new Tank(4), new Entity(a + 2)]; for (let frame = 0; frame < n; frame++) { for (const e of es) e.hit(v[1]); es = es.filter((e) => e.alive); } return [es.length, es.map((e) => e.hp)];',
  'let os = [{ on: true }, { on: true, k: 2 }]; while (n > 0) { n--; os = os.filter((o) => o.on === a > 0); } return [os.length, os.map((o) => o.k ?? -1)];',
  // An array of the program's own that a tensor cuts.
  "const cmds = [{ t: 'move', d: 1 }, { t: 'turn', left: true }, { t: 'stop' }]; const i = a > 0 ? 1 : 2; return [cmds.slice(i).filter((c) => c.t === 'stop').length, cmds.slice(i).length];",
  'const xs = [{ k: 1 }, { k: 2, j: 3 }]; const i = a > 0 ? 1 : 0; xs.splice(i, 0, { k: 5, z: 1 }); xs[1].k *= 3; return [xs.length, xs.map((x) => x.k * 10 + (x.z ?? x.j ?? 0))];',
  'class A { constructor(x) { this.x = x; } inc() { this.x += 1; } } class B extends A { inc() { super.inc(); super.inc(); } } const o = new A(a), w = new B(b); const xs = [o, w, o, new A(n * 1.5)]; const ys = xs.slice(n > 3 ? 1 : 2); for (const y of ys) { y.inc(); if (y instanceof B) y.x *= 2; } return [o.x, w.x, xs.map((y) => y.x), ys.length];',
  'const xs = [{ k: 1 }, null, { k: 3, j: 1 }]; xs.length = a > 0 ? 3 : 2; return xs.slice(b > 0 ? 0 : 1).map((o) => o?.k ?? -1);',
];

/** One of two objects, of which an array in them is of another length. */
const refused: readonly string[] = [
  "const undo = [], redo = []; let doc = { x: a, tags: [] }; const exec = (next) => { undo.push(doc); doc = next; redo.length = 0; }; const back = () => { if (undo.length === 0) return false; redo.push(doc); doc = undo.pop(); return true; }; for (const e of v) { if (e > 1) exec({ ...doc, x: doc.x + e }); else if (e < 0) back(); else exec({ ...doc, tags: [...doc.tags, 't'] }); } const ok = back(); return [doc.x, ok];",
];

describe.each(executors)('elements of several kinds on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(bodies)('%s', async (body) => {
    expect((await compareBody(body, backend)).failure).toBeNull();
  });

  it.each(refused)('refuses %s', async (body) => {
    const { failure } = await compareBody(body, backend);
    expect(failure?.actual.refusal).toBe('list-element');
  });
});
