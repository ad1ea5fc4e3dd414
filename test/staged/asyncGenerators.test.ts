import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile, compileEager } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

/*
 * Modules with asynchronous generators, whose function `f` is called with three numbers, or a tensor of them.
 */
const programs: Readonly<Record<string, string>> = {
  'elements of a tensor': `
    async function* items(x) { for (let i = 0; i < 3; i++) yield x[i]; }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) { if (y > 1) s += y; } return s; }`,
  'a branch around a yield': `
    async function* items(x) { for (let i = 0; i < 3; i++) { if (x[i] > 1) yield x[i] * 2; else yield -1; } }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'how often it yields': `
    async function* items(x) { let y = x[0]; while (y < 10) { yield y; y = y * 2; } }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) { if (s > 8) break; s += y; } return s; }`,
  'another one': `
    async function* items(x) { yield x[0]; yield x[1]; }
    async function* doubled(source) { for await (const y of source) if (y > 1) yield y * 2; else yield y; }
    export async function f(x) { "use graph"; let s = 0; for await (const y of doubled(items(x))) s += y; return s; }`,
  'yield*': `
    async function* inner(x) { if (x > 1) yield x; return x + 1; }
    async function* outer(x) { const a = yield* inner(x[0]); yield a; const b = yield* inner(x[1]); yield b; }
    export async function f(x) { "use graph"; let s = 0; for await (const y of outer(x)) s = s * 10 + y; return s; }`,
  'what the one inside has given': `
    async function* inner(x) { for (let i = 0; i < 3; i++) yield x[i] * 2; }
    async function* outer(x) { const all = []; for await (const y of inner(x)) all.unshift(y + 1); for (const y of all) if (y > 3) yield y; }
    export async function f(x) { "use graph"; let last = 0, s = 0; for await (const y of outer(x)) { s = s * 10 + y - last; last = y; } return s + last; }`,
  'what it waits for': `
    const later = (value) => new Promise((resolve) => setTimeout(() => resolve(value), 1));
    async function load(i) { const factor = await later(i + 1); return factor; }
    async function* items(x) {
      for (let i = 0; i < 3; i++) { const factor = await load(i); const y = x[i] * factor; if (y > 2) yield y; }
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s += y; return s; }`,
  'an asynchronous function with a tensor': `
    async function clip(y) { if (y > 2) return 2; return y; }
    async function* items(x) { for (let i = 0; i < 3; i++) yield await clip(x[i]); }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'a function that decides': `
    const clip = (y) => { if (y > 2) return 2; return y; };
    async function* items(x) { for (let i = 0; i < 3; i++) yield clip(x[i]); }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'asynchronous callbacks': `
    async function* items(x) {
      const all = await Promise.all([0, 1, 2].map(async (i) => { await null; if (x[i] > 1) return x[i] * 10; return 0; }));
      for (const y of all) yield y;
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s += y; return s; }`,
  'the class of a source': `
    class Source {
      #scale = 2;
      constructor(x) { this.x = x; this.count = 0; }
      async *[Symbol.asyncIterator]() { for (const y of this.x) { this.count += 1; if (y > this.#scale) return; yield y * this.#scale; } }
    }
    export async function f(x) { "use graph"; let m = 0; for await (const y of new Source(x)) m = y > m ? y : m; return m; }`,
  'handlers and finalizers': `
    async function* items(x) {
      try { for (let i = 0; i < 3; i++) { if (x[i] > 2) throw new RangeError('large'); yield x[i]; } }
      catch (error) { yield error instanceof RangeError ? 100 : 0; }
      finally { yield 1000; }
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s += y; return s; }`,
  'a loop that is left early': `
    const log = [];
    async function* items(x) { try { for (let i = 0; ; i++) yield x[i % 3]; } finally { await null; log.push('closed'); } }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) { s += y; if (s > 4) break; } return s; }`,
  labels: `
    async function* pairs(x) {
      outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (x[i] > x[j]) continue outer; if (x[i] + x[j] > 5) break outer; yield x[i] * 10 + x[j]; } }
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of pairs(x)) s += y; return s; }`,
  'labels of loops that wait': `
    async function* one(x) { yield x[0]; yield x[1]; yield x[2]; }
    async function* pairs(x) {
      outer: for await (const a of one(x)) { for await (const b of one(x)) { if (a > b) continue outer; if (a + b > 5) break outer; yield a * 10 + b; } }
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of pairs(x)) s += y; return s; }`,
  'logical operators and ?:': `
    async function* items(x) { for (let i = 0; i < 3; i++) { if (x[i] > 1 && !(x[i] > 2)) yield x[i] > 1 ? 7 : 8; else if (x[i] < 2 || i > 5) yield 9; } }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'defaults and patterns': `
    async function* items(x, { scale = 2, from: [start = 1] = [] } = {}) { for (let i = start; i < 3; i++) { const [a, b = 3] = [x[i]]; yield { a: a * scale, b }; } }
    export async function f(x) { "use graph"; let s = 0; for await (const { a, b } of items(x)) s += a * b; return s; }`,
  'a do loop and a switch': `
    async function* items(x) {
      let i = 0;
      do { switch (i) { case 0: yield x[0]; case 1: yield x[1]; break; default: yield -x[i]; } i++; } while (i < 3 && x[i] > 0);
    }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'tensors of the module': `
    import * as tf from '@tensorflow/tfjs-core';
    const state = { total: 0 };
    async function* items(x) { for (let i = 0; i < 3; i++) { state.total = state.total + x[i]; yield state.total; } }
    export async function f(x) { "use graph"; state.total = 0; let s = 0; for await (const y of items(x)) { if (y > 2) s += y; } tf.dispose(state.total); return s; }`,
  'the rows of what it is given': `
    async function* items(x) { let most = 0; for (const y of x) { if (y > most) most = y; } yield most; for (const y of x) yield most - y; }
    export async function f(x) { "use graph"; let s = 0; for await (const y of items(x)) s = s * 10 + y; return s; }`,
  'one that stands in the function': `
    export async function f(x) {
      "use graph";
      const limit = 1;
      async function* items() { for (let i = 0; i < 3; i++) if (x[i] > limit) yield x[i] * 2; }
      let s = 0;
      for await (const y of items()) s += y;
      return s;
    }`,
  'a method': `
    const source = { scale: 3, async *rows(x) { for (const y of x) yield [y, y * this.scale]; } };
    export async function f(x) { "use graph"; let m = 0; for await (const [a, b] of source.rows(x)) m = m > a ? m + b : m - a; return m; }`,
  texts: `
    async function* names() { for (const name of ['a', 'bb', 'ccc']) { await null; yield name; } }
    export async function f(x) { "use graph"; let s = 0; const sizes = { a: 1, bb: 2, ccc: 3 }; for await (const name of names()) s += x[0] * sizes[name] + name.length; return s; }`,
};

const calls = [
  [1, 2, 3],
  [3, 0.5, 2],
];

type Program = Record<string, (...args: unknown[]) => Promise<unknown>>;

describe.each(executors)('asynchronous generators on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, source) => {
    const plain = await compileEager<Program>(source.replaceAll('"use graph";', ''));
    const program = await compile<Program>(source, { tf });
    for (const numbers of calls) {
      const x = tf.tensor1d(numbers);
      const before = tf.memory().numTensors;
      const result = await program.f!(x);
      const found = result instanceof tf.Tensor ? (await result.data())[0] : result;
      expect(found).toBeCloseTo((await plain.f!(numbers)) as number, 4);
      tf.dispose(result as tf.Tensor);
      expect(tf.memory().numTensors, 'tensors left').toBe(before);
      x.dispose();
    }
  });
});

describe('asynchronous generators where functions run eagerly', () => {
  beforeAll(useCpu);

  it.each(Object.entries(programs))('%s', async (_, source) => {
    const plain = await compileEager<Program>(source.replaceAll('"use graph";', ''));
    const program = await compile<Program>(source, { tf });
    const x = tf.tensor1d(calls[0]!);
    runFunctionsEagerly(true);
    try {
      const result = await program.f!(x);
      const found = result instanceof tf.Tensor ? (await result.data())[0] : result;
      expect(found).toBeCloseTo((await plain.f!(calls[0]!)) as number, 4);
    } finally {
      runFunctionsEagerly(false);
    }
  });
});
