import * as tf from '@tensorflow/tfjs-core';
import * as data from '@tensorflow/tfjs-data';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { print, runFunctionsEagerly } from '../../runtime/index.js';
import { compile, stage } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

afterEach(() => runFunctionsEagerly(false));

const source = `
  export async function sums(items) {
    "use graph";
    let s = 0, p = 1;
    for await (const e of items) { s += e; p *= e + 1; }
    return [s, p];
  }
  export async function digits(items) {
    "use graph";
    let s = 0;
    for await (const e of items) { s = s * 10 + e; if (s > 100) break; }
    return s;
  }
  export async function find(items, limit) {
    "use graph";
    let n = 0;
    for await (const { xs, ys } of items) {
      const product = tf.sum(xs) * ys;
      if (product < 0) continue;
      n += product;
      if (n > limit) return n;
    }
    return -n;
  }
  export async function epochs(items, w) {
    "use graph";
    let total = tf.scalar(0);
    const add = (v) => { total = total + v; };
    for (let epoch = 0; epoch < 3; epoch++) {
      for await (const e of items) if (e > 1) add(e * w);
    }
    return total / 2;
  }
  export async function pairs(a, b) {
    "use graph";
    let n = 0;
    outer: for await (const x of a) {
      for await (const y of b) {
        if (x * y > 6) continue outer;
        if (x > 3) break outer;
        n += x * y;
      }
      n += 100;
    }
    return n;
  }
  export async function kept(items) {
    "use graph";
    const all = [];
    for await (const e of items) all.push(e * 2);
    return all;
  }
  export async function caught(items) {
    "use graph";
    let s = 0;
    try {
      for await (const e of items) { if (e > 2) throw new RangeError('big'); s += e; }
    } catch (e) { s = s * 100; } finally { s = s + 0.5; }
    return s;
  }
`;

type Program = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** What a loop over these gives in JavaScript is what it must give. */
describe.each(executors)('for await on $backend', ({ backend, start }) => {
  let program: Program;

  beforeAll(async () => {
    await start();
    program = await compile<Program>(source, { tf, print });
  });

  it('loops over what JavaScript iterates', async () => {
    async function* numbers() {
      yield* [0, 1, 2, 3, 4, 5, 6];
    }
    expect(await numbersIn(program.sums!(numbers()))).toEqual([21, 5040]);
    expect(await numbersIn(program.digits!(numbers()))).toBe(123);
    expect(await numbersIn(program.sums!([1, Promise.resolve(2), 3]))).toEqual([6, 24]);
    expect(await numbersIn(program.sums!([]))).toEqual([0, 1]);
    expect(await numbersIn(program.pairs!([1, 2, 3, 4], [1, 2, 3]))).toBe(227);
    await expect(program.sums!(3)).rejects.toThrow(/not async iterable/);
  });

  it('loops over the rows of a tensor', async () => {
    const rows = tf.tensor1d([1, 2, 3]);
    expect(await numbersIn(program.sums!(rows))).toEqual([6, 24]);
    rows.dispose();
  });

  it('loops over datasets of TensorFlow.js, whose elements it disposes', async () => {
    const pairs = data.zip({
      xs: data.array([
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ]),
      ys: data.array([1, -1, 1, 1]),
    });
    expect(await numbersIn(program.find!(pairs, 10))).toBe(14);
    const before = tf.memory().numTensors;
    expect(await numbersIn(program.find!(pairs, 100))).toBe(-29);
    expect(await numbersIn(program.digits!(data.array([1, 2, 3, 4])))).toBe(123);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('iterates the dataset of each call, and traces for none', async () => {
    let traces = 0;
    const { f } = await compile<Program>(
      `export async function f(items) { "use graph"; let s = tf.scalar(0); for await (const x of items) { count(); s = s + tf.sum(x); } return s; }`,
      { tf, count: () => traces++ },
    );
    const batches = (n: number) => numbers(0, n).batch(4);
    expect(await numbersIn(f!(batches(8)))).toBe(28);
    expect(traces).toBe(1);
    expect(await numbersIn(f!(batches(12)))).toBe(66);
    expect(traces).toBe(1);
    // A last batch that is smaller is traced once.
    expect(await numbersIn(f!(batches(6)))).toBe(15);
    expect(await numbersIn(f!(batches(10)))).toBe(45);
    expect(traces).toBe(2);
  });

  it('runs loops in loops, and functions that assign', async () => {
    const w = tf.scalar(2);
    expect(await numbersIn(program.epochs!(numbers(0, 4), w))).toBe(15);
    expect(await numbersIn(program.epochs!([5, 6], w))).toBe(33);
    w.dispose();
  });

  it('keeps what the body puts into an array', async () => {
    const items = [tf.scalar(1), tf.scalar(2)];
    expect(await numbersIn(program.kept!(items))).toEqual([2, 4]);
    expect(items.map((item) => item.isDisposed)).toEqual([false, false]);
    for (const item of items) item.dispose();
  });

  it('handles exceptions of the body and of the iterator, which is closed', async () => {
    expect(await numbersIn(program.caught!([1, 1, 5]))).toBe(200.5);
    expect(await numbersIn(program.caught!([1, 1]))).toBe(2.5);
    let closed = 0;
    async function* failing() {
      try {
        yield 1;
        yield 200;
        throw new TypeError('source');
      } finally {
        closed++;
      }
    }
    expect(await numbersIn(program.digits!(failing()))).toBe(210);
    expect(closed).toBe(1);
    await expect(program.sums!(failing())).rejects.toThrow(new TypeError('source'));
    expect(closed).toBe(2);
  });

  it('trains', async () => {
    const w = tf.variable(tf.scalar(0));
    const optimizer = tf.train.adam(0.1);
    const { train } = await compile<Program>(
      `export async function train(items) {
        "use graph";
        let last = tf.scalar(0), steps = 0;
        for await (const { xs, ys } of items) {
          last = optimizer.minimize(() => tf.mean(tf.square(xs * w - ys)), true);
          steps++;
        }
        return [last, steps];
      }`,
      { tf, optimizer, w },
    );
    const items = data
      .zip({ xs: numbers(1, 8), ys: numbers(1, 8).map((x) => 3 * (x as number)) })
      .batch(3);
    let before = 0;
    for (let epoch = 0; epoch < 30; epoch++) {
      const [last, steps] = (await numbersIn(train!(items))) as number[];
      expect(steps).toBe(3);
      if (epoch === 2) before = tf.memory().numTensors;
      if (epoch === 29) expect(last).toBeLessThan(2);
    }
    expect(tf.memory().numTensors).toBe(before);
    expect(Math.abs((await w.data())[0]! - 3)).toBeLessThan(0.6);
    w.dispose();
    optimizer.dispose();
  });

  if (backend === 'cpu')
    it('runs eagerly', async () => {
      await useCpu();
      runFunctionsEagerly(true);
      expect(await numbersIn(program.digits!(data.array([1, 2, 3, 4])))).toBe(123);
      expect(await numbersIn(program.caught!([1, 1, 5]))).toBe(200.5);
    });
});

describe('for await elsewhere', () => {
  it('is refused where the function has to be one graph', async () => {
    await useCpu();
    const { f } = await compile<Program>(
      `async function total(items) { "use graph"; let s = 0; for await (const x of items) s += x; return s; }
       export async function f(x) { "use graph"; return x + (await total([1])); }`,
    );
    const x = tf.scalar(1);
    await expect(f!(x)).rejects.toMatchObject({ code: 'for-await-in-graph' });
    x.dispose();
  });

  it('is traced once although arrays grow to which it pushes, in branches too', async () => {
    await useCpu();
    const { f, count } = await compile(
      `let traces = 0;
       export const count = () => traces;
       const note = () => { traces++; };
       export async function f(items, history) {
         "use graph";
         const large = [-1];
         for await (const e of items) {
           note();
           history.losses.push(e * 2);
           history.names.push('a');
           if (e > 2) large.push(e, e + 10);
         }
         return large;
       }`,
    );
    const history = { losses: [] as tf.Tensor[], names: [] as string[] };
    const { losses } = history;
    expect(await numbersIn(f!(numbers(0, 6), history))).toEqual([-1, 3, 13, 4, 14, 5, 15]);
    expect(history.losses).toBe(losses);
    expect(await numbersIn(losses)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(history.names).toEqual(Array(6).fill('a'));
    expect(count!()).toBeLessThanOrEqual(2);
  });

  it('gives a part that reads an array the whole of it', async () => {
    await useCpu();
    const { f } = await compile(
      `export async function f(items) {
         "use graph";
         const all = [], lengths = [];
         for await (const e of items) { all.push(e); lengths.push(all.length); if (all.length > 2) all.shift(); }
         return [all, lengths];
       }`,
    );
    expect(await numbersIn(f!(numbers(0, 5)))).toEqual([
      [3, 4],
      [1, 2, 3, 3, 3],
    ]);
  });

  it('is refused in a function that a graph calls', () => {
    expect(() =>
      stage(
        `export function f(x) { "use graph"; return async (items) => { for await (const i of items) x += i; return x; }; }`,
      ),
    ).toThrow(/for-await/);
  });
});

/** A dataset of whole numbers. */
function numbers(from: number, to: number): data.Dataset<tf.TensorContainer> {
  return data.array(Array.from({ length: to - from }, (_, index) => from + index));
}

/** The numbers in a result, whose tensors it disposes. */
async function numbersIn(result: unknown): Promise<unknown> {
  const value = await result;
  if (Array.isArray(value)) return Promise.all(value.map(numbersIn));
  if (!(value instanceof tf.Tensor)) return value;
  const [number] = await value.data();
  value.dispose();
  return number;
}
