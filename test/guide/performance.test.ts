import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { expect, it } from 'vitest';
import { graph, graphOf, tensorSpec } from '../../runtime/index.js';
import { expectClose } from '../support/index.js';
import { onEachExecutor, program } from './support.js';

onEachExecutor(() => {
  it('G87 many small ops are one graph', async () => {
    const { power } = await program(`
      export function power(x, y) {
        "use graph";
        let result = tf.eye(10);
        for (let i = 0; i < y; i++) result = tf.matMul(x, result);
        return result;
      }
    `);
    const x = tf.randomUniform([10, 10], -0.3, 0.3);
    let expected = tf.eye(10) as tf.Tensor;
    for (let i = 0; i < 20; i++) expected = tf.matMul(x, expected);
    await expectClose(power!(x, 20) as tf.Tensor, expected);
    expect(graphOf(power!).tracingCount).toBe(1);
  });

  it('G88 few expensive ops', async () => {
    const layer = layers.layers.conv2d({ filters: 100, kernelSize: 3 });
    const convolve = graph((image: tf.Tensor) => layer.apply(image) as tf.Tensor);
    const image = tf.randomUniform([1, 6, 6, 100]);
    const eager = layer.apply(image) as tf.Tensor;
    await expectClose(convolve(image), eager);
    const large = convolve.getConcreteFunction(tensorSpec([1, 200, 200, 100]));
    expect(large.structuredOutputs).toMatchObject({ shape: [1, 198, 198, 100] });
    layer.dispose();
  });
});
