import * as tf from '@tensorflow/tfjs-core';
import * as datasets from '@tensorflow/tfjs-data';
import * as layers from '@tensorflow/tfjs-layers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graph, graphModel } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectClose, expectElements, useCpu } from '../support/index.js';
import { filled } from './programs.js';

type Optimizer = () => tf.Optimizer | string;

const optimizers: Readonly<Record<string, Optimizer>> = {
  sgd: () => 'sgd',
  momentum: () => tf.train.momentum(0.02, 0.9),
  rmsprop: () => 'rmsprop',
  adam: () => 'adam',
  adamax: () => 'adamax',
  adagrad: () => 'adagrad',
  // Its default rate of 1 makes any training diverge.
  adadelta: () => tf.train.adadelta(0.05),
};

function perceptron(): layers.Sequential {
  const kernel = (seed: number) => layers.initializers.glorotUniform({ seed });
  return layers.sequential({
    layers: [
      layers.layers.dense({
        inputShape: [4],
        units: 6,
        activation: 'tanh',
        kernelInitializer: kernel(1),
      }),
      layers.layers.batchNormalization(),
      layers.layers.dense({ units: 1, kernelInitializer: kernel(2) }),
    ],
  });
}

const data = () => [filled([20, 4]), tf.add(filled([20, 1], 0.5), 0.25)] as const;

const models: Readonly<Record<string, () => layers.LayersModel>> = {
  'a sequential model': () => graphModel(perceptron()),
  'a sequential model that was compiled before': () => {
    const model = perceptron();
    model.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
    return graphModel(model);
  },
  'a sequential model to which a layer is added': () => {
    const model = graphModel(perceptron());
    model.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
    model.add(layers.layers.dense({ units: 1 }));
    return model;
  },
  'a functional model': () => {
    const { inputs, outputs } = perceptron();
    return graphModel(layers.model({ inputs, outputs }));
  },
};

const recurrent = () => {
  const initializer = (seed: number) => layers.initializers.glorotUniform({ seed });
  return layers.sequential({
    layers: [
      layers.layers.lstm({
        units: 3,
        stateful: true,
        batchInputShape: [2, 4, 2],
        kernelInitializer: initializer(1),
        recurrentInitializer: initializer(2),
      }),
      layers.layers.dense({ units: 1, kernelInitializer: initializer(3) }),
    ],
  });
};

describe('graphModel', () => {
  beforeAll(useCpu);
  afterEach(() => tf.disposeVariables());

  it.each(Object.entries(models))(
    'runs the code of the layers only while tracing: %s',
    async (_, make) => {
      const [x, y] = data();
      const model = make();
      let calls = 0;
      for (const layer of model.layers.filter((each) => each.countParams() > 0)) {
        const { call } = layer;
        layer.call = (...args) => {
          calls++;
          return call.apply(layer, args);
        };
      }
      model.compile({ optimizer: 'adam', loss: 'meanSquaredError' });
      const use = async () => {
        await model.fit(x, y, { epochs: 1, batchSize: 5, verbose: 0, validationData: [x, y] });
        await model.trainOnBatch(x, y);
        tf.dispose([
          model.predict(x),
          model.predictOnBatch(x),
          model.evaluate(x, y),
        ] as tf.Tensor[]);
      };
      await use();
      // The first step makes what the optimizer keeps: the second is another trace.
      await use();
      expect(calls).toBeGreaterThan(0);
      calls = 0;
      await use();
      expect(calls).toBe(0);
    },
  );

  it('predicts and evaluates, in whole batches and what is left', async () => {
    const [x, y] = data();
    const [eager, model] = [perceptron(), graphModel(perceptron())];
    for (const each of [eager, model]) each.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
    const before = tf.memory().numTensors;
    for (const batchSize of [5, 8, 20, 64]) {
      const [expected, found] = [eager, model].map(
        (each) => each.predict(x, { batchSize }) as tf.Tensor,
      );
      expect(found!.shape).toEqual(expected!.shape);
      for (const [index, value] of expected!.dataSync().entries()) {
        expect(found!.dataSync()[index]).toBeCloseTo(value, 6);
      }
      const [loss, foundLoss] = [eager, model].map(
        (each) => each.evaluate(x, y, { batchSize }) as tf.Scalar,
      );
      expect(foundLoss!.dataSync()[0]).toBeCloseTo(loss!.dataSync()[0]!, 6);
      tf.dispose([expected, found, loss, foundLoss]);
    }
    expect(tf.memory().numTensors).toBe(before);
  });

  it('takes callbacks, changed learning rates, frozen layers and another compile', async () => {
    const [x, y] = data();
    const run = async (model: layers.Sequential): Promise<number[]> => {
      const seen: number[] = [];
      const adam = tf.train.adam(0.01);
      model.compile({ optimizer: adam, loss: 'meanSquaredError' });
      await model.fit(x, y, {
        epochs: 6,
        batchSize: 10,
        shuffle: false,
        verbose: 0,
        callbacks: {
          onEpochEnd: (epoch, logs) => {
            seen.push(logs!.loss!);
            if (epoch === 2) (adam as unknown as { learningRate: number }).learningRate = 0.1;
            if (epoch === 4) model.stopTraining = true;
          },
        },
      });
      model.layers[0]!.trainable = false;
      model.compile({ optimizer: 'sgd', loss: 'meanAbsoluteError' });
      const frozen = Array.from(model.layers[0]!.getWeights()[0]!.dataSync());
      const { history } = await model.fit(x, y, { epochs: 2, shuffle: false, verbose: 0 });
      expect(Array.from(model.layers[0]!.getWeights()[0]!.dataSync())).toEqual(frozen);
      const onBatch = (await model.trainOnBatch(x, y)) as number;
      return [...seen, ...(history.loss as number[]), onBatch];
    };
    const eager = await run(perceptron());
    expect(eager).toHaveLength(8);
    for (const [index, loss] of (await run(graphModel(perceptron()))).entries()) {
      expect(loss).toBeCloseTo(eager[index]!, 5);
    }
  });

  it('leaves dropout random in training and absent otherwise', async () => {
    const model = graphModel(
      layers.sequential({
        layers: [
          layers.layers.dropout({ rate: 0.5, inputShape: [64] }),
          layers.layers.dense({ units: 1, kernelInitializer: 'ones' }),
        ],
      }),
    );
    model.compile({ optimizer: tf.train.sgd(0), loss: 'meanSquaredError' });
    const [x, y] = [tf.ones([4, 64]), tf.zeros([4, 1])];
    const losses = [await model.trainOnBatch(x, y), await model.trainOnBatch(x, y)];
    expect(losses[0]).not.toBe(losses[1]);
    const predictions = [model.predict(x), model.predict(x)] as tf.Tensor[];
    expect(Array.from(predictions[0]!.dataSync())).toEqual([64, 64, 64, 64]);
    expect(Array.from(predictions[1]!.dataSync())).toEqual([64, 64, 64, 64]);
  });

  it('refuses what is no model, and is one to a graph', () => {
    const model = graphModel(perceptron());
    expect(graphModel(model)).toBe(model);
    expect(() => graphModel({})).toThrow(/not-a-model/);
    expect(graph((z: tf.Tensor) => model.predict(z))(filled([20, 4]))).toBeInstanceOf(tf.Tensor);
  });

  it('trains a stateful recurrent layer batch after batch', async () => {
    const losses = [recurrent(), graphModel(recurrent())].map(async (model) => {
      model.compile({ optimizer: tf.train.sgd(0.1), loss: 'meanSquaredError' });
      const options = { epochs: 3, batchSize: 2, shuffle: false, verbose: 0 } as const;
      return (await model.fit(filled([6, 4, 2]), tf.ones([6, 1]), options)).history.loss;
    });
    const [expected, found] = await Promise.all(losses);
    expectElements(found as number[], expected as number[]);
  });
});

describe.each(executors)('graphModel on $backend', ({ start }) => {
  beforeAll(start);
  afterEach(() => tf.disposeVariables());

  it.each(Object.entries(optimizers))(
    'trains with %s as the model does eagerly, 200 steps',
    async (_, optimizer) => {
      const losses = async (model: layers.Sequential) => {
        const [x, y] = data();
        model.compile({ optimizer: optimizer(), loss: 'meanSquaredError', metrics: ['mae'] });
        const { history } = await model.fit(x, y, {
          epochs: 67,
          batchSize: 8,
          shuffle: false,
          verbose: 0,
          validationData: [x, y],
        });
        return history as Record<string, number[]>;
      };
      await useCpu();
      const eager = await losses(perceptron());
      await start();
      const asGraph = await losses(graphModel(perceptron()));
      expect(Object.keys(asGraph)).toEqual(Object.keys(eager));
      for (const [name, values] of Object.entries(eager)) {
        for (const [epoch, value] of values.entries()) {
          expect(Math.abs(asGraph[name]![epoch]! - value)).toBeLessThan(1e-5);
        }
      }
      expect(eager.loss!.at(-1)).toBeLessThan(eager.loss![0]!);
    },
  );

  it('can be saved and loaded while it trains, with its optimizer', async () => {
    const [x, y] = data();
    const train = async (model: layers.LayersModel) => {
      const { history } = await model.fit(x, y, { epochs: 2, shuffle: false, verbose: 0 });
      return history.loss as number[];
    };
    const model = graphModel(perceptron());
    model.compile({ optimizer: 'adam', loss: 'meanSquaredError' });
    await train(model);
    let saved: tf.io.ModelArtifacts | null = null;
    await model.save(
      tf.io.withSaveHandler(async (artifacts) => {
        saved = artifacts;
        return { modelArtifactsInfo: { dateSaved: new Date(0), modelTopologyType: 'JSON' } };
      }),
      { includeOptimizer: true },
    );
    const loaded = graphModel(await layers.loadLayersModel(tf.io.fromMemory(saved!)));
    const [expected, found] = [model, loaded].map((each) => each.predict(x) as tf.Tensor);
    expectElements(await found!.data(), await expected!.data());
    const losses = await train(model);
    expectElements(await train(loaded), losses);
    expect(losses[1]).toBeLessThan(losses[0]!);
  });

  it('gives what the model does eagerly: validation, datasets, single batches, class weights', async () => {
    const [x, y] = [
      filled([12, 4]),
      tf.oneHot(tf.tensor1d([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0], 'int32'), 2),
    ];
    const rows = Array.from({ length: 6 }, (_, row) => ({
      xs: [row, 1, 2, 3].map((value) => value / 8),
      ys: [row % 2, 1 - (row % 2)],
    }));
    const batches = datasets.array(rows).batch(6) as unknown as Parameters<
      layers.Sequential['fitDataset']
    >[0];
    // Of one size all of them, since each size is a trace of its own.
    const first = [tf.slice(x, 0, 6), tf.slice(y, 0, 6)] as const;
    const run = async (model: layers.Sequential): Promise<number[]> => {
      model.compile({ optimizer: 'adam', loss: 'categoricalCrossentropy', metrics: ['accuracy'] });
      const common = { verbose: 0, shuffle: false } as const;
      const fits = [
        await model.fit(x, y, { ...common, epochs: 2, batchSize: 6, validationSplit: 0.5 }),
        await model.fit(x, y, { ...common, epochs: 1, batchSize: 6, classWeight: { 0: 1, 1: 2 } }),
        await model.fitDataset(batches, { epochs: 1, verbose: 0, validationData: batches }),
      ];
      const onBatch = (await model.trainOnBatch(...first)) as number[];
      const predicted = await (model.predictOnBatch(first[0]) as tf.Tensor).data();
      const seen = fits.flatMap(({ history }) => Object.values(history).flat() as number[]);
      return [...seen, ...onBatch, ...predicted];
    };
    const make = () => {
      const model = perceptron();
      model.add(
        layers.layers.dense({ units: 2, activation: 'softmax', kernelInitializer: 'ones' }),
      );
      return model;
    };
    const eager = await run(make());
    expectElements(await run(graphModel(make())), eager);
    expect(eager.length).toBeGreaterThan(20);
  });
});

describe.each(executors)('a stateful recurrent layer on $backend', ({ start }) => {
  beforeAll(start);
  afterEach(() => tf.disposeVariables());

  const batch = () => filled([2, 4, 2]);

  it.each([
    [
      'graph()',
      async () => {
        const model = recurrent();
        const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor }>(
          "import { graph } from 'use-graph'; export const f = graph((x) => model.predict(x));",
          { model },
        );
        return { model, predict: f };
      },
    ],
    [
      'graphModel()',
      async () => {
        const model = graphModel(recurrent());
        return { model, predict: (x: tf.Tensor) => model.predict(x) as tf.Tensor };
      },
    ],
  ])('goes on where the last batch ended, in %s', async (_, make) => {
    const eager = recurrent();
    const { model, predict } = await make();
    for (const isReset of [false, false, true, false]) {
      if (isReset) for (const each of [eager, model]) each.resetStates();
      const [found, expected] = [predict(batch()), eager.predict(batch()) as tf.Tensor];
      await expectClose(found, expected);
    }
  });
});
