import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { io } from '@tensorflow/tfjs-core';
import { runnable, type System } from './system.js';
import { startTensorFlow, tensorFlowDevice } from './tensorflow.js';

export const tfjsGraphModel: System = {
  id: 'tfjs-graphmodel',
  start: startTensorFlow,
  async load(workload, scale) {
    const program = workload.graphModel(scale);
    if (typeof program === 'string') return program;
    const model = await loadGraphModel(io.fromMemory(program.artifacts));
    const inputs = Object.fromEntries(
      Object.entries(program.inputs).map(([name, { data, shape }]) => [
        name,
        tf.tensor(data, shape),
      ]),
    );
    const call = () => [model.execute(inputs, program.output) as tf.Tensor];
    return runnable({ call }, tensorFlowDevice);
  },
};
