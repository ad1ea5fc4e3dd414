import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { type GraphFunction, graph } from 'use-graph';
import { weights } from './data.js';
import { type Workload, workload } from './workload.js';

const side = 8;

/** Ten nodes a round: a product, a reduction and eight elementwise ops that use both. */
function manyNodes(matrix: tf.Tensor, rounds: number): tf.Tensor {
  let x = matrix;
  for (let round = 0; round < rounds; round++) {
    const product = tf.relu(tf.matMul(matrix, x));
    const total = tf.sum(product, 1, true);
    const mixed = tf.tanh(tf.add(tf.mul(product, 0.5), total));
    x = tf.sub(tf.minimum(mixed, tf.neg(total)), tf.square(mixed));
  }
  return x;
}

function jaxManyNodes(matrix: np.Array, rounds: number): np.Array {
  let x = matrix.ref;
  for (let round = 0; round < rounds; round++) {
    const product = np.maximum(np.matmul(matrix.ref, x), 0);
    const total = np.sum(product.ref, 1, { keepdims: true });
    const mixed = np.tanh(product.mul(0.5).add(total.ref));
    x = np.minimum(mixed.ref, np.negative(total)).sub(np.square(mixed));
  }
  matrix.dispose();
  return x;
}

/** Every call makes a function and calls it once; shaders are new at the first call only. */
function compileWorkload(nodes: number): Workload {
  return workload<number>({
    about: `tracing, compiling and calling a function of ${nodes} ops: read js ms`,
    sizes: { full: nodes / 10, small: 2 },
    tolerance: 1e-3,
    notEager: 'there is nothing to compile',
    tensorflow(rounds, as) {
      const x = tf.tensor(weights(side, side * side, 5), [side, side]);
      if (as === 'eager') return { call: () => [manyNodes(x, rounds)] };
      let latest: GraphFunction | null = null;
      return {
        call() {
          latest?.dispose();
          const run = graph((matrix: tf.Tensor) => manyNodes(matrix, rounds));
          latest = run;
          return [run(x)];
        },
      };
    },
    graphModel: 'there is nothing to compile',
    jax(rounds) {
      const x = np.array(weights(side, side * side, 5)).reshape([side, side]);
      return {
        call() {
          const run = jit((matrix: np.Array) => jaxManyNodes(matrix, rounds));
          return [run(x.ref)];
        },
      };
    },
    wgsl: 'there is nothing to compile',
  });
}

export const compile100 = compileWorkload(100);
export const compile1000 = compileWorkload(1000);
export const compile10000 = compileWorkload(10_000);
