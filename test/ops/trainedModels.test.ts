import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { graphModel } from '../../runtime/index.js';
import { executors, expectElements, useCpu } from '../support/index.js';
import { filled } from './programs.js';

const { layers: make, initializers } = layers;

interface Task {
  readonly model: layers.LayersModel;
  readonly x: tf.Tensor | tf.Tensor[];
  readonly y: tf.Tensor | tf.Tensor[];
  readonly compile?: Partial<layers.ModelCompileArgs>;
}

const kernel = (seed: number) => ({ kernelInitializer: initializers.glorotUniform({ seed }) });
const recurrent = (seed: number) => ({
  ...kernel(seed),
  recurrentInitializer: initializers.glorotUniform({ seed: seed + 1 }),
});
const embedding = (maskZero: boolean) =>
  make.embedding({
    inputDim: 6,
    outputDim: 3,
    inputLength: 3,
    maskZero,
    embeddingsInitializer: initializers.glorotUniform({ seed: 1 }),
  });
const sequential = (...list: layers.layers.Layer[]) => layers.sequential({ layers: list });
const words = () => tf.tensor2d([1, 2, 0, 4, 0, 0, 3, 3, 5, 2, 1, 4, 5, 0, 1], [5, 3]);
const classes = (count: number) =>
  tf.cast(tf.oneHot(tf.tensor1d([0, 1, 1, 0, 1], 'int32'), count), 'float32');

/** A layer of the user's own, with a weight. */
class Scale extends layers.layers.Layer {
  static readonly className = 'Scale';
  #weight!: ReturnType<layers.layers.Layer['addWeight']>;

  override build(): void {
    this.#weight = this.addWeight('scale', [1], 'float32', initializers.ones());
    this.built = true;
  }

  override call(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
    return tf.mul([inputs].flat()[0]!, this.#weight.read());
  }
}

const tasks: Readonly<Record<string, () => Task>> = {
  'convolutions and pooling': () => ({
    model: sequential(
      make.conv2d({
        inputShape: [6, 6, 1],
        filters: 2,
        kernelSize: 3,
        activation: 'relu',
        ...kernel(1),
      }),
      make.maxPooling2d({ poolSize: 2 }),
      make.flatten(),
      make.dense({ units: 3, activation: 'softmax', ...kernel(2) }),
    ),
    x: filled([5, 6, 6, 1]),
    y: classes(3),
    compile: { loss: 'categoricalCrossentropy', metrics: ['accuracy'] },
  }),
  'an LSTM over masked words': () => ({
    model: sequential(
      embedding(true),
      make.lstm({ units: 2, ...recurrent(1) }),
      make.dense({ units: 1, ...kernel(3) }),
    ),
    x: words(),
    y: filled([5, 1]),
  }),
  'a GRU in both directions': () => ({
    model: sequential(
      embedding(false),
      make.bidirectional({
        layer: make.gru({ units: 2, ...recurrent(1) }) as layers.RNN,
        mergeMode: 'concat',
      }),
      make.dense({ units: 2, activation: 'softmax', ...kernel(3) }),
    ),
    x: words(),
    y: classes(2),
    compile: { loss: 'categoricalCrossentropy' },
  }),
  'several inputs and outputs, each with its loss': () => {
    const [a, b] = [layers.input({ shape: [3] }), layers.input({ shape: [2] })];
    const inner = [a, b].map(
      (each, seed) =>
        make.dense({ units: 3, activation: 'tanh', ...kernel(seed) }).apply(each) as typeof a,
    );
    const joined = make.concatenate().apply(inner) as typeof a;
    const outputs = [
      make.dense({ units: 1, name: 'value', ...kernel(3) }).apply(joined),
      make.dense({ units: 2, name: 'kind', activation: 'softmax', ...kernel(4) }).apply(joined),
    ] as (typeof a)[];
    return {
      model: layers.model({ inputs: [a, b], outputs }),
      x: [filled([5, 3]), filled([5, 2])],
      y: [filled([5, 1]), classes(2)],
      compile: { loss: { value: 'meanSquaredError', kind: 'categoricalCrossentropy' } },
    };
  },
  'regularizers, constraints, normalization and a layer of the user': () => ({
    model: sequential(
      make.dense({
        inputShape: [4],
        units: 3,
        kernelRegularizer: layers.regularizers.l2({ l2: 0.1 }),
        kernelConstraint: layers.constraints.maxNorm({ maxValue: 0.5 }),
        ...kernel(1),
      }),
      make.batchNormalization(),
      new Scale(),
      make.dense({ units: 1, ...kernel(2) }),
    ),
    x: filled([5, 4]),
    y: filled([5, 1]),
  }),
  'a loss and a metric of the user': () => ({
    model: sequential(make.dense({ inputShape: [4], units: 1, ...kernel(1) })),
    x: filled([5, 4]),
    y: filled([5, 1]),
    compile: {
      loss: (y, prediction) => tf.losses.huberLoss(y, prediction),
      metrics: [(y, prediction) => tf.mean(tf.abs(tf.sub(y, prediction)))],
    },
  }),
};

async function train({ model, x, y, compile }: Task): Promise<number[]> {
  model.compile({ optimizer: tf.train.momentum(0.1, 0.9), loss: 'meanSquaredError', ...compile });
  const { history } = await model.fit(x, y, { epochs: 4, shuffle: false, verbose: 0 });
  const results = [model.predict(x), model.evaluate(x, y)].flat();
  const values = await Promise.all(results.map(async (result) => [...(await result.data())]));
  return [...(Object.values(history).flat() as number[]), ...values.flat()];
}

describe.each(executors)(
  'graphModel trains as the model does eagerly, on $backend:',
  ({ start }) => {
    beforeAll(start);
    afterEach(() => tf.disposeVariables());

    it.each(Object.entries(tasks))('%s', async (_, task) => {
      await useCpu();
      const expected = await train(task());
      await start();
      const { model, ...rest } = task();
      expectElements(await train({ model: graphModel(model), ...rest }), expected);
    });
  },
);
