import * as tf from '@tensorflow/tfjs-core';

/** Halves until little is left, then says by which way it came there. */
export function settle(x) {
  'use graph';
  let steps = 0;
  while (tf.sum(x) > 1) {
    x = x / 2;
    steps++;
  }
  if (steps > 2) x = -x;
  return { x, steps };
}
