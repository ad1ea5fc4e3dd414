import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { compareAwaited, items, numberIn, type AwaitedProgram as Program } from './awaited.js';

/** Each `f` makes objects, functions and iterators that a graph cannot give, and changes them in its loops. */
const programs: Record<string, string> = {
  'an object of a class that the loop changes': `
    class Mean { constructor() { this.total = 0; this.count = 0; } add(b) { if (b > 1) { this.total = this.total + b; this.count++; } } get value() { return this.total / this.count; } }
    export async function f(x) { "use graph"; const m = new Mean(); for await (const b of items(x)) m.add(b); return m.value + m.count; }`,
  'private fields': `
    class Mean { #total = 0; #count = 0; add(b) { if (b > 1) { this.#total += b; this.#count++; } } get value() { return this.#total / this.#count; } }
    export async function f(x) { "use graph"; const m = new Mean(); for await (const b of items(x)) m.add(b); return m.value; }`,
  'private fields that the constructor takes apart, or computes': `
    class Mean { #total; #count; #start = Math.floor(2.5) % 2; constructor({ total, count = 0 }) { this.#total = total; this.#count = count; } add(b) { if (b > 1) { this.#total += b; this.#count++; } this.#start += 1; } get value() { return this.#total / this.#count + this.#start; } }
    export async function f(x) { "use graph"; const m = new Mean({ total: 0 }); for await (const b of items(x)) m.add(b); return m.value; }`,
  'a class whose methods only hold what they are given': `
    class Holder { constructor(v) { this.v = v; } get() { return this.v; } set(v) { this.v = v; } }
    export async function f(x) { "use graph"; let s = 0; const h = new Holder(1); for await (const b of items(x)) { s += h.get() * b; h.set(b); } return s + h.get(); }`,
  'a class whose methods only hold what they are given, made anew': `
    class Holder { constructor(v) { this.v = v; } get() { return this.v; } set(v) { this.v = v; } }
    export async function f(x) { "use graph"; let s = 0; let h = new Holder(1); for await (const b of items(x)) { s += h.get() * b; h = new Holder(s + b); } return s + h.get(); }`,
  'a class of the function that only holds what it is given': `
    export async function f(x) { "use graph"; class Holder { constructor(v) { this.v = v; } get() { return this.v; } set(v) { this.v = v; } } let s = 0; const h = new Holder(1); for await (const b of items(x)) { s += h.get() * b; h.set(b); } return s + h.get(); }`,
  'methods that change variables around the class, of an object in a variable': `
    export async function f(x) { "use graph"; let total = x[0]; class Sum { add(v) { total = total + v; } } const sum = new Sum(); for await (const b of items(x)) sum.add(b); return total; }`,
  'methods of a superclass that change variables, of an object that a static method makes': `
    export async function f(x) { "use graph"; let total = x[0]; class Base { add(v) { total = total + v; } } class Sum extends Base { static make() { return new Sum(); } } const sum = Sum.make(); for await (const b of items(x)) sum.add(b); return total; }`,
  'methods that change variables, of objects that parts make': `
    export async function f(x) { "use graph"; let total = x[0], sum = null; class Sum { constructor(k) { this.k = k; } add(v) { total = total + v * this.k; } } const make = (k) => new Sum(k); for await (const b of items(x)) { if (sum !== null) sum.add(b); sum = make(b); } for await (const b of [1, 2]) sum.add(b); return total; }`,
  'methods that change variables, of objects that parts put into an array': `
    export async function f(x) { "use graph"; let total = x[0]; class Sum { add(v) { total = total + v; } } const list = []; for await (const b of items(x)) { list.push(new Sum()); for await (const c of [1]) list[0].add(b + c); } return total; }`,
  'methods that read variables around the class': `
    export async function f(x) { "use graph"; const scale = x[0] * 2; class Sum { constructor() { this.s = 0; } add(v) { this.s = this.s + v * scale; } } const { sum, other } = { sum: new Sum(), other: 1 }; for await (const b of items(x)) sum.add(b); return sum.s + other; }`,
  'fields that change variables around the class': `
    export async function f(x) { "use graph"; let seen = 0, made = 0; for await (const b of items(x)) { class Step { total = (seen = seen * 2 + b) - 1; #id = ++made; get id() { return this.#id; } } const step = new Step(); seen = seen + step.total + step.id; } return seen + made; }`,
  'fields that change variables, of objects in a chain': `
    export async function f(x) { "use graph"; let seen = 0; class Cell { value = (seen = seen + 1); next = null; } let head = null; for await (const b of items(x)) { const cell = new Cell(); cell.next = head; cell.value = cell.value * b; head = cell; } let sum = 0; for (let cell = head; cell !== null; cell = cell.next) sum = sum * 10 + cell.value; return sum + seen; }`,
  'a generator beside parts that assigns one variable to another': `
    export async function f(x) { "use graph"; let y = 0, last = 0; for await (const b of items(x)) { function* keep() { y = last; yield 1; } for (const one of keep()) y = y + one * 0; last = b * 2; } return y * 10 + last; }`,
  'two variables that a function beside parts swaps': `
    export async function f(x) { "use graph"; let y = 1, z = 2; const swap = function* () { [y, z] = [z, y]; yield 1; }; for await (const b of items(x)) { for (const one of swap()) y = y + b * one; } return y * 10 + z; }`,
  'this of a method': `
    class Mean { total = 0; count = 0; async fit(x) { "use graph"; for await (const b of items(x)) { if (b > 1) { this.total = this.total + b; this.count++; } } return this.total / this.count; } }
    export async function f(x) { const m = new Mean(); const r = await m.fit(x); tf.dispose([m.total, m.count]); return r; }`,
  'this of a method, again': `
    class Mean { total = 0; count = 0; async fit(x) { "use graph"; for await (const b of items(x)) { this.total += b; this.count++; } return this.total / this.count; } }
    export async function f(x) { const m = new Mean(); const r = await m.fit(x); const before = [r, m.total, m.count]; const s = await m.fit(x); tf.dispose([...before, m.total, m.count]); return s; }`,
  'this of an object literal': `
    export async function f(x) { const m = { total: 0, async fit(x) { "use graph"; for await (const b of items(x)) this.total = this.total * 2 + b; return this.total * 2; } }; const r = await m.fit(x); tf.dispose(m.total); return r; }`,
  'an object of a class in another': `
    class Sum { s = 0; add(b) { this.s += b; } }
    class Both { constructor() { this.a = new Sum(); this.b = new Sum(); } add(x) { if (x > 1.5) this.a.add(x); else this.b.add(x * 10); } }
    export async function f(x) { "use graph"; const m = new Both(); for await (const b of items(x)) m.add(b); return m.a.s + m.b.s; }`,
  'two names of one object': `
    class Sum { s = 0; add(b) { this.s += b; } }
    export async function f(x) { "use graph"; const m = new Sum(); const list = [m, m, new Sum()]; for await (const b of items(x)) { for (const one of list) one.add(b); } return m.s * 10 + list[2].s; }`,
  'objects in a Map': `
    class Sum { s = 0; add(b) { this.s += b; } }
    export async function f(x) { "use graph"; const all = new Map([["a", new Sum()], ["b", new Sum()]]); for await (const b of items(x)) { if (b > 1.5) all.get("a").add(b); else all.get("b").add(b * 3); } return all.get("a").s - all.get("b").s; }`,
  'objects that parts make': `
    class Point { constructor(a) { this.a = a; } plus(p) { return new Point(this.a + p.a); } }
    export async function f(x) { "use graph"; let p = new Point(0); for await (const b of items(x)) p = p.plus(new Point(b)); return p.a; }`,
  'an iterator in a variable': `
    export async function f(x) { "use graph"; let s = 0; const it = items(x); for await (const b of it) s += b; return s; }`,
  'an iterable of a class': `
    class Source { constructor(x) { this.x = x; } async *[Symbol.asyncIterator]() { for (let i = 0; i < 3; i++) yield this.x[i]; } }
    export async function f(x) { "use graph"; let s = 0; const src = new Source(x); for await (const b of src) { if (b < 2) continue; s += b; } return s; }`,
  'an iterable literal': `
    export async function f(x) { "use graph"; let s = 0; const src = { async *[Symbol.asyncIterator]() { for (let i = 0; i < 3; i++) yield x[i] * 2; } }; for await (const b of src) { if (b < 2) continue; s += b; } return s; }`,
  'a source with a method': `
    class Source { constructor(x, k) { this.x = x; this.k = k; } async *batches() { for (let i = 0; i < 3; i++) yield this.x[i] * this.k; } }
    export async function f(x) { "use graph"; let s = 0; const src = new Source(x, 2); for await (const b of src.batches()) { if (b < 2) continue; s += b * src.k; } return s; }`,
  'an object with methods': `
    export async function f(x) { "use graph"; let n = 0; const m = { total: 0, add(b) { if (b > 1) { this.total += b; n += 1; } } }; for await (const b of items(x)) m.add(b); return m.total * 10 + n; }`,
  'functions in a table': `
    export async function f(x) { "use graph"; let up = 0, down = 0; const on = { up: (b) => { up += b; }, down: (b) => { down -= b; } }; for await (const b of items(x)) { if (b > 1) on.up(b); else on.down(b); } return up * 100 + down; }`,
  'functions in a list': `
    export async function f(x) { "use graph"; let s = 0; const hooks = []; hooks.push((b) => { s += b; }); hooks.push((b) => { if (b > 1) s *= 2; }); for await (const b of items(x)) for (const h of hooks) h(b); return s; }`,
  'a class of its own': `
    export async function f(x) { "use graph"; class Sum { s = 0; add(b) { this.s += b; } } const m = new Sum(); for await (const b of items(x)) { if (b > 0) m.add(b); } return m.s; }`,
  'what it makes of others': `
    class Sum { s; constructor(s) { this.s = s; } add(b) { this.s += b; } } const make = (x) => new Sum(x);
    export async function f(x) { "use graph"; const m = make(x[0] * 2); for await (const b of items(x)) m.add(b); return m.s; }`,
  'a returned sum': `
    export async function f(x) { "use graph"; let t = 0; for await (const b of items(x)) t += b; const mean = t / 3; let s = 0; for (let i = 0; i < 3; i++) { if (mean > i) s += mean; } return s; }`,
  'a returned mean': `
    export async function f(x) { "use graph"; let t = 0; for await (const b of items(x)) { const u = b * 2; if (u > 30) return u; t += u; } const mean = t / 3; return mean; }`,
  'numbers as indices': `
    export async function f(x) { "use graph"; const all = []; let i = 0; for await (const b of items(x)) { all[i] = b * 2; i++; } let s = 0; for (let k = 0; k < all.length; k++) s += all[k] * k; return s; }`,
  'numbers as keys': `
    export async function f(x) { "use graph"; const m = new Map(); let i = 0; for await (const b of items(x)) { m.set(i, b * 2); i++; } let s = 0; for (const [k, v] of m) s += k * v; return s; }`,
  'keys of an object': `
    export async function f(x) { "use graph"; const o = {}; let i = 0; for await (const b of items(x)) { o["k" + i] = b; i++; } let s = 0; for (const k in o) s = s * 10 + o[k]; return s; }`,
  'a count in an object': `
    export async function f(x) { "use graph"; const stats = { n: 0, max: -9 }; for await (const b of items(x)) { stats.n++; if (b > stats.max) stats.max = b; } return stats.n * 10 + stats.max; }`,
  'history of this': `
    class T { losses = []; w = 1; async fit(x) { "use graph"; for await (const b of items(x)) { this.w = this.w * 2; if (b > 0) this.losses.push(b * this.w); } let s = 0; for (const l of this.losses) s = s * 10 + l; return s; } }
    export async function f(x) { const t = new T(); const r = await t.fit(x); tf.dispose(t.losses); tf.dispose(t.w); return r; }`,
  labels: `
    class Sum { s = 0; add(b) { this.s += b; } }
    export async function f(x) { "use graph"; const m = new Sum(); outer: for await (const a of items(x)) { for await (const b of items(x)) { if (b > a) continue outer; if (a > 6) break outer; m.add(b); } m.add(100); } return m.s; }`,
  handlers: `
    class Sum { s = 0; add(b) { if (b > 3) throw new RangeError("big"); this.s += b; } }
    export async function f(x) { "use graph"; const m = new Sum(); try { for await (const b of items(x)) m.add(b); } catch (e) { m.add(-1); } finally { m.add(0.5); } return m.s; }`,
  inheritance: `
    class Base { constructor() { this.n = 0; } add(b) { this.n += b; } } class Twice extends Base { add(b) { if (b > 1) super.add(b * 2); else super.add(b); } }
    export async function f(x) { "use graph"; const m = new Twice(); for await (const b of items(x)) m.add(b); return m.n; }`,
  'getters and setters': `
    class C { _v = 0; get v() { return this._v; } set v(b) { this._v = b > 2 ? 2 : b; } }
    export async function f(x) { "use graph"; const m = new C(); for await (const b of items(x)) m.v += b; return m.v; }`,
  'loops around': `
    class Sum { s = 0; add(b) { this.s += b; } }
    export async function f(x) { "use graph"; let best = -1; for (let e = 0; e < 2; e++) { const m = new Sum(); for await (const b of items(x)) m.add(b * (e + 1)); if (m.s > best) best = m.s; } return best; }`,
  'a returned object': `
    class Sum { s = 0; add(b) { this.s += b; } }
    async function g(x) { "use graph"; const m = new Sum(); for await (const b of items(x)) m.add(b); return m; }
    export async function f(x) { const m = await g(x); const n = await g(x); tf.dispose(n.s); if (m === n) throw new Error("one object"); return m.s; }`,
  'a swap': `
    export async function f(x) { "use graph"; let a = { v: 1 }, b = { v: 2 }; for await (const c of items(x)) { if (c > 1) [a, b] = [b, a]; a.v += c; } return a.v * 100 + b.v; }`,
  'functions that know their item': `
    export async function f(x) { "use graph"; const fs = []; for await (const v of items(x)) { fs.push(() => v * 2); } let s = 0; for (const g of fs) s = s * 10 + g(); return s; }`,
  'named functions that know their item': `
    export async function f(x) { "use graph"; const fs = []; for await (const v of items(x)) { const g = () => v * 2; fs.push(g); } let s = 0; for (const g of fs) s = s * 10 + g(); return s; }`,
  'objects that know their item': `
    export async function f(x) { "use graph"; const fs = []; for await (const v of items(x)) { const w = v + 1; fs.push({ get: () => w * 2 }); } let s = 0; for (const g of fs) s = s * 10 + g.get(); return s; }`,
  'the last of the functions': `
    export async function f(x) { "use graph"; let last = () => 0; for await (const v of items(x)) { last = () => v * 2; } return last(); }`,
  'a class in the loop': `
    export async function f(x) { "use graph"; const all = []; for await (const v of items(x)) { class P { get() { return v; } } all.push(new P()); } return all[0].get() + all[2].get(); }`,
  'callbacks in the loop': `
    export async function f(x) { "use graph"; let s = 0; for await (const v of items(x)) { const add = (k) => { if (v > 1) s += k * v; }; [1, 2].forEach(add); if (v > 0) [3].forEach((k) => { s -= k; }); } return s; }`,
  'two names of an array': `
    export async function f(x) { "use graph"; const a = [1, 2, 3], b = a; for await (const k of [0, 1]) { b[k] += x[k]; } return a[0] * 10 + a[1] + (a === b ? 100 : 0); }`,
  'an object in an array': `
    export async function f(x) { "use graph"; const o = { t: 1 }, all = [o, o]; for await (const k of [0, 1]) { all[0].t += x[k]; } return o.t * 10 + all[1].t; }`,
  'an object for another': `
    export async function f(x) { "use graph"; const a = { v: 1 }, c = { v: 5 }; let b = a; for await (const y of items(x)) { b.v += y; b = c; } return a.v * 100 + c.v + b.v; }`,
  'the best of the objects': `
    export async function f(x) { "use graph"; const all = [{ n: 0 }, { n: 0 }]; let last = all[0]; for await (const y of items(x)) { if (y > 1.5) all[1].n += y; else all[0].n += y; last = all[1]; } last.n *= 10; return all[0].n + all[1].n; }`,
  'symbols as keys': `
    const s = Symbol('s');
    export async function f(x) { "use graph"; const o = { [s]: x[0] * 3, t: 1 }; for await (const y of items(x)) o.t += y; return o[s] * 100 + o.t; }`,
  'an object without a prototype': `
    export async function f(x) { "use graph"; const o = Object.create(null); o.t = x[0]; for await (const y of items(x)) { o.t += y; } return o.t + (Object.getPrototypeOf(o) === null ? 100 : 0); }`,
  'an object that gets properties': `
    class P { #n = 0; constructor(a) { this.a = a; } add(y) { this.#n += y; this.last = y; } get n() { return this.#n; } }
    export async function f(x) { "use graph"; const p = new P(x[0]); for await (const y of items(x)) p.add(y); return p.n + p.last * 10 + p.a * 100; }`,
  'a Map that others have': `
    export async function f(x) { "use graph"; const m = new Map([['a', 0]]), o = { m }; for await (const y of items(x)) { m.set('a', m.get('a') + y); } return o.m.get('a'); }`,
  'a handler that sees what the program throws': `
    export async function f(x) { "use graph"; let s = 0; try { for await (const y of items(x)) { if (y > 1) throw new RangeError('big'); s += y; } } catch ({ message }) { s += message === 'big' ? 100 : 1; } return s; }`,
  'branches in a function of a head': `
    async function* each(xs) { for (const item of xs) yield item; }
    export async function f(x) { "use graph"; let s = 0; for await (const b of each([x[0], x[1], x[2]].map((v) => { if (v > 1) return v * 10; return 0; }))) s += b; return s; }`,
  'loops in a function of a head': `
    async function* each(xs, f) { for (const item of xs) yield f(item); }
    export async function f(x) { "use graph"; let s = 0; for await (const b of each([x[0], x[1], x[2]], function (v) { let n = 0; while (n < v) n++; return n; })) s += b; return s; }`,
  'assignments in a head': `
    async function* each(xs) { for (const item of xs) yield item; }
    export async function f(x) { "use graph"; let y = x[0]; let s = 0; for await (const b of each([++y, y += 3, y++])) s += b; return s + y; }`,
  'assignments in the heads of loops around': `
    async function* each(xs) { for (const item of xs) yield item; }
    export async function f(x) { "use graph"; let s = 0; const o = { n: 0 }; for (let i = x[0]; i < 3; i += 1) for await (const b of each([i])) s += b; for (let i = x[1]; i < 3; i++) for await (const b of each([i])) s += b * 10; while ((o.n += 1) < 3) for await (const b of each([o.n])) s += b; const p = { v: x[0] }; do { for await (const b of each([p.v])) s += b; } while (p.v++ < 3); return s + o.n + p.v; }`,
  'items that the loop changes': `
    export async function f(x) { "use graph"; const rows = [{ p: 1, t: x[0] }, { p: 2, t: x[1] }]; for await (const o of rows) { o.t = o.t * o.p; if (o.t > 1) o.p = o.p + 10; o.q = o.t; } return rows[0].t + rows[1].q * 100 + rows[0].p * 1000 + rows[1].p; }`,
  'arrays among the items': `
    export async function f(x) { "use graph"; const rows = [[x[0], 1], [x[1], 2]]; let s = 0; for await (const o of rows) { o[0] = o[0] * o[1]; o.push(s); s = s + o[0]; } return rows[0][0] + rows[1][0] * 100 + rows[1].length; }`,
};

compareAwaited('for await and what is no structure', programs);

describe('for await and what is no structure', () => {
  beforeAll(useCpu);

  it('has no handler see that there is no graph', async () => {
    const { f } = await compile<Program>(
      `export async function f(x) { "use graph"; let s = 0; try { for await (const k of [1, 2]) { let y; if (x[k] > 0) y = 1; s += y; } } catch { s = -1; } return s; }`,
      { tf },
    );
    const x = tf.tensor1d([1, -2, 3]);
    await expect(f!(x)).rejects.toMatchObject({ code: 'undefined-in-branch' });
    x.dispose();
  });

  it('is traced no more often than with variables', async () => {
    const { f, count } = await compile<Program & { count(): number }>(
      `${items}
       let traces = 0;
       export const count = () => traces;
       class Mean { total = 0; n = 0; add(b) { traces++; this.total += b; this.n++; } }
       export async function f(x) {
         "use graph";
         const m = new Mean();
         for await (const b of items(x)) m.add(b);
         for await (const b of items(x)) if (b > 0) m.add(b);
         return m.total / m.n;
       }`,
      { tf },
    );
    const x = tf.tensor1d([1, 2, 3]);
    expect(await numberIn(await f!(x))).toBe(2);
    const first = count();
    expect(await numberIn(await f!(x))).toBe(2);
    expect(count()).toBe(first);
    x.dispose();
  });
});
