import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { useCpu } from '../support/index.js';

describe('elements that are known while a function is traced', () => {
  beforeAll(useCpu);

  it('are looked for once in each of the nodes that many others take', () => {
    const read = graph((x: tf.Tensor) => {
      const doubled = (start: tf.Tensor) => {
        let sum = start;
        for (let step = 0; step < 100; step++) sum = tf.maximum(tf.neg(sum), sum);
        return sum;
      };
      expect(() => doubled(x).dataSync()).toThrow(/dataSync/);
      return tf.mul(x, doubled(tf.scalar(-3)).dataSync()[0]!);
    });
    expect(read(tf.scalar(2)).dataSync()[0]).toBe(6);
  });
});
