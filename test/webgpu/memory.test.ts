import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import { WebGPUBackend as TensorFlowBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { graph, graphOf } from '../../runtime/index.js';
import {
  type Lifetime,
  largestLiveSet,
  placeLifetimes,
} from '../../runtime/webgpu/program/arena.js';
import { Random } from '../graph/random.js';
import { compile } from '../support/compile.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';

/** Tensors of a program that makes one after the other, and reads some of them much later. */
function randomLifetimes(r: Random): Lifetime[] {
  const longest = r.pick([2, 10, 40]);
  const sizes = r.pick([
    () => r.int(1, 500),
    () => 2 ** r.int(0, 12),
    () => r.pick([1, 10_000]),
    () => r.int(1, 20) ** r.int(1, 4),
  ]);
  return Array.from({ length: r.int(1, 120) }, (_, start) => {
    const duration = 1 + Math.floor(longest * (r.int(0, 100) / 100) ** 3);
    return { size: 4 * sizes(), start, end: start + duration };
  });
}

function overlaps(lifetimes: readonly Lifetime[], offsets: readonly number[]): number {
  let count = 0;
  lifetimes.forEach((a, i) => {
    lifetimes.slice(0, i).forEach((b, j) => {
      const together = a.start < b.end && b.start < a.end;
      const apart = offsets[i]! + a.size <= offsets[j]! || offsets[j]! + b.size <= offsets[i]!;
      if (together && !apart) count++;
    });
  });
  return count;
}

describe('the arena', () => {
  const cases = Array.from({ length: 400 }, (_, seed) => randomLifetimes(new Random(seed, false)));

  it('is at most 1.25 times as large as the largest live set, and no two tensors overlap', () => {
    for (const lifetimes of cases) {
      const { offsets, size } = placeLifetimes(lifetimes);
      expect(overlaps(lifetimes, offsets)).toBe(0);
      expect(size).toBeLessThanOrEqual(1.25 * largestLiveSet(lifetimes));
    }
  });

  it('has pages where it is too large for one binding, and no tensor lies across two', () => {
    for (const lifetimes of cases) {
      const pageSize = Math.max(...lifetimes.map(({ size }) => size));
      const { offsets } = placeLifetimes(lifetimes, pageSize);
      expect(overlaps(lifetimes, offsets)).toBe(0);
      const across = lifetimes.filter(({ size }, index) => {
        const pageOf = (place: number) => Math.floor(place / pageSize);
        return pageOf(offsets[index]!) !== pageOf(offsets[index]! + size - 1);
      });
      expect(across).toEqual([]);
    }
  });
});

describe('on a device with small bindings', () => {
  afterEach(async () => {
    await useWebGPU();
    tf.removeBackend('webgpu-small');
  });

  it('a graph that needs more than one of them gives the same', async () => {
    await useWebGPU();
    const adapter = (await navigator.gpu.requestAdapter())!;
    const device = await adapter.requestDevice();
    // What is bound is still of a size that every device takes; the planner is told of less.
    const limits = new Proxy(device.limits, {
      get: (target, name) =>
        name === 'maxStorageBufferBindingSize' ? 3 * 4096 * 4 : Reflect.get(target, name),
    });
    Object.defineProperty(device, 'limits', { value: limits });
    const errors: string[] = [];
    device.onuncapturederror = ({ error }) => errors.push(error.message);
    const made: number[] = [];
    const create = device.createBuffer.bind(device);
    device.createBuffer = (descriptor) => {
      made.push(descriptor.size);
      return create(descriptor);
    };
    tf.registerBackend('webgpu-small', () => new TensorFlowBackend(device, adapter.info), 0);
    tf.copyRegisteredKernels('webgpu', 'webgpu-small');
    const program = (...inputs: tf.Tensor[]) => {
      const products = inputs.map((input) => tf.matMul(input, inputs[0]!));
      const again = products.map((product, index) => tf.matMul(product, products.at(-1 - index)!));
      return tf.addN([...products, ...again].map((one) => tf.div(one, 1000)));
    };
    const values = Array.from({ length: 7 }, (_, index) =>
      Float32Array.from({ length: 4096 }, (_, place) => Math.sin(place + index)),
    );
    const inputs = () => values.map((one) => tf.tensor(one, [64, 64]));
    await useCpu();
    const expected = await tf.tidy(() => program(...inputs())).data();
    await tf.setBackend('webgpu-small');
    const run = graph(program);
    const tensors = inputs();
    const result = run(...tensors);
    expectElements(await result.data(), expected, { relative: 1e-3, absolute: 1e-3 });
    expect(errors).toEqual([]);
    expect(Math.max(...made)).toBeLessThanOrEqual(3 * 4096 * 4);
    expect(made.filter((size) => size > 2 * 4096 * 4).length).toBeGreaterThan(1);
    tf.dispose([tensors, result]);
  });
});

it('a variable is written in place, and what else has its elements keeps those', async () => {
  await useWebGPU();
  const { add } = await compile<{ add(v: tf.Variable, x: tf.Tensor): void }>(`
    export function add(v, x) { "use graph"; v.assign(v + x); }
  `);
  const x = tf.ones([64, 64]);
  const v = tf.variable(tf.mul(x, 1), true);
  const { tensorMap } = tf.backend() as unknown as {
    tensorMap: { get(dataId: tf.DataId): { resource: unknown } };
  };
  const bufferOfVariable = () => tensorMap.get(v.dataId).resource;
  add(v, x);
  add(v, x);
  const own = bufferOfVariable();
  add(v, x);
  expect(bufferOfVariable()).toBe(own);
  const kept = v.clone();
  const reshaped = v.reshape([4096]);
  add(v, x);
  expect(bufferOfVariable()).not.toBe(own);
  const copied = bufferOfVariable();
  add(v, x);
  expect(bufferOfVariable()).toBe(copied);
  // A call whose argument is the variable too.
  add(v, v);
  const firsts = await Promise.all([kept, reshaped, v].map(async (t) => (await t.data())[0]));
  expect(firsts).toEqual([4, 4, 12]);
  tf.dispose([x, v, kept, reshaped]);
});

it('500 training steps without a read let nothing grow', async () => {
  await useWebGPU();
  const { makeStep } = await compile<{
    makeStep(w: tf.Variable, b: tf.Variable): (x: tf.Tensor, y: tf.Tensor) => tf.Tensor;
  }>(`
    import * as tf from '@tensorflow/tfjs-core';
    export function makeStep(w, b) {
      const optimizer = tf.train.adam(0.01);
      return function step(x, y) {
        "use graph";
        const loss = () => tf.mean(tf.square(tf.matMul(x, w) + b - y));
        return optimizer.minimize(loss, true, [w, b]);
      };
    }
  `);
  const [w, b] = [tf.variable(tf.ones([16, 4])), tf.variable(tf.zeros([4]))];
  const step = makeStep(w, b);
  const [x, y] = [tf.ones([8, 16]), tf.ones([8, 4])];
  for (let count = 0; count < 5; count++) step(x, y).dispose();
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  const made = (['createBuffer', 'createBindGroup', 'createComputePipeline'] as const).map((name) =>
    vi.spyOn(device, name),
  );
  const before = tf.memory();
  for (let count = 0; count < 500; count++) step(x, y).dispose();
  expect(tf.memory()).toEqual(before);
  for (const calls of made) expect(calls).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect((await step(x, y).data())[0]).toBeLessThan(225);
  tf.dispose([w, b, x, y]);
});

it('a graph that is disposed while it waits takes nothing with it that was written before', async () => {
  await useWebGPU();
  let goOn: (() => void) | null = null;
  const pause = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
    });
  const { f } = await compile<{ f: (x: tf.Tensor) => Promise<tf.Tensor> }>(
    `import * as tf from '@tensorflow/tfjs-core';
     import { jsFunction } from 'use-graph';
     export async function f(x) {
       "use graph";
       const sums = tf.cumsum(tf.relu(x) * 3);
       await jsFunction(pause, []);
       return sums + 1;
     }`,
    { pause },
  );
  const x = tf.tensor1d([1, 2, 3]);
  const earlier = tf.add(x, 41);
  const running = f(x);
  const resume = await vi.waitUntil(() => goOn);
  const later = tf.add(x, 6);
  graphOf(f).dispose();
  resume();
  expectElements(await (await running).data(), [4, 10, 19]);
  expectElements(await earlier.data(), [42, 43, 44]);
  expectElements(await later.data(), [7, 8, 9]);
});
