import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { graph, graphOf, jsFunction } from '../../runtime/index.js';
import { replace_module } from '../../runtime/staged/index.js';
import { compile } from '../support/compile.js';
import { liveBuffers } from '../support/gpuBuffers.js';
import { collectGarbage, heapGrowth } from '../support/heap.js';
import { executors, expectNoLeak, holdings, useCpu } from '../support/index.js';

const program = (source: string) =>
  compile(`import * as tf from '@tensorflow/tfjs-core';\n${source}`);

/** What a graph with all that belongs to it weighs at the least, in bytes. */
const weightOfTrace = 5_000;

/** A graph function with a constant of its own on the backend. */
const makeFunction = (n: number) =>
  graph((x: tf.Tensor) => tf.relu(tf.add(x, tf.tensor1d([n, n + 1]))), { autograph: false });

describe.each(executors)('on $backend', ({ start }) => {
  beforeAll(start);
  it('ten thousand calls leave nothing behind', { timeout: 300_000 }, async () => {
    const { f } = await program(`
      const w = tf.variable(tf.ones([4]));
      export async function f(x, n) {
        "use graph";
        while (tf.sum(x) > 1) x = x / 2;
        w.assign(w + 1);
        return { y: x * n, z: [x] };
      }
    `);
    const x = tf.tensor1d([1, 2, 3, 4]);
    const call = async () => tf.dispose((await f!(x, 2)) as tf.TensorContainer);
    for (let warm = 0; warm < 200; warm++) await call();
    await collectGarbage();
    const buffers = liveBuffers();
    const growth = await expectNoLeak(() =>
      heapGrowth(async () => {
        for (let index = 0; index < 10_000; index++) await call();
      }),
    );
    expect(growth).toBeLessThan(1_000_000);
    expect(liveBuffers()).toEqual(buffers);
  });

  it('a thousand functions that were traced and disposed leave nothing behind', {
    timeout: 300_000,
  }, async () => {
    const x = tf.tensor1d([1, 2]);
    const count = 1000;
    const use = (n: number) => {
      const f = makeFunction(n);
      f(x).dispose();
      f.dispose();
    };
    for (let warm = 0; warm < 50; warm++) use(warm);
    await collectGarbage();
    const buffers = liveBuffers();
    const growth = await expectNoLeak(() =>
      heapGrowth(() => {
        for (let n = 0; n < count; n++) use(n);
      }),
    );
    expect(growth).toBeLessThan((count * weightOfTrace) / 2 + 500_000);
    expect(liveBuffers()).toEqual(buffers);
  });

  it('functions that are only forgotten are freed with them', async () => {
    const x = tf.tensor1d([1, 2]);
    await collectGarbage();
    const before = holdings();
    for (let n = 0; n < 50; n++) makeFunction(n)(x).dispose();
    await collectGarbage();
    expect(holdings().numDataIds - before.numDataIds).toBeLessThan(5);
  });
});

describe('a function whose signatures vary', () => {
  beforeAll(useCpu);

  it('keeps 128 traces, and frees the one that was not used for the longest time', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const seen: number[] = [];
    const f = graph((x: tf.Tensor, n: number) => {
      seen.push(n);
      return tf.relu(tf.add(x, tf.tensor1d([n, n + 1])));
    });
    const x = tf.tensor1d([1, 2]);
    await collectGarbage();
    const before = holdings();
    for (let n = 0; n < 400; n++) {
      f(x, n).dispose();
      f(x, 0).dispose();
    }
    expect(seen.filter((n) => n === 0)).toHaveLength(1);
    expect(holdings().numDataIds - before.numDataIds).toBe(128);
    const concrete = f.getConcreteFunction(x, 399);
    f.dispose();
    expect(holdings()).toEqual(before);
    expect(Array.from(concrete(x).dataSync())).toEqual([400, 402]);
    warn.mockRestore();
  });
});

describe('what was lent to a jsFunction', () => {
  beforeAll(useCpu);

  it('is freed when nobody has it any more', async () => {
    const kept: tf.Tensor[] = [];
    const f = graph((x: tf.Tensor) => {
      jsFunction((value: tf.Tensor) => kept.push(value), [tf.add(x, 1)]);
    });
    await collectGarbage();
    const before = holdings();
    const call = () => {
      const x = tf.scalar(1);
      for (let index = 0; index < 20; index++) f(x);
      x.dispose();
    };
    call();
    expect(kept[19]!.dataSync()[0]).toBe(2);
    kept[0]!.dispose();
    kept.length = 0;
    await collectGarbage();
    f.dispose();
    expect(holdings()).toEqual(before);
  });
});

describe('a method', () => {
  beforeAll(useCpu);

  it('has its traces for as long as the object lives', async () => {
    const { Model } = await program(`
      export class Model {
        constructor(n) { this.n = n; }
        step(x) { "use graph"; return tf.relu(x + tf.tensor1d([this.n, this.n + 1])); }
      }
    `);
    const Class = Model as unknown as new (n: number) => { step(x: tf.Tensor): tf.Tensor };
    const x = tf.tensor1d([1, 2]);
    await collectGarbage();
    const before = holdings();
    for (let n = 0; n < 20; n++) new Class(n).step(x).dispose();
    await collectGarbage();
    expect(holdings()).toEqual(before);
    expect(graphOf(Class.prototype.step).tracingCount).toBe(0);
  });
});

describe('a module that is replaced', () => {
  beforeAll(useCpu);

  it('frees what its functions keep, and they can still be called', async () => {
    const source = `
      export const arrow = (x) => { "use graph"; return tf.relu(x + tf.tensor1d([1, 2])); };
      export function named(x) { "use graph"; return tf.relu(x * tf.tensor1d([1, 2])); }
    `;
    const x = tf.tensor1d([1, 2]);
    await collectGarbage();
    const before = holdings();
    replace_module('program.js');
    const { arrow, named } = await program(source);
    const call = () =>
      tf.tidy(() => [arrow!(x), named!(x)].flatMap((y) => Array.from((y as tf.Tensor).dataSync())));
    expect(call()).toEqual([2, 4, 1, 4]);
    expect(holdings().numDataIds).toBe(before.numDataIds + 2);
    replace_module('program.js');
    expect(holdings()).toEqual(before);
    expect(call()).toEqual([2, 4, 1, 4]);
  });
});
