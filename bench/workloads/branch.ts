import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { weights } from './data.js';
import { holds } from './reading.js';
import { noControlFlow, type Workload, workload } from './workload.js';

const isWanted = (sign: tf.Tensor) => tf.greater(sign, 0);
const computed = (x: tf.Tensor2D) => tf.mean(tf.abs(tf.matMul(x, x)));

function conditional(x: tf.Tensor2D, sign: tf.Tensor): tf.Tensor {
  let result = tf.neg(sign);
  if (isWanted(sign)) result = computed(x);
  return result;
}

/** What the branch that is not taken costs is the difference to a call that computes nothing. */
function branchWorkload(isTaken: boolean): Workload {
  const sign = isTaken ? 1 : -1;
  return workload<number>({
    about: `a branch with a product of two 1024×1024 matrices, ${isTaken ? 'taken' : 'not taken'}`,
    sizes: { full: 1024, small: 4 },
    tolerance: 1e-3,
    tensorflow(side, as) {
      const x = tf.tensor2d(weights(side, side * side, 71), [side, side]);
      const signs = tf.scalar(sign);
      if (as === 'graph') {
        const run = graph((x: tf.Tensor2D, sign: tf.Tensor) => conditional(x, sign));
        return { call: () => [run(x, signs)] };
      }
      return {
        call: async () => [
          (await holds(() => isWanted(signs))) ? tf.tidy(() => computed(x)) : tf.neg(signs),
        ],
      };
    },
    graphModel(side) {
      const model = new ModelJson();
      const x = model.input({ data: weights(side, side * side, 71), shape: [side, side] });
      const signs = model.input({ data: Float32Array.of(sign), shape: [] });
      const result = model.conditional(
        model.op('Greater', [signs, model.scalar(0)]),
        [x, signs],
        (branch, [x]) => {
          const product = branch.op('MatMul', [x!, x!], {
            transpose_a: { b: false },
            transpose_b: { b: false },
          });
          return branch.op('Mean', [branch.op('Abs', [product]), branch.integers(0, 1)], {
            keep_dims: { b: false },
          });
        },
        (branch, [, signs]) => branch.op('Neg', [signs!]),
      );
      return model.program(result);
    },
    jax: noControlFlow,
    wgsl: 'the product alone is the workload matmul',
  });
}

export const branchTaken = branchWorkload(true);
export const branchSkipped = branchWorkload(false);
