import * as tf from '@tensorflow/tfjs-core';

/**
 * What programs call as `record(value)`: it keeps one number that depends on all values and their order. On tensors that
 * number is a variable, so that a graph assigns it exactly where JavaScript would.
 */
export interface Trail {
  readonly record: (value: unknown) => void;
  readonly reset: () => void;
  readonly read: () => number | Promise<number>;
  readonly dispose: () => void;
}

const size = 64;

/** Infinities count as numbers of this size, and NaN as another one: it would stay in the trail for good. */
const greatest = 1000;
const notANumber = 5;

export function plainTrail(): Trail {
  let trail = 0;
  return {
    record: (value) => {
      const number = Number(value);
      const counted = Math.max(-greatest, Math.min(greatest, number));
      const next = (trail * 3 + (Number.isNaN(number) ? notANumber : counted)) % size;
      // Zero has no sign, as with tf.mod.
      trail = next < 0 ? next + size : next + 0;
    },
    reset: () => {
      trail = 0;
    },
    read: () => trail,
    dispose: () => {},
  };
}

export function variableTrail(): Trail {
  const trail = tf.tidy(() => tf.variable(tf.scalar(0), false));
  return {
    record: (value) => {
      const number = tf.cast(value as tf.Tensor, 'float32');
      const counted = tf.clipByValue(number, -greatest, greatest);
      const next = tf.add(
        tf.mul(trail, 3),
        tf.where(tf.equal(number, number), counted, notANumber),
      );
      trail.assign(tf.mod(next, size));
    },
    reset: () => tf.tidy(() => trail.assign(tf.scalar(0))),
    read: async () => (await trail.data())[0]!,
    dispose: () => trail.dispose(),
  };
}
