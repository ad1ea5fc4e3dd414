import { runnable, type System } from './system.js';
import { startTensorFlow, tensorFlowDevice } from './tensorflow.js';

export const useGraph: System = {
  id: 'use-graph',
  start: startTensorFlow,
  async load(workload, scale) {
    return runnable(await workload.tensorflow(scale, 'graph'), tensorFlowDevice);
  },
};
