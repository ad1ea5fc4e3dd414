import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { holds } from './reading.js';
import { noControlFlow, workload } from './workload.js';

const decisions = 20;

const isHigh = (x: tf.Tensor) => tf.greater(tf.mean(x), 0);
const lowered = (x: tf.Tensor) => tf.sub(tf.mul(x, 0.9), 0.3);
const raised = (x: tf.Tensor) => tf.add(tf.tanh(x), 0.25);

function steer(x: tf.Tensor): tf.Tensor {
  for (let round = 0; round < decisions; round++) {
    if (isHigh(x)) x = lowered(x);
    else x = raised(x);
  }
  return x;
}

async function steerReading(x: tf.Tensor): Promise<tf.Tensor> {
  for (let round = 0; round < decisions; round++) {
    x = (await holds(() => isHigh(x))) ? lowered(x) : raised(x);
  }
  return x;
}

export const ifHeavy = workload<number>({
  about: `${decisions} decisions, each by the mean of [256]`,
  sizes: { full: 256, small: 8 },
  tolerance: 1e-4,
  tensorflow(count, as) {
    const x = tf.tensor(numbers(count, 1, 51));
    if (as === 'eager') return { call: async () => [await steerReading(x)] };
    const run = graph((x: tf.Tensor) => steer(x));
    return { call: () => [run(x)] };
  },
  graphModel(count) {
    const model = new ModelJson();
    let x = model.input({ data: numbers(count, 1, 51), shape: [count] });
    for (let round = 0; round < decisions; round++) {
      const mean = model.op('Mean', [x, model.integers(0)], { keep_dims: { b: false } });
      x = model.conditional(
        model.op('Greater', [mean, model.scalar(0)]),
        [x],
        (branch, [x]) =>
          branch.op('Sub', [branch.op('Mul', [x!, branch.scalar(0.9)]), branch.scalar(0.3)]),
        (branch, [x]) => branch.op('AddV2', [branch.op('Tanh', [x!]), branch.scalar(0.25)]),
      );
    }
    return model.program(x);
  },
  jax: noControlFlow,
  wgsl: 'hand-written for while-small, mandelbrot and simulate',
});
