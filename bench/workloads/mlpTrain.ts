import { jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import {
  type JaxDense,
  jaxMlp,
  jaxMlpData,
  type MlpSize,
  mlp,
  mlpData,
  mlpSizes,
} from '../models/mlp.js';
import { type Program, type Workload, workload } from './workload.js';

type JaxOptimizer = (
  layers: JaxDense[],
  gradients: JaxDense[],
  state: np.Array[],
) => {
  layers: JaxDense[];
  state: np.Array[];
};

const noGradients = 'GraphModel has neither gradients nor assignments';

function trainWorkload(
  about: string,
  tolerance: number,
  makeOptimizer: () => tf.Optimizer,
  jaxOptimizer: JaxOptimizer,
  jaxState: (layers: JaxDense[]) => np.Array[],
): Workload {
  return workload<MlpSize>({
    about,
    sizes: mlpSizes,
    tolerance,
    checkedCalls: 3,
    tensorflow(size, as): Program<tf.Tensor> {
      const data = mlpData(size);
      const images = tf.tensor(data.images.data, data.images.shape);
      const labels = tf.tensor(data.labels.data, data.labels.shape);
      const layers = data.layers.map(({ weight, bias }) => ({
        weight: tf.variable(tf.tensor(weight.data, weight.shape)),
        bias: tf.variable(tf.tensor(bias.data, bias.shape)),
      }));
      const variables = layers.flatMap(({ weight, bias }) => [weight, bias]);
      const optimizer = makeOptimizer();
      const step = (x: tf.Tensor, y: tf.Tensor): tf.Tensor =>
        optimizer.minimize(
          () => tf.losses.softmaxCrossEntropy(y, mlp(layers, x)) as tf.Scalar,
          true,
          variables,
        )!;
      const run = as === 'graph' ? graph((x: tf.Tensor, y: tf.Tensor) => step(x, y)) : step;
      return { call: () => [run(images, labels)], state: () => variables };
    },
    graphModel: noGradients,
    jax(size): Program<np.Array> {
      const data = jaxMlpData(size);
      let { layers } = data;
      let state = jaxState(layers);
      const step = jit((weights: JaxDense[], slots: np.Array[], x: np.Array, y: np.Array) => {
        const loss = (parameters: JaxDense[]) =>
          np.negative(nn.logSoftmax(jaxMlp(parameters, x)).mul(y).sum(-1)).mean();
        const [value, gradients] = valueAndGrad(loss)(tree.ref(weights));
        return { value, ...jaxOptimizer(weights, gradients, slots) };
      });
      return {
        call() {
          const result = step(layers, state, data.images.ref, data.labels.ref);
          layers = result.layers;
          state = result.state;
          return [result.value];
        },
        state: () => layers.flatMap(({ weight, bias }) => [weight, bias]),
      };
    },
    wgsl: 'hand-written for the chains and for matmul only',
  });
}

const rate = 0.1;

export const mlpTrain = trainWorkload(
  'a training step of the perceptron: softmax cross-entropy, SGD',
  1e-4,
  () => tf.train.sgd(rate),
  (layers, gradients, state) => ({
    layers: tree.map(
      (weight: np.Array, gradient: np.Array) => weight.sub(gradient.mul(rate)),
      layers,
      gradients,
    ),
    state,
  }),
  () => [],
);

const adam = { rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-7 };

/** `state`: the powers of both betas, then first and second moments of each weight and bias. */
const jaxAdam: JaxOptimizer = (layers, gradients, [power1, power2, ...moments]) => {
  const next: np.Array[] = [power1!.mul(adam.beta1), power2!.mul(adam.beta2)];
  const [scale1, scale2] = next.map((power) => np.subtract(1, power.ref));
  let slot = 0;
  const update = (weight: np.Array, gradient: np.Array): np.Array => {
    const first = moments[slot++]!.mul(adam.beta1).add(gradient.ref.mul(1 - adam.beta1));
    const second = moments[slot++]!.mul(adam.beta2).add(np.square(gradient).mul(1 - adam.beta2));
    next.push(first.ref, second.ref);
    const direction = first
      .div(scale1!.ref)
      .div(np.sqrt(second.div(scale2!.ref)).add(adam.epsilon));
    return weight.sub(direction.mul(adam.rate));
  };
  const updated = layers.map(({ weight, bias }, index) => ({
    weight: update(weight, gradients[index]!.weight),
    bias: update(bias, gradients[index]!.bias),
  }));
  scale1!.dispose();
  scale2!.dispose();
  return { layers: updated, state: next };
};

export const mlpTrainAdam = trainWorkload(
  'a training step of the perceptron: softmax cross-entropy, Adam',
  1e-3,
  () => tf.train.adam(adam.rate, adam.beta1, adam.beta2, adam.epsilon),
  jaxAdam,
  (layers) => [
    np.ones([]),
    np.ones([]),
    ...layers.flatMap(({ weight, bias }) =>
      [weight, weight, bias, bias].map(({ shape }) => np.zeros(shape)),
    ),
  ],
);
