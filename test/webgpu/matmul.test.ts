import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';

interface Product {
  readonly a: number[];
  readonly b: number[];
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** Sides that are multiples of a tile, of a vector, and of neither; broadcast batches; operands in all their places. */
const products: readonly Product[] = [
  { a: [64, 64], b: [64, 64] },
  { a: [33, 20], b: [20, 36] },
  { a: [128, 30], b: [30, 12] },
  { a: [40, 23], b: [23, 27] },
  { a: [3, 24, 16], b: [3, 16, 20] },
  { a: [3, 24, 16], b: [1, 16, 20] },
  { a: [40, 64], b: [40, 28], transposeA: true },
  { a: [64, 20], b: [36, 20], transposeB: true },
];

const run = (a: tf.Tensor, b: tf.Tensor, { transposeA, transposeB }: Product): tf.Tensor => {
  const product = tf.matMul(a, b, transposeA, transposeB);
  return tf.relu(tf.add(product, tf.range(0, product.shape.at(-1)!)));
};

/** Operands that kernels of the graph have stored, and not its caller. */
const runStored = (a: tf.Tensor, b: tf.Tensor, how: Product): tf.Tensor =>
  run(tf.softmax(a), tf.div(b, tf.sum(tf.abs(b))), how);

describe.each([
  ['of what is given', run],
  ['of what is computed', runStored],
] as const)('a product %s', (_, compute) => {
  const expected: Float32Array[] = [];
  const operands: [Float32Array, Float32Array][] = [];

  beforeAll(async () => {
    await useCpu();
    for (const product of products) {
      const [a, b] = [tf.randomNormal(product.a), tf.randomNormal(product.b)];
      operands.push([a.dataSync() as Float32Array, b.dataSync() as Float32Array]);
      expected.push(compute(a, b, product).dataSync() as Float32Array);
    }
    await useWebGPU();
  });

  it.each(products.map((product, index) => [JSON.stringify(product), product, index] as const))(
    '%s',
    async (_, product, index) => {
      const [a, b] = operands[index]!;
      const compiled = graph((a: tf.Tensor, b: tf.Tensor) => compute(a, b, product));
      const result = compiled(tf.tensor(a, product.a), tf.tensor(b, product.b));
      expect(result.size).toBe(expected[index]!.length);
      expectElements(await result.data(), expected[index]!);
      compiled.dispose();
    },
  );
});
