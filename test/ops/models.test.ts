import { loadGraphModelSync } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, graphOf } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { graphModelArtifacts } from './graphModel.js';
import { buildModel, layerPrograms } from './models.js';
import { filled } from './programs.js';

async function expectClose(actual: tf.Tensor, expected: tf.Tensor): Promise<void> {
  expect(actual.shape).toEqual(expected.shape);
  const [values, wanted] = [await actual.data(), await expected.data()];
  wanted.forEach((value, index) => {
    expect(values[index]).toBeCloseTo(value, 4);
  });
}

describe.each(executors)('a model wrapped by graph() on $backend', ({ start }) => {
  beforeAll(start);

  it.each(layerPrograms.map((program) => [program.name, program] as const))(
    '%s',
    async (_name, program) => {
      const { model, x } = buildModel(program);
      const expected = model.predict(x) as tf.Tensor;
      const predict = graph((input: tf.Tensor) => model.predict(input) as tf.Tensor);
      const before = tf.memory().numTensors;
      const results = [predict(x), predict(x)];
      for (const result of results) await expectClose(result, expected);
      tf.dispose(results);
      expect(tf.memory().numTensors).toBe(before);
      expect(predict.tracingCount).toBe(1);
      predict.dispose();
      model.dispose();
      tf.dispose([x, expected]);
    },
  );

  it('a GraphModel', async () => {
    const model = loadGraphModelSync(graphModelArtifacts());
    const x = filled([3, 4]);
    const expected = model.predict(x) as tf.Tensor;
    const predict = graph((input: tf.Tensor) => model.predict(input) as tf.Tensor);
    await expectClose(predict(x), expected);
    await expectClose(predict(x), expected);
    model.dispose();
  });

  it('layers that are first applied in branches and loops, with the weights that they make there', async () => {
    const cell = layers.layers.dense({ units: 3, activation: 'tanh' });
    const head = layers.sequential();
    head.add(layers.layers.dense({ units: 2, inputShape: [3] }));
    const other = layers.layers.dense({ units: 2 });
    const { f } = await compile<{ f: (x: tf.Tensor, n: tf.Tensor) => tf.Tensor }>(
      `import * as tf from '@tensorflow/tfjs-core';
       import { range } from 'use-graph';
       export function f(x, n) {
         "use graph";
         for (const i of range(n)) x = cell.apply(x);
         if (n > 1) return head.apply(x);
         return other.apply(x);
       }`,
      { cell, head, other },
    );
    const x = filled([2, 3]);
    const before = tf.memory().numTensors;
    f(x, tf.scalar(0, 'int32')).dispose();
    // The weights of `cell` and `other`, and the number of iterations: `head` had its own before.
    expect(tf.memory().numTensors - before).toBe(5);
    for (const n of [0, 1, 2]) {
      let expected: tf.Tensor = x;
      for (let index = 0; index < n; index++) expected = cell.apply(expected) as tf.Tensor;
      expected = (n > 1 ? head : other).apply(expected) as tf.Tensor;
      await expectClose(f(x, tf.scalar(n, 'int32')), expected);
    }
    expect(graphOf(f).tracingCount).toBe(1);
  });

  it('training with batch normalization and dropout, whose masks are drawn anew', async () => {
    const model = layers.sequential({
      layers: [
        layers.layers.dense({ units: 16, inputShape: [4], activation: 'relu' }),
        layers.layers.batchNormalization({}),
        layers.layers.dropout({ rate: 0.5 }),
        layers.layers.dense({ units: 1 }),
      ],
    });
    const optimizer = tf.train.adam(0.01);
    const variables = model.trainableWeights.map((weight) => weight.read() as tf.Variable);
    const x = filled([32, 4]);
    const y = tf.mean(x, 1, true);
    const loss = () =>
      tf.losses.meanSquaredError(y, model.apply(x, { training: true }) as tf.Tensor);
    const step = graph(() => optimizer.minimize(loss as () => tf.Scalar, true, variables)!);
    const mean = model.layers[1]!.getWeights()[2]!;
    const meanBefore = await mean.data();
    const losses: number[] = [];
    for (let index = 0; index < 6; index++) losses.push((await step().data())[0]!);
    expect(new Set(losses).size).toBe(6);
    expect(step.tracingCount).toBeLessThanOrEqual(2);
    const meanAfter = await model.layers[1]!.getWeights()[2]!.data();
    expect(Array.from(meanAfter)).not.toEqual(Array.from(meanBefore));
    optimizer.dispose();
    model.dispose();
  });
});
