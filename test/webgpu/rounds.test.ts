import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countGpu, type GpuCounts } from '../../bench/measure/counter.js';
import { modelOf } from '../../runtime/webgpu/deviceModels.js';
import { allWork } from '../../runtime/webgpu/program/instructions.js';
import { compile } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor } from './modelled.js';

beforeAll(useWebGPU);
afterAll(useCpu);

async function counting<T>(body: () => Promise<T>): Promise<{ result: T; counts: GpuCounts }> {
  const stop = countGpu();
  try {
    const result = await body();
    return { result, counts: stop() };
  } catch (error) {
    stop();
    throw error;
  }
}

const numbersOf = (tensors: readonly tf.Tensor[]): Promise<number[]> =>
  Promise.all(tensors.map(async (tensor) => (await tensor.data())[0]!));

describe('a loop that only the device can end, in a call that waits', () => {
  const program = () =>
    compile<{ f(x: tf.Tensor, n: tf.Tensor): Promise<tf.Tensor[]> }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export async function f(x, n) {
        "use graph";
        let i = 0;
        while (tf.min(x) < n) { x = tf.matMul(x, tf.eye(96)) + 1; i++; }
        return [tf.max(x), i];
      }
    `);

  /** Chunks are of 8, 16, 32, … rounds. */
  const counts = [0, 1, 7, 8, 9, 23, 24, 25, 55, 56, 57];

  it('runs exactly as often as its test says, and at most two chunks more are encoded', async () => {
    const dispatches = new Map<number, number>();
    for (const rounds of counts) {
      // Each function is new: it knows no length of an earlier run.
      const { f } = await program();
      const [x, n] = [tf.zeros([96, 96]), tf.scalar(rounds)];
      const { result, counts } = await counting(() => f(x, n));
      expect(await numbersOf(result)).toEqual([rounds, rounds]);
      dispatches.set(rounds, counts.dispatches);
      tf.dispose([x, n, result]);
    }
    const kernels = 2;
    const others = 2;
    for (const [rounds, count] of dispatches) {
      let [encoded, chunk] = [8, 8];
      while (encoded < rounds) {
        chunk *= 2;
        encoded += chunk;
      }
      expect(count - others).toBeGreaterThanOrEqual(kernels * rounds);
      expect(count - others).toBeLessThanOrEqual(kernels * (encoded + 2 * chunk + 4 * chunk));
      // One chunk is under way when the end is heard of.
      expect(count - others).toBe(kernels * (encoded + 2 * chunk));
    }
  });

  it('is as long as the last run, where that was the same, and is asked once', async () => {
    const { f } = await program();
    let last: GpuCounts | null = null as GpuCounts | null;
    for (const rounds of [30, 30, 30]) {
      const [x, n] = [tf.zeros([96, 96]), tf.scalar(rounds)];
      const { result, counts } = await counting(() => f(x, n));
      expect(await numbersOf(result)).toEqual([rounds, rounds]);
      last = counts;
      tf.dispose([x, n, result]);
    }
    expect(last?.dispatches).toBe(2 * 30 + 2);
    expect(last?.maps).toBe(1);
    expect(last?.buffersCreated).toBeLessThanOrEqual(2);
  });
});

it('what 1,500 iterations of JavaScript have traced, each reading other places, is written as kernels', () => {
  const program = (x: tf.Tensor): tf.Tensor => {
    let y = x;
    for (let i = 0; i < 1500; i++) y = tf.add(tf.mul(tf.reverse(y, 1), 0.5), x);
    return y;
  };
  const type = { dtype: 'float32', shape: [8, 8] } as const;
  const { instructions } = compileFor([type], (x) => program(x!), modelOf(activeWebGPU()));
  const kernels = [...allWork(instructions)];
  expect(kernels.length).toBeGreaterThan(0);
  expect(kernels.length).toBeLessThan(50);
});

it('a loop of 10,000 iterations is a few slices of one kernel, and nothing is made for it', async () => {
  const { f } = await compile<{ f(x: tf.Tensor): tf.Tensor[] }>(`
    import * as tf from '@tensorflow/tfjs-core';
    export function f(x) {
      "use graph";
      let y = x, count = tf.scalar(0);
      for (const i of tf.range(0, 10000)) { y = tf.reverse(y, 1) * 0.5 + x; count = count + 1; }
      return [tf.max(y), count];
    }
  `);
  const x = tf.sin(tf.reshape(tf.range(0, 64), [8, 8]));
  const [settled] = tf.tidy(() => {
    let y = x;
    for (let i = 0; i < 60; i++) y = tf.add(tf.mul(tf.reverse(y, 1), 0.5), x);
    return [tf.max(y)];
  }) as [tf.Tensor];
  const expected = (await settled.data())[0]!;
  tf.dispose(f(x));
  const before = tf.memory();
  const { result, counts } = await counting(async () => f(x));
  const [found, count] = await numbersOf(result);
  expect(found).toBeCloseTo(expected, 5);
  expect(count).toBe(10_000);
  tf.dispose(result);
  expect(tf.memory()).toEqual(before);
  expect(counts).toMatchObject({ buffersCreated: 0, maps: 0, pipelinesCreated: 0 });
  expect(counts.dispatches).toBeLessThanOrEqual(8);
  expect(counts.submits).toBe(1);
  tf.dispose([x, settled]);
});
