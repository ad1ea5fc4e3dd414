import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';

/* A text that a tensor chooses, where an op of TensorFlow.js takes one. */
const bodies = [
  [
    "tf.einsum(x > 0 ? 'ij,jk->ik' : 'ij,kj->ik', tf.tensor2d([[1, 2], [3, 4]]), tf.tensor2d([[1, 2], [3, 4]]))",
    [7, 5],
  ],
  [
    "tf.sum(tf.conv1d(tf.reshape(v, [1, 3, 1]), tf.ones([2, 1, 1]), 1, x > 0 ? 'same' : 'valid'))",
    [13.5, 10],
  ],
  [
    "tf.sum(tf.mul(tf.mirrorPad(v, [[1, 1]], x > 0 ? 'reflect' : 'symmetric'), tf.range(0, 5)))",
    [27, 31],
  ],
  ["tf.cast(tf.equal(x > 0 ? 'a' : 'b', 'a'), 'int32')", [1, 0]],
] as const;

describe.each(executors)('texts that a tensor chooses, on $backend', ({ start }) => {
  beforeAll(start);

  const make = async (body: string) => {
    const module = await compile(
      `import * as tf from '@tensorflow/tfjs-core';
       export async function f(x, v) { "use graph"; return ${body}; }`,
    );
    return module.f as unknown as (x: tf.Tensor, v: tf.Tensor) => Promise<tf.Tensor>;
  };

  it.each(bodies)('%s', async (body, expected) => {
    const f = await make(body);
    const v = tf.tensor1d([1.5, 2.5, 3.5]);
    for (const [index, x] of [2, -2].entries()) {
      const result = await f(tf.scalar(x), v);
      expect((await result.data())[0]).toBeCloseTo(expected[index]!, 3);
    }
  });

  it('names a dtype that differs, and a method', async () => {
    const v = tf.tensor1d([1.5, 2.5, 3.5]);
    const cast = await make("tf.cast(v, x > 0 ? 'int32' : 'float32')");
    await expect(cast(tf.scalar(1), v)).rejects.toThrow(
      /^The result for the text that a tensor chooses has dtype int32.*\[branch-dtypes-differ\]$/s,
    );
    const mean = await make("v.mean('a')");
    await expect(mean(tf.scalar(1), v)).rejects.toThrow(
      /^tf\.mean cannot take float32\[3\] and "a"/,
    );
  });
});
