import { jit, nn, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { workload } from './workload.js';

type Size = readonly [rows: number, columns: number];

const logits = ([rows, columns]: Size) => ({
  data: numbers(rows * columns, 8, 3),
  shape: [rows, columns],
});

export const softmaxLarge = workload<Size>({
  about: 'softmax over the rows of [1024,4096]',
  sizes: { full: [1024, 4096], small: [3, 37] },
  tolerance: 1e-5,
  tensorflow(size, as) {
    const { data, shape } = logits(size);
    const x = tf.tensor(data, shape);
    const softmax = (a: tf.Tensor) => tf.softmax(a);
    const run = as === 'graph' ? graph((a: tf.Tensor) => softmax(a)) : softmax;
    return { call: () => [run(x)] };
  },
  graphModel(size) {
    const model = new ModelJson();
    return model.program(model.op('Softmax', [model.input(logits(size))]));
  },
  jax(size) {
    const { data, shape } = logits(size);
    const x = np.array(data).reshape(shape);
    const run = jit((a: np.Array) => nn.softmax(a));
    return { call: () => [run(x.ref)] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
