import { jit, nn, tree } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import {
  type Dense,
  jaxMlp,
  jaxMlpData,
  type MlpSize,
  mlp,
  mlpData,
  mlpSizes,
} from '../models/mlp.js';
import { ModelJson } from '../systems/modelJson.js';
import { workload } from './workload.js';

function predict(layers: readonly Dense[], images: tf.Tensor): tf.Tensor {
  return tf.softmax(mlp(layers, images));
}

export const mlpForward = workload<MlpSize>({
  about: 'a perceptron 784-128-64-10 with softmax, batch 32',
  sizes: mlpSizes,
  tolerance: 1e-4,
  tensorflow(size, as) {
    const data = mlpData(size);
    const images = tf.tensor(data.images.data, data.images.shape);
    const layers = data.layers.map(({ weight, bias }) => ({
      weight: tf.variable(tf.tensor(weight.data, weight.shape)),
      bias: tf.variable(tf.tensor(bias.data, bias.shape)),
    }));
    const run =
      as === 'graph'
        ? graph((x: tf.Tensor) => predict(layers, x))
        : (x: tf.Tensor) => predict(layers, x);
    return { call: () => [run(images)] };
  },
  graphModel(size) {
    const data = mlpData(size);
    const model = new ModelJson();
    let x = model.input(data.images);
    data.layers.forEach(({ weight, bias }, index) => {
      x = model.op('MatMul', [x, model.constant(weight)]);
      x = model.op('BiasAdd', [x, model.constant(bias)]);
      if (index < data.layers.length - 1) x = model.op('Relu', [x]);
    });
    return model.program(model.op('Softmax', [x]));
  },
  jax(size) {
    const { layers, images } = jaxMlpData(size);
    const run = jit((weights: typeof layers, x: typeof images) => nn.softmax(jaxMlp(weights, x)));
    return { call: () => [run(tree.ref(layers), images.ref)] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
