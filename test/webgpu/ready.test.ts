import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { graph } from '../../runtime/index.js';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { compile } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';

beforeEach(useWebGPU);
afterEach(() => vi.restoreAllMocks());

function countPipelines() {
  const { device } = tf.backend() as unknown as WebGPUBackend;
  return {
    waiting: vi.spyOn(device, 'createComputePipeline'),
    parallel: vi.spyOn(device, 'createComputePipelineAsync'),
  };
}

/** Several shaders that no other test has. */
const program = (factor: number) =>
  graph((x: tf.Tensor) => {
    const y = tf.mul(tf.matMul(x, x), factor);
    return tf.sub(tf.softmax(y), tf.mul(tf.matMul(y, x), factor));
  });

it('compiles shaders at the same time, so that the first call has nothing to compile', async () => {
  const x = tf.ones([40, 40]);
  await x.data();
  const run = program(0.37);
  const { waiting, parallel } = countPipelines();
  await run.ready(x);
  const shaders = parallel.mock.calls.length;
  expect(shaders).toBeGreaterThan(1);
  const y = run(x);
  expect(waiting).not.toHaveBeenCalled();
  expect(parallel).toHaveBeenCalledTimes(shaders);
  expect((await y.data()).length).toBe(1600);
  expect(run.tracingCount).toBe(1);
  tf.dispose([x, y]);
});

it('need not be waited for', async () => {
  const x = tf.ones([40, 40]);
  await x.data();
  const run = program(0.38);
  const { waiting } = countPipelines();
  const ready = run.getConcreteFunction(x).ready();
  const early = run(x);
  expect(waiting).toHaveBeenCalled();
  await ready;
  const late = run(x);
  expect(await late.data()).toEqual(await early.data());
  tf.dispose([x, early, late]);
});

it('is what a first asynchronous call waits for, with its inputs and variables as they were', async () => {
  const { step } = await compile<{
    step(x: tf.Tensor, v: tf.Variable): Promise<tf.Tensor>;
  }>('export async function step(x, v) { "use graph"; return x * 0.39 + v; }');
  const [x, v] = [tf.ones([40, 40]), tf.variable(tf.ones([40, 40]))];
  await x.data();
  const { waiting, parallel } = countPipelines();
  const result = step(x, v);
  x.dispose();
  v.assign(tf.zeros([40, 40]));
  expect((await (await result).data())[0]).toBeCloseTo(1.39);
  expect(parallel).toHaveBeenCalled();
  expect(waiting).not.toHaveBeenCalled();
  v.dispose();
});

it('is there on every backend', async () => {
  await useCpu();
  const double = graph((x: tf.Tensor) => tf.mul(x, 2));
  await double.ready(tf.scalar(1));
  expect(double.tracingCount).toBe(1);
});
