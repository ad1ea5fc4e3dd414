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
    const { output } = program;
    // What decides is read back on the way, before each iteration of a loop.
    const call = program.hasControlFlow
      ? async () => [(await model.executeAsync(inputs, output)) as tf.Tensor]
      : () => [model.execute(inputs, output) as tf.Tensor];
    return runnable({ call }, tensorFlowDevice);
  },
};
