import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { expect, it } from 'vitest';
import { graph, graphOf, tensorSpec } from '../../runtime/index.js';
import { expectClose, expectElements } from '../support/index.js';
import { onEachExecutor, program, read } from './support.js';

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

  it('G89 a training step with a signature, in place of placeholders and a session', async () => {
    const images = tf.randomUniform([20, 28, 28, 1]);
    const classes = tf.tensor1d(
      Array.from({ length: 20 }, (_, index) => index % 10),
      'int32',
    );
    const model = () => {
      const made = layers.sequential({
        layers: [
          layers.layers.flatten({ inputShape: [28, 28, 1] }),
          layers.layers.dense({
            units: 10,
            kernelInitializer: layers.initializers.glorotUniform({ seed: 1 }),
          }),
        ],
      });
      return { made, optimizer: tf.train.adam(0.01) };
    };
    const step =
      ({ made, optimizer }: ReturnType<typeof model>) =>
      (x: tf.Tensor, y: tf.Tensor) =>
        optimizer.minimize(() => {
          const oneHot = tf.oneHot(y as tf.Tensor1D, 10);
          return tf.losses.softmaxCrossEntropy(oneHot, made.apply(x) as tf.Tensor) as tf.Scalar;
        }, true)!;
    const eager = step(model());
    const inGraph = graph(step(model()), {
      inputSignature: [tensorSpec([null, 28, 28, 1]), tensorSpec([null], 'int32')],
    });
    const losses: number[][] = [[], []];
    for (let epoch = 0; epoch < 3; epoch++) {
      for (const [start, size] of [
        [0, 8],
        [8, 8],
        [16, 4],
      ] as const) {
        const batch = [tf.slice(images, start, size), tf.slice(classes, start, size)] as const;
        for (const [index, train] of [eager, inGraph].entries()) {
          losses[index]!.push((await read(train(...batch))) as number);
        }
      }
    }
    expectElements(losses[1]!, losses[0]!);
    expect(losses[1]!.at(-1)).toBeLessThan(losses[1]![0]!);
    expect(inGraph.tracingCount).toBeLessThanOrEqual(2);
  });
});
