import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { programOf } from './compare.js';

type Program = (x: tf.Tensor) => tf.Tensor;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/* Functions whose results are whole numbers in JavaScript, which loops and indexes are made of. */
describe.each(executors)('results of functions that are whole numbers, on $backend', (executor) => {
  beforeAll(executor.start);

  async function resultOf(expression: string, x: readonly number[]): Promise<number[]> {
    const f = (await programOf(
      `export function f(x) { "use graph"; return ${expression}; }`,
    )) as unknown as Program;
    const given = tf.tensor1d(x as number[]);
    const result = f(given);
    const numbers = Array.from(await result.data());
    tf.dispose([given, result]);
    return numbers;
  }

  it('logarithms of powers of two', async () => {
    const exponents = range(-30, 60);
    const powers = exponents.map((exponent) => 2 ** exponent);
    expect(await resultOf('Math.log2(x)', powers)).toEqual(exponents);
    expect(await resultOf('Math.floor(Math.log2(x))', powers)).toEqual(exponents);
  });

  it('logarithms of powers of ten', async () => {
    const exponents = range(0, 10);
    expect(
      await resultOf(
        'Math.log10(x)',
        exponents.map((exponent) => 10 ** exponent),
      ),
    ).toEqual(exponents);
  });

  it('cube roots', async () => {
    const roots = range(-150, 150);
    expect(
      await resultOf(
        'Math.cbrt(x)',
        roots.map((root) => root ** 3),
      ),
    ).toEqual(roots.map((root) => (root === 0 ? 0 : root)));
  });

  it('near them are what they were', async () => {
    const near = [8191.99, 8192.01, 0.999, 1.001, 3];
    const found = await resultOf('Math.log2(x)', near);
    for (const [index, x] of near.entries()) expect(found[index]).toBeCloseTo(Math.log2(x), 5);
    expect(Math.floor(found[0]!)).toBe(12);
  });

  it('of zero, of infinity and of what has none', async () => {
    const edges = [0, Infinity, -1, Number.NaN];
    expect(await resultOf('Math.log2(x)', edges)).toEqual(edges.map(Math.log2));
    expect(await resultOf('Math.log10(x)', edges)).toEqual(edges.map(Math.log10));
    expect(await resultOf('Math.cbrt(x)', [0, Infinity, -Infinity])).toEqual([
      0,
      Infinity,
      -Infinity,
    ]);
  });

  it('have the gradients of the functions', async () => {
    const f = (await programOf(
      'export function f(x) { "use graph"; return tf.grad((y) => tf.sum(Math.log2(y) + Math.cbrt(y)))(x); }',
    )) as unknown as Program;
    const points = [8, 125, 8192, 5];
    const gradients = await f(tf.tensor1d(points)).data();
    for (const [index, x] of points.entries())
      expect(gradients[index]).toBeCloseTo(1 / (x * Math.LN2) + x ** (-2 / 3) / 3, 5);
  });
});
