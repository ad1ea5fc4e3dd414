import { beforeAll, describe, it } from 'vitest';
import { expectSame, float32 } from '../staged/compare.js';
import { useWebGPU } from '../support/index.js';

/*
 * Pieces of one tensor that a kernel computes where it reads them, each with its question which part it is of: drivers
 * take time that doubles with each branch in a loop.
 */
const sums: Readonly<Record<string, string>> = {
  'a padded tensor': 'tf.pad(y, [[16, 16], [0, 0]])',
  'a padded tensor that is costly': 'tf.pad(tf.tanh(y), [[16, 16], [0, 0]])',
  'a tensor padded along both axes': 'tf.slice(tf.pad(y, [[16, 16], [2, 2]]), [0, 1], [36, 4])',
  'joined tensors':
    'tf.concat([tf.zeros([9, 4]), y, tf.tanh(y), tf.zeros([10, 4]), tf.sub(y, 1), y])',
};

describe('many pieces of a tensor', () => {
  beforeAll(useWebGPU);

  it.each(Object.entries(sums))('%s', async (_, whole) => {
    const source = `export async function f(x) {
      "use graph";
      const y = tf.outerProduct(x, x);
      const whole = ${whole};
      let sum = tf.zeros([4, 4]);
      for (let row = 0; row < 30; row++) sum += tf.slice(whole, [row, 0], [4, 4]);
      return tf.sum(sum, 1);
    }`;
    await expectSame(source, [[float32([1, 2, 3, 4])]], { backend: 'webgpu', start: useWebGPU });
  });
});
