import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { type GraphFunction, graph } from 'use-graph';
import { weights } from './data.js';
import { type Workload, workload } from './workload.js';

const side = 8;

/** Ten ops a round: a product, a reduction and elementwise ones. Each round brings its inputs closer, so that errors fade. */
export function manyOps(matrix: tf.Tensor, rounds: number): tf.Tensor {
  let x = matrix;
  for (let round = 0; round < rounds; round++) {
    const product = tf.relu(tf.matMul(matrix, x));
    const wave = tf.cos(tf.mean(product, 1, true));
    const mixed = tf.tanh(tf.add(tf.mul(product, 0.5), wave));
    x = tf.maximum(mixed, tf.neg(tf.square(mixed)));
  }
  return x;
}

function jaxManyOps(matrix: np.Array, rounds: number): np.Array {
  let x = matrix.ref;
  for (let round = 0; round < rounds; round++) {
    const product = np.maximum(np.matmul(matrix.ref, x), 0);
    const wave = np.cos(np.mean(product.ref, 1, { keepdims: true }));
    const mixed = np.tanh(product.mul(0.5).add(wave));
    x = np.maximum(mixed.ref, np.negative(np.square(mixed)));
  }
  matrix.dispose();
  return x;
}

const matrix = () => weights(side, side * side, 5).map((value) => value * 0.3);

/** Every call makes a function and calls it once; shaders are new at the first call only. */
function compileWorkload(ops: number): Workload {
  return workload<number>({
    about: `tracing, compiling and calling a function of ${ops} ops: read js ms`,
    sizes: { full: ops / 10, small: 2 },
    tolerance: 1e-3,
    notEager: 'there is nothing to compile',
    tensorflow(rounds, as) {
      const x = tf.tensor(matrix(), [side, side]);
      if (as === 'eager') return { call: () => [manyOps(x, rounds)] };
      let latest: GraphFunction | null = null;
      return {
        call() {
          latest?.dispose();
          const run = graph((a: tf.Tensor) => manyOps(a, rounds));
          latest = run;
          return [run(x)];
        },
      };
    },
    graphModel: 'there is nothing to compile',
    jax(rounds) {
      const x = np.array(matrix()).reshape([side, side]);
      return {
        call() {
          const run = jit((a: np.Array) => jaxManyOps(a, rounds));
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
