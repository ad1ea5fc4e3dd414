import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectClose, expectElements, useCpu } from '../support/index.js';
import { filled } from './programs.js';

const optimizers: [string, () => tf.Optimizer][] = [
  ['sgd', () => tf.train.sgd(0.1)],
  ['momentum', () => tf.train.momentum(0.05, 0.9)],
  ['nesterov', () => tf.train.momentum(0.05, 0.9, true)],
  ['adagrad', () => tf.train.adagrad(0.1)],
  ['adadelta', () => tf.train.adadelta(0.5)],
  ['adam', () => tf.train.adam(0.05)],
  ['adamax', () => tf.train.adamax(0.05)],
  ['rmsprop', () => tf.train.rmsprop(0.01, 0.9, 0.5)],
];

/** Of which few steps are taken: it takes the square root of a difference, which soon falls below zero. */
const centered = ['centered rmsprop', () => tf.train.rmsprop(0.01, 0.9, 0.5, 1e-7, true)] as const;

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

  it.each([...optimizers, centered])('%s trains as it does eagerly', async (_, make) => {
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
});

type Settings = { learningRate: number; setLearningRate?: (rate: number) => void };

function setLearningRate(optimizer: tf.Optimizer, rate: number): void {
  const settings = optimizer as unknown as Settings;
  if (settings.setLearningRate !== undefined) settings.setLearningRate(rate);
  else settings.learningRate = rate;
}

describe.each(executors)(
  'a learning rate that changes at every step, on $backend',
  ({ backend, start }) => {
    beforeAll(start);
    const steps = backend === 'cpu' ? 200 : 10;

    it.each(optimizers)('%s', { timeout: 120_000 }, async (_, make) => {
      const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
      const run = async (asGraph: boolean) => {
        const optimizer = make();
        const { learningRate } = optimizer as unknown as Settings;
        const { step } = perceptron(optimizer);
        const trained = asGraph ? graph(step) : null;
        const before = tf.memory().numTensors;
        const losses: number[] = [];
        let settled = 0;
        for (let index = 0; index < steps; index++) {
          const cosine = (1 + Math.cos((Math.PI * index) / steps)) / 2;
          setLearningRate(optimizer, learningRate * cosine);
          const loss = (trained ?? step)(x, y);
          losses.push((await loss.data())[0]!);
          loss.dispose();
          if (index === 2) settled = tf.memory().numTensors;
        }
        expect(tf.memory().numTensors).toBe(settled);
        if (trained !== null)
          expect(trained.tracingCount - tracesThatCreate(optimizer)).toBeLessThanOrEqual(2);
        trained?.dispose();
        const kept = tf.memory().numTensors - before;
        tf.disposeVariables();
        return { losses, kept, iterations: optimizer.iterations };
      };
      const [eager, staged] = [await run(false), await run(true)];
      for (const [index, loss] of staged.losses.entries()) {
        expect(Math.abs(loss - eager.losses[index]!)).toBeLessThanOrEqual(1e-5);
      }
      expect(staged.losses.at(-1)).toBeLessThan(staged.losses[0]!);
      expect(staged).toMatchObject({ kept: eager.kept, iterations: eager.iterations });
    });
  },
);

describe.each(executors)('a changed learning rate, on $backend', ({ start }) => {
  beforeAll(start);

  it('is taken in branches, in loops and by what another graph holds', async () => {
    const source = `import * as tf from '@tensorflow/tfjs-core';
      import { graph, graphOf, range } from 'use-graph';
      const step = (x) => { optimizer.minimize(() => tf.sum((weight - x) ** 2)); };
      export function inBranch(x) { "use graph"; if (tf.sum(x) > 0) step(x); return weight.clone(); }
      export function inLoop(x) { "use graph"; for (const i of range(tf.scalar(2, 'int32'))) step(x); return weight.clone(); }
      const concrete = { f: null };
      export function inner(x) { "use graph"; step(x); return weight.clone(); }
      export function outer(x) {
        "use graph";
        if (concrete.f === null) return inner(x) * 2;
        return concrete.f(x) * 2;
      }
      export function take(x) { concrete.f = graphOf(inner).getConcreteFunction(x); }
      export const counts = () => [inBranch, inLoop, outer].map((f) => graphOf(f).tracingCount);`;
    interface Program {
      [name: string]: (x: tf.Tensor) => tf.Tensor;
      take: (x: tf.Tensor) => never;
    }
    for (const make of [() => tf.train.sgd(0.1), () => tf.train.adam(0.1)]) {
      const run = async (isEager: boolean) => {
        const weight = tf.variable(tf.tensor1d([5, 2]));
        const optimizer = make();
        const program = await compile<Program>(source, { weight, optimizer });
        const x = tf.tensor1d([1, 0]);
        const found: tf.Tensor[] = [];
        runFunctionsEagerly(isEager);
        try {
          for (let index = 0; index < 9; index++) {
            setLearningRate(optimizer, 0.1 / (1 + index));
            if (index === 1 && !isEager) program.take!(x);
            for (const name of ['inBranch', 'inLoop', 'inner', 'outer']) {
              if (index % 4 !== 2 || name !== 'outer') found.push(program[name]!(x));
            }
          }
        } finally {
          runFunctionsEagerly(false);
        }
        const elements = await Promise.all(found.map((tensor) => tensor.data()));
        return { elements, counts: (program.counts as unknown as () => number[])() };
      };
      await useCpu();
      const expected = await run(true);
      await start();
      const staged = await run(false);
      for (const [index, elements] of staged.elements.entries()) {
        expectElements(elements, expected.elements[index]!);
      }
      for (const count of staged.counts) expect(count).toBeLessThanOrEqual(3);
    }
  });
});

it('an optimizer whose variables were disposed is said to be so, on the first call too', async () => {
  await useCpu();
  const optimizer = tf.train.adam(0.1);
  tf.disposeVariables();
  const train = graph(perceptron(optimizer).step);
  expect(() => train(filled([8, 4]), filled([8, 1]))).toThrow(/ that step uses, .* was disposed/);
});

describe.each(executors)('a concrete function that is held, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(optimizers)('takes a changed learning rate of %s', async (_, make) => {
    const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
    type Call = (x: tf.Tensor, y: tf.Tensor) => tf.Scalar;
    const run = async (hold: (step: Call) => Call) => {
      const optimizer = make();
      const call = hold(perceptron(optimizer).step);
      const { learningRate } = optimizer as unknown as Settings;
      const losses: number[] = [];
      for (const factor of [1, 1, 0.1, 2, 1]) {
        setLearningRate(optimizer, learningRate * factor);
        losses.push((await call(x, y).data())[0]!);
      }
      tf.disposeVariables();
      return losses;
    };
    const expected = await run((step) => step);
    const taken = await run((step) => graph(step).getConcreteFunction(x, y));
    const takenAfterCalls = await run((step) => {
      const f = graph(step);
      let held: Call | null = null;
      let calls = 0;
      return (...args) => {
        if (++calls < 3) return f(...args);
        held ??= f.getConcreteFunction(...args);
        return held(...args);
      };
    });
    for (const [index, loss] of expected.entries()) {
      expect(taken[index]).toBeCloseTo(loss, 4);
      expect(takenAfterCalls[index]).toBeCloseTo(loss, 4);
    }
  });

  it('is one graph, which holds no more after a change', () => {
    const optimizer = tf.train.adam(0.1);
    const { step } = perceptron(optimizer);
    const train = graph(step);
    const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
    const held = train.getConcreteFunction(x, y);
    held(x, y).dispose();
    const { tracingCount } = train;
    const { numTensors } = tf.memory();
    for (const rate of [0.1, 0.05, 0.01]) {
      setLearningRate(optimizer, rate);
      held(x, y).dispose();
    }
    expect(train.getConcreteFunction(x, y)).toBe(held);
    expect(train.tracingCount).toBe(tracingCount);
    expect(tf.memory().numTensors).toBe(numTensors);
    tf.disposeVariables();
  });

  it('is the graph that calls have, with their learning rate until that changes', () => {
    const optimizer = tf.train.adam(0.1);
    const train = graph(perceptron(optimizer).step);
    const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
    train(x, y);
    const { tracingCount } = train;
    const held = train.getConcreteFunction(x, y);
    held(x, y);
    expect(train.tracingCount).toBe(tracingCount);
    setLearningRate(optimizer, 0.01);
    expect(() => held(x, y)).toThrow(/settings of its Adam optimizer.*\[optimizer-changed\]/s);
    const next = train.getConcreteFunction(x, y);
    for (const rate of [0.01, 0.02, 0.1]) {
      setLearningRate(optimizer, rate);
      next(x, y);
    }
    expect(train.tracingCount).toBe(tracingCount + 1);
    tf.disposeVariables();
  });

  it('refuses a setting that has changed and is a constant of its graph', () => {
    class Mine extends tf.AdamOptimizer {}
    const [x, y] = [filled([8, 4]), filled([8, 1], 0.5)];
    const changes: [() => tf.Optimizer, change: object][] = [
      [() => tf.train.momentum(0.1, 0.9), { momentum: 0.5 }],
      [() => new Mine(0.1, 0.9, 0.999), { learningRate: 0.01 }],
    ];
    for (const [make, change] of changes) {
      const optimizer = make();
      const train = graph(perceptron(optimizer).step);
      const held = train.getConcreteFunction(x, y);
      held(x, y);
      Object.assign(optimizer, change);
      const before = optimizer.iterations;
      expect(() => held(x, y)).toThrow(/settings of its \w+ optimizer.*\[optimizer-changed\]/s);
      expect(optimizer.iterations).toBe(before);
      train.getConcreteFunction(x, y)(x, y);
      tf.disposeVariables();
    }
  });
});

/** Of the first call: one more where it makes the optimizer's slots. */
function tracesThatCreate(optimizer: tf.Optimizer): number {
  return optimizer.getClassName() === 'SGD' ? 0 : 1;
}

describe('a changed setting of an optimizer', () => {
  beforeAll(useCpu);

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
