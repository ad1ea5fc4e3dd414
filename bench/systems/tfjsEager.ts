import * as tf from '@tensorflow/tfjs-core';
import type { Program } from '../workloads/workload.js';
import { runnable, type System } from './system.js';
import { startTensorFlow, tensorFlowDevice } from './tensorflow.js';

export const tfjsEager: System = {
  id: 'tfjs-eager',
  start: startTensorFlow,
  async load(workload, scale) {
    if (workload.notEager !== null) return workload.notEager;
    return runnable(tidied(await workload.tensorflow(scale, 'eager')), tensorFlowDevice);
  },
};

/** The program with what a call makes on its way freed, as users do it. */
export function tidied(program: Program<tf.Tensor>): Program<tf.Tensor> {
  return {
    ...program,
    call() {
      const engine = tf.engine();
      engine.startScope();
      const called = program.call();
      if (!(called instanceof Promise)) {
        engine.endScope(called as tf.Tensor[]);
        return called;
      }
      return called.then((results) => {
        engine.endScope(results as tf.Tensor[]);
        return results;
      });
    },
  };
}
