import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { expectClose, useCpu } from '../support/index.js';
import { filled } from './programs.js';

const optimizers: [string, () => tf.Optimizer][] = [
  ['sgd', () => tf.train.sgd(0.1)],
  ['momentum', () => tf.train.momentum(0.05, 0.9)],
  ['nesterov', () => tf.train.momentum(0.05, 0.9, true)],
  ['adagrad', () => tf.train.adagrad(0.1)],
  ['adadelta', () => tf.train.adadelta(0.5)],
  ['adam', () => tf.train.adam(0.05)],
  ['adamax', () => tf.train.adamax(0.05)],
  ['rmsprop', () => tf.train.rmsprop(0.01, 0.9, 0.5, 1e-7, true)],
];

/** A perceptron of one hidden layer, and one step of its training. */
function perceptron(optimizer: tf.Optimizer) {
  const hidden = tf.variable(filled([4, 6], 0.5));
  const bias = tf.variable(tf.zeros([6]));
  const output = tf.variable(filled([6, 1], 0.5));
  const loss = (x: tf.Tensor, y: tf.Tensor): tf.Scalar => {
    const activation = tf.tanh(tf.add(tf.matMul(x as tf.Tensor2D, hidden as tf.Tensor2D), bias));
    return tf.losses.meanSquaredError(
      y,
      tf.matMul(activation as tf.Tensor2D, output as tf.Tensor2D),
    );
  };
  const variables = [hidden, bias, output];
  const step = (x: tf.Tensor, y: tf.Tensor) =>
    optimizer.minimize(() => loss(x, y), true, variables)!;
  return { step };
}

describe('an optimizer in a graph', () => {
  beforeAll(useCpu);

  it.each(optimizers)('%s trains as it does eagerly', async (_, make) => {
    const x = filled([8, 4]);
    const y = filled([8, 1], 0.5);
    const optimizers = [make(), make()] as const;
    const [eager, staged] = [perceptron(optimizers[0]), perceptron(optimizers[1])];
    const eagerLosses: number[] = [];
    for (let index = 0; index < 5; index++) eagerLosses.push((await eager.step(x, y).data())[0]!);
    const step = graph(staged.step);
    const stagedLosses: number[] = [];
    for (let index = 0; index < 5; index++) stagedLosses.push((await step(x, y).data())[0]!);
    stagedLosses.forEach((loss, index) => {
      expect(loss).toBeCloseTo(eagerLosses[index]!, 4);
    });
    expect(stagedLosses[4]).toBeLessThan(stagedLosses[0]!);
    expect(optimizers.map(({ iterations }) => iterations)).toEqual([5, 5]);
    tf.disposeVariables();
  });

  it('begins in a loop or branch', async () => {
    for (const make of [() => tf.train.momentum(0.05, 0.9), () => tf.train.adam(0.1)]) {
      const train = async (isEager: boolean) => {
        const weight = tf.variable(tf.tensor1d([5, 2]));
        const { f } = await compile<{ f: (x: tf.Tensor, n: tf.Tensor) => tf.Tensor }>(
          `import * as tf from '@tensorflow/tfjs-core';
           import { range } from 'use-graph';
           const step = (x) => optimizer.minimize(() => tf.sum((weight - x) ** 2));
           export function f(x, n) {
             "use graph";
             if (n > 0) step(x);
             for (const i of range(n)) step(x);
             return weight.clone();
           }`,
          { weight, optimizer: make() },
        );
        runFunctionsEagerly(isEager);
        try {
          return [0, 2, 3].map((n) => f(tf.scalar(1), tf.scalar(n, 'int32')));
        } finally {
          runFunctionsEagerly(false);
        }
      };
      const [expected, found] = [await train(true), await train(false)];
      for (const [index, tensor] of found.entries()) await expectClose(tensor, expected[index]!);
    }
  });

  it('takes a changed learning rate, and the old one again', async () => {
    const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
    const run = async (asGraph: boolean): Promise<number[]> => {
      const optimizer = tf.train.sgd(0.1) as tf.SGDOptimizer;
      const { step } = perceptron(optimizer);
      const trained = asGraph ? graph(step) : step;
      const losses: number[] = [];
      for (const rate of [0.1, 0.1, 0.01, 0.1, 0.3]) {
        optimizer.setLearningRate(rate);
        losses.push((await trained(x, y).data())[0]!);
      }
      tf.disposeVariables();
      return losses;
    };
    const eager = await run(false);
    for (const [index, loss] of (await run(true)).entries()) {
      expect(loss).toBeCloseTo(eager[index]!, 5);
    }
  });
});
