import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoLeak, useCpu } from '../support/index.js';
import { programOf } from './compare.js';

/* Arrays of arrays of tensors: what a call returns, what it leaves behind, and gradients through them. */
const triangle = `
export function f(x, n) {
  "use graph";
  const rows = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let j = 0; j <= i; j++) row.push(x * (i + j));
    rows.push(row);
  }
  return rows;
}`;

const sumOfSquares = `
export function f(x, n) {
  "use graph";
  const rows = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let j = 0; j <= i; j++) row.push(x[j] * i);
    rows.push(row);
  }
  let total = tf.scalar(0);
  for (const row of rows) for (const y of row) total = total + y * y;
  return total;
}`;

describe('arrays of arrays whose lengths a tensor decides', () => {
  beforeAll(useCpu);

  it('are such arrays again behind the call, which leaves no tensor of its own', async () => {
    const f = await programOf(triangle);
    const [x, n] = [tf.tensor1d([1, 10]), tf.scalar(3, 'int32')];
    const call = (): number[][][] => {
      const rows = f(x, n) as tf.Tensor[][];
      const values = rows.map((row) => row.map((y) => Array.from(y.dataSync())));
      tf.dispose(rows);
      return values;
    };
    expect(call()).toEqual([
      [[0, 0]],
      [
        [1, 10],
        [2, 20],
      ],
      [
        [2, 20],
        [3, 30],
        [4, 40],
      ],
    ]);
    await expectNoLeak(call);
  });

  it('let gradients flow', async () => {
    const f = await programOf(sumOfSquares);
    const n = tf.scalar(3, 'int32');
    const gradient = tf.grad((x) => f(x, n) as tf.Scalar);
    // Row i holds i times x₀ … xᵢ: the sum is x₀² + x₁² + 4 (x₀² + x₁² + x₂²).
    expect(Array.from(gradient(tf.tensor1d([1, 2, 3])).dataSync())).toEqual([10, 20, 24]);
  });

  it('leave nothing where a call fails', async () => {
    const f = await programOf(
      'export function f(x, n) { "use graph"; const rows = []; for (let i = 0; i < n; i++) rows.push(new Array(i).fill(x)); console.assert(n < 3); return rows; }',
    );
    const x = tf.scalar(2);
    const n = tf.scalar(4, 'int32');
    const call = () => {
      expect(() => f(x, n)).toThrow();
    };
    call();
    await expectNoLeak(call);
  });
});
