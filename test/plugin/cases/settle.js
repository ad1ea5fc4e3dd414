import * as tf from '@tensorflow/tfjs-core';

/** Doc of settle. */
export function settle(x, limit = 10) {
  "use graph";
  // How often it ran.
  let count = 0; // a counter

  /* The loop. */
  while (tf.sum(x) > 1) {
    // Each time a bit.
    x = tf.tanh(x); // squash
    count++;

    // Enough?
    if (count > limit) {
      // Too often.
      break;
    }
    // end of body
  }

  for (const [a, b] of [[1, 2]]) {
    // In the host loop.
    x = x.add(a * b); // use 'em
  }
  const f = (y) => y * 2.5; // a helper
  // The result.
  return f(x);
}
