import { jit, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { numbers } from './data.js';
import { type Workload, workload } from './workload.js';

/** What a call costs beside its work: the sum of small tensors, or the negative of one, 100 calls a sample. */
function dispatchWorkload(count: number): Workload {
  const inputs = Array.from({ length: count }, (_, index) => numbers(4, 1, index + 1));
  return workload<null>({
    about: `a call of a small function with ${count} argument${count === 1 ? '' : 's'}: read js ms`,
    sizes: { full: null, small: null },
    tolerance: 1e-5,
    callsPerSample: 100,
    tensorflow(_, as) {
      const tensors = inputs.map((data) => tf.tensor(data));
      const total = (all: tf.Tensor[]) =>
        all.length === 1 ? tf.neg(all[0]!) : all.reduce((sum, each) => tf.add(sum, each));
      const run =
        as === 'graph'
          ? graph((...all: tf.Tensor[]) => total(all))
          : (...all: tf.Tensor[]) => total(all);
      return { call: () => [run(...tensors)] };
    },
    graphModel: 'the converted function would be called with an object of names',
    jax() {
      const arrays = inputs.map((data) => np.array(data));
      const run = jit((...all: np.Array[]) =>
        all.length === 1 ? np.negative(all[0]!) : all.reduce((sum, each) => sum.add(each)),
      );
      return { call: () => [run(...arrays.map((array) => array.ref))] };
    },
    wgsl: 'hand-written for the chains and for matmul only',
  });
}

export const dispatch1 = dispatchWorkload(1);
export const dispatch3 = dispatchWorkload(3);
export const dispatch20 = dispatchWorkload(20);
