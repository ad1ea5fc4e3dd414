import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { type AwaitedProgram, compareAwaited, numberIn } from './awaited.js';

const each = 'async function* each(xs) { for (const item of xs) yield item; }';
const cell = 'class Cell { constructor(v) { this.v = v; } get() { return this.v * 2; } }';

/* What JavaScript runs beside the parts holds tensors of variables that parts give other values. */
compareAwaited('what is held beside the parts of a for await function', {
  'by an object that was made of a variable': `${each} ${cell}
    export async function f(x) { "use graph"; let y = x[0] * 2; const o = new Cell(y); for await (const b of each([1, 2, 3])) y = y + b; return o.get() + y; }`,
  'by an object with private fields': `${each}
    class Secret { #v; constructor(v) { this.#v = v; } get() { return this.#v * 3; } }
    export async function f(x) { "use graph"; let y = x[0] * 2; const o = new Secret(y); for await (const b of each([1, x[1]])) y = y * 2 + b; return o.get() + y; }`,
  'by an object of each iteration': `${each} ${cell}
    export async function f(x) { "use graph"; let y = x[0]; let sum = 0; for await (const b of each([1, 2, 3])) { const o = new Cell(y); y = y + b; for await (const c of each([1, 1])) y = y + c; sum = sum + o.get(); } return sum + y; }`,
  'by the items of the loop': `${each}
    export async function f(x) { "use graph"; let y = x[0] * 2; let z = 0; for await (const b of each([1, y, 3, y])) { y = y + b; z = z * 10 + b; } return z + y; }`,
  'by the items of a loop in a loop': `${each}
    export async function f(x) { "use graph"; let y = x[0] * 2; let z = 0; for (let i = 0; i < 3; i++) { for await (const b of each([1, y, z])) { y = y + b; z = z * 2 + b; } } return z + y; }`,
  'by the items of a loop in an awaiting one': `${each}
    export async function f(x) { "use graph"; let y = x[0]; let z = 0; for await (const a of each([1, 2])) { for await (const b of each([y, a, y])) { y = y + b; z = z * 0.5 + b; } } return z + y; }`,
  'by an iterator in a variable': `${each}
    export async function f(x) { "use graph"; let y = x[0] * 2; const it = each([y, 1, y]); let z = 0; y = y + 1; for await (const b of it) { y = y + b; z = z * 2 + b; } return z + y; }`,
  'by a generator that knows the variable': `${each}
    export async function f(x) { "use graph"; let y = x[0] * 2; let z = 0; const later = () => y; function* gen() { const k = y; yield 1; yield k; yield y; } for await (const b of gen()) { y = y + b; z = z * 2 + b; } return z + y + later(); }`,
  'by a generator that takes the variable at a later step': `
    export async function f(x) { "use graph"; let y = x[0]; function* gen() { yield 1; const k = y; yield 2; yield k; } let z = 0; for await (const b of gen()) { y = y + b; z = z * 2 + b; } return z + y; }`,
  'by an asynchronous one, in a variable': `
    export async function f(x) { "use graph"; let y = x[0]; async function* gen() { yield 1; const k = y; yield 2; yield k; } const it = gen(); let z = 0; for await (const b of it) { y = y + b; z = z * 2 + b; } return z + y; }`,
  'by a generator that takes the property of an object at a later step': `
    async function* gen(p) { yield 1; const k = p.w; yield 2; yield k; yield p.w; }
    export async function f(x) { "use graph"; const p = { w: x[0] }; let z = 0; for await (const b of gen(p)) { p.w = p.w + b; z = z * 2 + b; } return z + p.w; }`,
  'by such a generator in a variable': `
    async function* gen(p) { yield 1; const k = p.w; yield 2; yield k; yield p.w; }
    export async function f(x) { "use graph"; const p = { w: x[0] }; const it = gen(p); let z = 0; for await (const b of it) { p.w = p.w + b; z = z * 2 + b; } return z + p.w; }`,
  'by an iterator that gives what it took at the step before': `
    export async function f(x) { "use graph"; let y = x[0]; const src = { [Symbol.asyncIterator]() { let i = 0, k = 0; return { async next() { i++; const r = k; k = y; return i < 4 ? { value: r, done: false } : { value: 0, done: true }; } }; } }; let z = 0; for await (const b of src) { y = y + b + 1; z = z * 2 + b; } return z + y; }`,
  'by an array that the loop around iterates': `${each}
    export async function f(x) { "use graph"; let y = x[0]; let z = 0; for (const a of [y, 2, y]) { for await (const b of each([1, a])) { y = y + b; z = z + a * b; } } return z + y; }`,
  'by a variable of a loop head': `${each}
    export async function f(x) { "use graph"; let y = x[0]; let z = 0; for (let k = y, i = 0; i < 2; i++) { for await (const b of each([1, 2])) { y = y + b; z = z + k; } } return z + y; }`,
  'by an object that is changed by parts': `${each} ${cell}
    export async function f(x) { "use graph"; const o = new Cell(x[0] + 1); const p = new Cell(o.v); let z = 0; for await (const b of each([1, 2])) { o.v = o.v * 2 + b; z++; } return p.get() + o.get() * 10 + z; }`,
  'by objects that parts put into this': `
    class Model { last = null; list = []; async fit(x) { "use graph"; let s = 0; for await (const v of items(x)) { s += v; this.last = { v, s }; this.list.push({ s }); } return s; } }
    export async function f(x) { const m = new Model(); const s = await m.fit(x); const [one, result, other] = m.list; tf.dispose([s, one, other, m.last.s]); tf.dispose(m.last.v); return result.s; }`,
  'by objects that parts put into an argument': `
    async function fit(x, o) { "use graph"; let s = 0; for await (const v of items(x)) { s += v; if (s > 1) o.best = { s: [s * 2] }; o.all.set('k', { v }); } return s; }
    export async function f(x) { const o = { best: { s: [0] }, all: new Map() }; tf.dispose(await fit(x, o)); const [result] = o.best.s; tf.dispose(o.all.get('k').v); return result; }`,
  'by a promise': `${each}
    export async function f(x) { "use graph"; let y = x[0] * 2; let z = 0; const p = (async () => y * 3)(); for await (const b of each([1, 2])) { y = y + b; z = z * 2 + b; } return z + y + (await p); }`,
  'by a return whose finally changes the variable': `
    export async function f(x) { "use graph"; let y = x[0]; try { y = y * 3; return y; } finally { y = y + 1; for await (const v of items(x)) y += v; } }`,
  'by a return in a loop, whose finally may return another value': `
    export async function f(x) { "use graph"; let y = x[0]; for await (const v of items(x)) { try { y = y * v; if (y > 3) return y; } finally { y = y + 4; if (v < -5) return v; } } return y; }`,
  'by returns in two tries': `
    export async function f(x) { "use graph"; const o = { y: x[0] }; try { try { if (o.y > 0) return o.y * 2; } finally { o.y = o.y + 1; for await (const v of items(x)) o.y += v; } } catch {} finally { o.y = o.y * 2; } return o.y; }`,
  'by arrays in objects that parts make, whose length a tensor decides': `
    export async function f(x) { "use graph"; let m = null; let s = 0; for await (const v of items(x)) { if (m === null) m = { list: [] }; if (v > 1) m.list.push(v); s = s * 2 + m.list.length; } return s; }`,
  'by arrays in objects of a Map, whose length a tensor decides': `
    async function* src(x) { yield { k: 'p', d: x[0] }; yield { k: 'q', d: x[1] }; yield { k: 'p', d: x[2] }; }
    export async function f(x) { "use graph"; const m = new Map(); let s = 0; for await (const { k, d } of src(x)) { if (!m.has(k)) m.set(k, { all: [] }); const g = m.get(k); if (d > 1) g.all.push(d); s = s * 2 + g.all.length; } return s; }`,
  'by rows of a tensor that a generator hands on': `
    async function* rows(x) { yield* x; for await (const v of x) yield v * 2; }
    export async function f(x) { "use graph"; let s = 0; for await (const v of rows(x)) { if (v > 8) break; s = s * 2 + v; } return s; }`,
});

describe('what an object of each iteration holds', () => {
  beforeAll(useCpu);

  it('is freed with the next one', async () => {
    const { f } = await compile<AwaitedProgram>(
      `const counts = [];
       ${cell}
       async function* steps() { for (let i = 0; i < 6; i++) { counts.push(tf.memory().numTensors); yield i; } }
       export async function f(x) { "use graph"; let y = x; for await (const b of steps()) { const o = new Cell(y); y = y + b; for await (const c of [1, 2]) y = y + o.get() * c; } return [y, ...counts]; }`,
      { tf },
    );
    const x = tf.scalar(1);
    const [y, ...counts] = (await f!(x)) as [tf.Tensor, ...number[]];
    expect(await numberIn(y)).toBeGreaterThan(0);
    const numbers = await Promise.all(counts.map(numberIn));
    expect(numbers.at(-1)).toBe(numbers[2]);
    x.dispose();
  });
});
