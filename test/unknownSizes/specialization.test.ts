import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { countGpu } from '../../bench/measure/counter.js';
import { explain, graph, tensorSpec } from '../../runtime/index.js';
import { expectElements, useWebGPU } from '../support/index.js';

beforeAll(useWebGPU);

const inputSignature = [tensorSpec([null, 8])];

const chain = () =>
  graph(
    (x: tf.Tensor) => {
      let y = x;
      for (let step = 0; step < 10; step++) y = tf.add(tf.tanh(y), 0.5);
      return tf.sub(y, tf.mean(y, 1, true));
    },
    { inputSignature },
  );

function eager(x: tf.Tensor): tf.Tensor {
  return tf.tidy(() => {
    let y = x;
    for (let step = 0; step < 10; step++) y = tf.add(tf.tanh(y), 0.5);
    return tf.sub(y, tf.mean(y, 1, true));
  });
}

it('a function for any number of rows runs fused kernels, made for each number', async () => {
  const run = chain();
  for (const rows of [5, 300, 5]) {
    const x = tf.randomUniform([rows, 8]);
    await x.data();
    const stop = countGpu();
    const y = run(x);
    const { dispatches, submits } = stop();
    expect(dispatches).toBeLessThanOrEqual(2);
    expect(submits).toBeLessThanOrEqual(1);
    const expected = eager(x);
    expect(y.shape).toEqual([rows, 8]);
    expectElements(await y.data(), await expected.data());
    tf.dispose([x, y, expected]);
  }
  expect(run.tracingCount).toBe(1);
  expect(explain(run)).toMatch(/generated kernel/);
});

it('keeps what it made for a few sizes', async () => {
  const run = graph(
    (x: tf.Tensor) => tf.matMul(tf.matMul(x, x, true), tf.softmax(tf.matMul(x, x, true))),
    {
      inputSignature,
    },
  );
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  const alive = new Set<GPUBuffer>();
  const create = device.createBuffer;
  device.createBuffer = (descriptor) => {
    const buffer = create.call(device, descriptor);
    const destroy = buffer.destroy;
    alive.add(buffer);
    buffer.destroy = () => {
      alive.delete(buffer);
      return destroy.call(buffer);
    };
    return buffer;
  };
  try {
    for (let rows = 1; rows <= 40; rows++) {
      const x = tf.ones([rows, 8]);
      const y = run(x);
      expect((await y.data())[0]).toBeCloseTo(rows, 3);
      tf.dispose([x, y]);
    }
    const before = alive.size;
    run.dispose();
    // What 16 sizes had, and no more.
    expect(before - alive.size).toBeGreaterThan(0);
    expect(before - alive.size).toBeLessThanOrEqual(16 * 4);
  } finally {
    device.createBuffer = create;
  }
});

it('what fails for some sizes fails with the place, and works for others', async () => {
  const run = graph((a: tf.Tensor, b: tf.Tensor) => tf.add(a, b), {
    inputSignature: [tensorSpec([null]), tensorSpec([null])],
  });
  const [two, three, five] = [tf.ones([2]), tf.ones([3]), tf.ones([5])];
  expect(() => run(two, three)).toThrow(/could not be broadcast|incompatible|do not|shapes/i);
  const y = run(five, five);
  expect([...(await y.data())]).toEqual([2, 2, 2, 2, 2]);
  tf.dispose([two, three, five, y]);
});
