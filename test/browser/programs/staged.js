import * as tf from '@tensorflow/tfjs-core';
import { range } from 'use-graph';

/** Marked functions, as a user's module has them; async, since a condition is read back on WebGPU. */
export async function settle(x) {
  'use graph';
  let steps = 0;
  while (tf.sum(x) > 1) {
    x = tf.tanh(x) * 0.9;
    steps++;
    if (steps > 12) break;
  }
  return [x, steps];
}

export async function classify(x) {
  'use graph';
  if (tf.sum(x) > 100) return x / 100;
  for (const row of x) {
    if (tf.max(row) > 2) return x * tf.max(row);
  }
  return -x;
}

export function accumulate(x) {
  'use graph';
  let total = tf.zeros([2]);
  for (const i of range(3)) total = total + x[i] * i;
  return total;
}

export const programs = {
  settle: [settle, [2, 3]],
  classify: [
    classify,
    [
      [1, 2],
      [1, 3],
      [5, 1],
    ],
  ],
  accumulate: [
    accumulate,
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  ],
};
