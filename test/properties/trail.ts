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

export function plainTrail(): Trail {
  let trail = 0;
  return {
    record: (value) => {
      const next = (trail * 3 + Number(value)) % size;
      trail = next < 0 ? next + size : next;
    },
    reset: () => {
      trail = 0;
    },
    read: () => trail,
    dispose: () => {},
  };
}

export function variableTrail(): Trail {
  const trail = tf.variable(tf.scalar(0), false);
  return {
    record: (value) => {
      const next = tf.add(tf.mul(trail, 3), tf.cast(value as tf.Tensor, 'float32'));
      trail.assign(tf.mod(next, size));
    },
    reset: () => tf.tidy(() => trail.assign(tf.scalar(0))),
    read: async () => (await trail.data())[0]!,
    dispose: () => trail.dispose(),
  };
}
