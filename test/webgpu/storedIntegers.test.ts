import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { expectNoLeak, useWebGPU } from '../support/index.js';

/** TensorFlow.js casts integers to floats, on WebGPU, by calling the same buffer one of floats. */
describe('floats that are stored as integers', () => {
  beforeAll(useWebGPU);

  it.each(['int32', 'bool'] as const)('are read as numbers where they were %s', async (dtype) => {
    const labels = tf.tensor([1, 0, 1], [3], dtype);
    const floats = tf.cast(labels, 'float32');
    const half = graph((x: tf.Tensor) => tf.div(x, 2));
    for (let call = 0; call < 2; call++) {
      const result = await expectNoLeak(async () => {
        const halves = half(floats);
        const values = [...(await halves.data())];
        halves.dispose();
        return values;
      });
      expect(result).toEqual([0.5, 0, 0.5]);
    }
    expect([...(await labels.data())]).toEqual([1, 0, 1]);
    half.dispose();
    tf.dispose([labels, floats]);
  });

  it('are replaced in a variable, and leave the integers as they were', async () => {
    const integers = tf.tensor([1, 2], [2], 'int32');
    const variable = tf.variable(tf.cast(integers, 'float32'));
    const halve = graph(() => void variable.assign(tf.div(variable, 2)));
    halve();
    halve();
    expect([...(await variable.data())]).toEqual([0.25, 0.5]);
    expect([...(await integers.data())]).toEqual([1, 2]);
    halve.dispose();
    tf.dispose([integers, variable]);
  });
});
