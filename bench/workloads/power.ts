import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { weights } from './data.js';
import { workload } from './workload.js';

interface Size {
  readonly side: number;
  readonly exponent: number;
}

/** The guide's example of where a graph is faster than eager code: many small ops. */
function matrixPower(x: tf.Tensor2D, exponent: number): tf.Tensor {
  let result: tf.Tensor = tf.eye(x.shape[0]);
  for (let i = 0; i < exponent; i++) result = tf.matMul(x, result);
  return result;
}

const matrix = (side: number) => weights(side, side * side, 7).map((value) => value * 0.98);

export const power = workload<Size>({
  about: 'a 10×10 matrix multiplied by itself 100 times',
  sizes: { full: { side: 10, exponent: 100 }, small: { side: 4, exponent: 5 } },
  tolerance: 1e-4,
  tensorflow({ side, exponent }, as) {
    const x = tf.tensor2d(matrix(side), [side, side]);
    const run =
      as === 'graph' ? graph((a: tf.Tensor2D, n: number) => matrixPower(a, n)) : matrixPower;
    return { call: () => [run(x, exponent)] };
  },
  graphModel({ side, exponent }) {
    const model = new ModelJson();
    const x = model.input({ data: matrix(side), shape: [side, side] });
    let result = x;
    for (let i = 1; i < exponent; i++) result = model.op('MatMul', [x, result]);
    return model.program(result);
  },
  jax({ side, exponent }) {
    const x = np.array(matrix(side)).reshape([side, side]);
    const run = jit((a: np.Array) => {
      let result = np.eye(side);
      for (let i = 0; i < exponent; i++) result = np.matmul(a.ref, result);
      a.dispose();
      return result;
    });
    return { call: () => [run(x.ref)] };
  },
  wgsl: 'hand-written for the chains and for matmul only',
});
