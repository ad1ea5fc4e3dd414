import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager } from '../support/compile.js';
import { executors } from '../support/index.js';

type Program = Record<string, (x: unknown) => Promise<unknown>>;

const sleep =
  'import * as tf from "@tensorflow/tfjs-core"; const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));';

/** Iterators of the program's own, whose `next` is an asynchronous function: tensors decide in it, and it may wait. */
const programs: Record<string, string> = {
  'an object that a class makes': `
    class Source { constructor(x) { this.x = x; } [Symbol.asyncIterator]() { let i = 0; return { next: async () => i < 3 ? { value: i++ * this.x[0], done: false } : { value: 0, done: true } }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of new Source(x)) { s += b + 1; if (s > 4) break; } return s; }`,
  'a class of its own': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { if (this.i >= this.n) return { value: 0, done: true }; return { value: this.i++ * this.n, done: false }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of new Source(x[0])) s += b + 1; return s; }`,
  'one that waits': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { await sleep(1); if (this.i >= this.n) return { value: 0, done: true }; return { value: this.i++ * this.n, done: false }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of new Source(x[0])) s += b + 1; return s; }`,
  'one that is left early': `
    class Source { i = 0; isClosed = false; constructor(n) { this.n = n; } [Symbol.asyncIterator]() { return this; } async next() { await sleep(1); return { value: this.i++, done: this.i > 3 }; } async return() { this.isClosed = true; return {}; } }
    export async function f(x) { "use graph"; let s = 0; const source = new Source(x[0]); for await (const b of source) { s += b * x[0]; if (s > 1) break; } return s * 10 + (source.isClosed ? 1 : 0); }`,
  'a literal in the function': `
    export async function f(x) { "use graph"; let s = 0;
      const source = { [Symbol.asyncIterator]() { let i = 0; return { async next() { await sleep(1); return i < x[0] ? { value: i++ * x[1], done: false } : { value: 0, done: true }; }, async return() { s += 100; return {}; } }; } };
      for await (const b of source) { s += b + 1; if (s > 4) break; } return s; }`,
  'a literal of a function of the module': `
    function source(n) { let i = 0; return { [Symbol.asyncIterator]() { return this; }, async next() { await null; if (i >= n) return { done: true, value: undefined }; i += 1; return { done: false, value: i * n }; } }; }
    export async function f(x) { "use graph"; let s = 0; for await (const b of source(x[0])) { s += b + 1; if (s > 40) break; } return s; }`,
  'promises without async': `
    function source(n) { let i = 0; return { [Symbol.asyncIterator]() { return this; }, next() { if (i >= n) return Promise.resolve({ done: true, value: undefined }); i += 1; return Promise.resolve({ done: false, value: i * n }); } }; }
    export async function f(x) { "use graph"; let s = 0; for await (const b of source(x[0])) { s += b + 1; if (s > 40) break; } return s; }`,
  'a tensor that says that it is done': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { this.i += 1; return { value: this.i, done: this.i > this.n }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of new Source(x[0])) s = s * 2 + b; return s; }`,
  'one inside of another': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { await null; return this.i < this.n ? { value: this.i++ * this.n, done: false } : { value: 0, done: true }; } }
    class Twice { constructor(inner) { this.inner = inner; } [Symbol.asyncIterator]() { return this; } async next() { const { value, done } = await this.inner.next(); return done ? { value, done } : { value: value * 2, done }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const b of new Twice(new Source(x[0]))) s += b; return s; }`,
  'a generator over one': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { await null; return this.i < this.n ? { value: this.i++ * this.n, done: false } : { value: 0, done: true }; } }
    async function* positive(source) { for await (const b of source) if (b > 0) yield b; }
    export async function f(x) { "use graph"; let s = 0; for await (const b of positive(new Source(x[0]))) s += b; return s; }`,
  'one that throws': `
    class Source { constructor(n) { this.n = n; this.i = 0; } [Symbol.asyncIterator]() { return this; } async next() { if (this.i > this.n) throw new RangeError('over'); return { value: this.i++, done: false }; } }
    export async function f(x) { "use graph"; let s = 0; try { for await (const b of new Source(x[0])) s += b; } catch (e) { s += e.message === 'over' ? 100 : 1; } return s; }`,
};

const calls = [
  [1, 2, 3],
  [2, 0.5, 5],
  [3, 7, 1],
];

async function numberIn(result: unknown): Promise<unknown> {
  const number = result instanceof tf.Tensor ? (await result.data())[0] : result;
  tf.dispose(result as tf.Tensor);
  return number;
}

describe.each(executors)("asynchronous iterators of the program's, on $backend", ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, source) => {
    const text = `${sleep}\n${source}`;
    const plain = await compileEager<Program>(text.replaceAll('"use graph";', ''), { tf });
    const program = await compile<Program>(text, { tf });
    for (const numbers of calls) {
      const x = tf.tensor1d(numbers);
      const found = await numberIn(await program.f!(x));
      expect(found).toBeCloseTo((await plain.f!(numbers)) as number, 3);
      x.dispose();
    }
  });
});
