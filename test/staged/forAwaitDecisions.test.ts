import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { type AwaitedProgram, compareAwaited, items, numberIn } from './awaited.js';

/** In each a tensor decides, where a part of the function ends, what no tensor can be: JavaScript reads it. */
const programs: Record<string, string> = {
  'a number that may be null': `
    export async function f(x) { "use graph"; let best = null; for await (const b of items(x)) { if (b > 1) { if (best === null || b > best) best = b; } } return best ?? -1; }`,
  'a number that may be undefined, and a break': `
    export async function f(x) { "use graph"; let found; for await (const b of items(x)) { if (b > 1) { found = b; break; } } return found === undefined ? -1 : found; }`,
  'null again': `
    export async function f(x) { "use graph"; let last = null, n = 0; for await (const b of items(x)) { if (b > 1) last = b; else if (b > 0.4) last = null; if (last === null) n++; } return (last ?? 5) * 10 + n; }`,
  'null or undefined': `
    export async function f(x) { "use graph"; let last; for await (const b of items(x)) { if (b > 1) last = null; else if (b < 0.1) last = b; } return last === null ? 1 : last === undefined ? 2 : 3; }`,
  'an object or null': `
    export async function f(x) { "use graph"; let best = null, i = 0; for await (const b of items(x)) { if (b > 0.5 && (best === null || b > best.score)) best = { score: b, at: i }; i++; } return best === null ? -1 : best.at + best.score; }`,
  'an object of a class, or none': `
    class Best { #score; constructor(score) { this.#score = score; } beats(b) { return this.#score >= b; } get score() { return this.#score; } }
    export async function f(x) { "use graph"; let best; for await (const b of items(x)) { if (b > 0.5) { if (!best?.beats(b)) best = new Best(b); } } return best?.score ?? -1; }`,
  'objects of two classes': `
    class Idle { next(b) { return b > 1.5 ? new Running(b) : this; } }
    class Running { constructor(s) { this.s = s; } next(b) { if (b < 0.6) return new Idle(); this.s = this.s + b; return this; } }
    export async function f(x) { "use graph"; let state = new Idle(); for await (const b of items(x)) state = state.next(b); return state instanceof Running ? state.s : -1; }`,
  'objects with different keys': `
    export async function f(x) { "use graph"; let r = { kind: 'none' }; for await (const b of items(x)) { if (b > 1) r = { kind: 'some', value: b }; else if (b < 0.3) r = { kind: 'none' }; } return r.kind === 'some' ? r.value : Object.keys(r).length; }`,
  'a choice between objects that stand elsewhere': `
    export async function f(x) { "use graph"; const one = { n: 1 }, two = { n: 2, more: 5 }; let p = one; for await (const b of items(x)) { if (b > 1) p = two; else if (b > 0.4) p = one; p.n = p.n + b; } return one.n * 100 + two.n; }`,
  'a linked list': `
    export async function f(x) { "use graph"; let head = null; for await (const b of items(x)) { if (b > 0.5) head = { v: b, next: head }; } let s = 0; for (let p = head; p !== null; p = p.next) s = s * 2 + p.v; return s; }`,
  'properties that only some iterations add': `
    export async function f(x) { "use graph"; const o = {}; for await (const b of items(x)) { if (b > 1) o.big = b; else o.small = b; } return (o.big ?? 0) * 10 - (o.small ?? 0) + Object.keys(o).length * 100; }`,
  'a property of an object of a class': `
    class P { constructor(a) { this.a = a; } }
    export async function f(x) { "use graph"; const p = new P(x[0]); for await (const b of items(x)) { if (b > 1.5) p.b = b; else if (b < 0.1) delete p.b; } return ('b' in p ? 10 : 20) + (p.b ?? p.a); }`,
  'a property that a tensor deletes': `
    export async function f(x) { "use graph"; const o = { a: 1, b: 2 }; for await (const b of items(x)) { if (b > 1.5) delete o.a; } return Object.keys(o).length * 10 + (o.a ?? 5) + o.b; }`,
  'a property that is undefined': `
    export async function f(x) { "use graph"; const m = { last: undefined, n: 0 }; for await (const b of items(x)) { if (b > 1.5) m.last = b; else if (b < 0.3) m.last = undefined; else m.n = m.n + 1; } return (m.last ?? -1) * 10 + m.n; }`,
  'entries of a Map': `
    export async function f(x) { "use graph"; const m = new Map(); for await (const b of items(x)) { if (b > 1.5) m.set('big', (m.get('big') ?? 0) + b); else if (b > 0.5) m.delete('big'); else m.set('small', b); } return (m.get('big') ?? -1) * 10 + m.size; }`,
  'entries of a Set': `
    export async function f(x) { "use graph"; const kinds = new Set(); for await (const b of items(x)) { if (b > 1.5) kinds.add('big'); else if (b < 0.5) kinds.add('none'); else kinds.clear(); } let s = kinds.size; for (const k of kinds) s = s * 2 + k.length; return s; }`,
  'objects of a class in an array': `
    class P { #v; constructor(v) { this.#v = v; } get v() { return this.#v; } grow() { this.#v = this.#v + 1; } }
    export async function f(x) { "use graph"; const all = []; for await (const b of items(x)) { for (const p of all) p.grow(); if (b > 0.5) all.push(new P(b)); } let s = 0; for (const p of all) s = s * 2 + p.v; return s; }`,
  'objects of a class in objects of an array': `
    class P { constructor(v) { this.v = v; } }
    export async function f(x) { "use graph"; const all = []; for await (const b of items(x)) { if (b > 0.5) all.push({ p: new P(b), b }); } let s = 0; for (const { p, b } of all) s += p.v * b; return s; }`,
  'objects of a class that a loop of a part adds': `
    class P { constructor(v) { this.v = v; } }
    export async function f(x) { "use graph"; const all = []; for await (const b of items(x)) { for (let i = 0; i < b; i++) all.push(new P(b * i)); } return all.reduce((s, p) => s + p.v, all.length); }`,
  'an array of objects that stand elsewhere': `
    class P { constructor(v) { this.v = v; } }
    export async function f(x) { "use graph"; const one = new P(x[0]), two = new P(x[1]); const all = []; for await (const b of items(x)) { if (b > 0.5) all.push(b > 1.5 ? one : two); one.v = one.v + 1; } let s = 0; for (const p of all) s = s * 2 + p.v; return s; }`,
  'an array of one object': `
    export async function f(x) { "use graph"; const queue = []; const log = { n: 0 }; for await (const b of items(x)) { if (b > 0.5) queue.push(log); log.n = log.n + b; } return queue.length > 0 ? queue[0].n : -1; }`,
  'texts in an array': `
    export async function f(x) { "use graph"; const names = []; for await (const b of items(x)) { if (b > 0.4) names.push(b > 1.5 ? 'big' : 'small'); } return names.filter((n) => n === 'big').length * 10 + names.length; }`,
  'texts in objects of an array': `
    export async function f(x) { "use graph"; const all = []; for await (const b of items(x)) { let i = 0; while (i < b) { all.push({ i, b, kind: i > 1 ? 'late' : 'early' }); i++; } } let s = 0; for (const { i, b, kind } of all) s = s * 2 + i * b + (kind === 'late' ? 10 : 0); return s; }`,
  'a list that a part makes': `
    class P { constructor(v) { this.v = v; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of items(x)) { const now = []; for (let i = 0; i < b; i++) now.push(new P(i)); for await (const c of items(x)) s += now.length * c; for (const p of now) s += p.v; } return s; }`,
  'what is decided in an inner loop': `
    export async function f(x) { "use graph"; let s = 0; for await (const b of items(x)) { let first = null; for await (const c of items(x)) { if (first === null && c > b) first = { c }; } if (first !== null) s = s * 2 + first.c; } return s; }`,
  'what is decided before the loop': `
    export async function f(x) { "use graph"; let start = null; if (x[0] > 0.5) start = { a: x[0] }; let s = 0; for await (const b of items(x)) s += b * (start?.a ?? 2); return s; }`,
  'objects in two variables, in turn': `
    export async function f(x) { "use graph"; let a = { w: x[0] }, b = { w: x[1] * 3 }; for await (const k of items(x)) { [a, b] = [b, { w: a.w * 2 }]; for await (const j of items(x)) { const t = { w: a.w + j }; b = t.w > 10 ? a : b; } } return a.w * 100 + b.w; }`,
  'objects that a generator holds': `
    async function* held(x, all) { for (let i = 0; i < 3; i++) yield x[i]; let s = 0; for (const o of all) s += o.w; yield s; }
    export async function f(x) { "use graph"; let o = { w: x[0] }; const all = []; let last = 0; for await (const b of held(x, all)) { o = { w: o.w * 2 + b }; all.push(o); last = b; } return last + o.w; }`,
  'an object that a function knows': `
    async function* asked(x, get) { for (let i = 0; i < 3; i++) yield get().w; }
    export async function f(x) { "use graph"; let o = { w: x[0] }; let s = 0; for await (const w of asked(x, () => o)) { o = { w: o.w * 2 + 1 }; s += w; } return s; }`,
  'what a handler sees': `
    export async function f(x) { "use graph"; let last = null; try { for await (const b of items(x)) { if (b > 1) last = { b }; if (b > 4) throw new Error('much'); } } catch (e) { return (last?.b ?? 0) + 100; } return last?.b ?? -1; }`,
  'what a handler sees of a function that throws': `
    const check = (b) => { if (b > 2) throw new RangeError('out'); return b * 2; };
    export async function f(x) { "use graph"; let last = 0, n = 0; try { for await (const b of items(x)) { n++; last = last + check(b); if (b < 1) continue; n += 10; } } catch (e) { if (e instanceof RangeError) return last + n; throw e; } finally { n = 100; } return last + n; }`,
  'what the end of a block sees': `
    export async function f(x) { "use graph"; const log = { last: 0, n: 0 }; let s = 0; try { try { for await (const b of items(x)) { log.last = b; if (b > 1) log.n = log.n + 1; if (b > 2) throw new Error('much'); s += b; } } finally { s = s * 10 + log.last; } } catch { return s + log.n * 100; } return s; }`,
  'an error with tensors': `
    class Bad extends Error { constructor(v) { super('bad ' + v); this.v = v; } }
    export async function f(x) { "use graph"; let last = 0; try { for await (const b of items(x)) { last = b; if (b > 2) throw new Bad(b); } } catch (e) { return e.v * 10 + last; } return last; }`,
  'errors in an inner loop': `
    export async function f(x) { "use graph"; let s = 0; for await (const b of items(x)) { try { for await (const c of items(x)) { s = s + c; if (c > b) throw new Error('x'); } } catch { s = s * 2; } } return s; }`,
};

compareAwaited('for await and what a tensor decides', programs);

describe('for await and what a tensor decides', () => {
  beforeAll(useCpu);

  it('keeps a result that the end of a block leaves', async () => {
    const { f } = await compile<AwaitedProgram>(
      `${items}
       export async function f(x) { "use graph"; let b = x[0], n = x[1]; for await (const k of items(x)) { try { if (b > 0.1) return [b, n]; b = b + 1; } finally { if (n > 4) return [n, b]; for await (const j of items(x)) b = b + j; } } return [b, b]; }`,
      { tf },
    );
    for (const [numbers, wanted] of [
      [
        [1, 2, 3],
        [1, 2],
      ],
      [
        [1, 5, 3],
        [5, 1],
      ],
      [
        [0, 2, 3],
        [6, 2],
      ],
    ]) {
      const x = tf.tensor1d(numbers!);
      const found = (await f!(x)) as tf.Tensor[];
      expect(await Promise.all(found.map(numberIn))).toEqual(wanted);
      x.dispose();
    }
  });

  it('gives a handler the text of an error', async () => {
    const { f } = await compile<AwaitedProgram>(
      `${items}
       export async function f(x) { "use graph"; try { for await (const b of items(x)) { if (b > 1) throw new Error(\`\${b} is much\`); } } catch (e) { return e.message; } return ''; }`,
      { tf },
    );
    for (const number of [2, 3]) {
      const x = tf.tensor1d([1, number, 3]);
      expect(await f!(x)).toBe(`Tensor\n    ${number} is much`);
      x.dispose();
    }
  });

  it('frees at once what was not chosen', async () => {
    const { f, most } = await compile<AwaitedProgram & { most(): number }>(
      `let most = 0;
       export const most_ = () => most;
       export { most_ as most };
       async function* noted(xs) { for (const x of xs) { most = Math.max(most, tf.memory().numTensors); yield x; } }
       export async function f(xs) { "use graph"; let best = null; for await (const x of noted(xs)) { if (x[0] > 1 && (best === null || x[0] > best.score)) best = { score: x[0], v: x * 2 }; } return best.v[1]; }`,
      { tf },
    );
    const rows = Array.from({ length: 40 }, (_, index) => tf.tensor1d([index % 7, index]));
    const before = tf.memory().numTensors;
    expect(await numberIn(await f!(rows))).toBe(12);
    expect(most() - before).toBeLessThan(10);
    tf.dispose(rows);
  });

  it('is traced once for each of what there may be', async () => {
    const { f, count } = await compile<AwaitedProgram & { count(): number }>(
      `${items}
       let traces = 0;
       export const count = () => traces;
       const note = () => { traces++; };
       export async function f(x) { "use graph"; let best = null; for await (const b of items(x)) { note(); if (b > 1) { if (best === null || b > best) best = b; } } return best ?? -1; }`,
      { tf },
    );
    const seen: number[] = [];
    for (const numbers of [
      [1, 2, 3],
      [0, 0, 0],
      [3, 2, 1],
    ]) {
      const x = tf.tensor1d(numbers);
      await numberIn(await f!(x));
      seen.push(count());
      x.dispose();
    }
    expect(seen).toEqual([2, 2, 2]);
  });
});
