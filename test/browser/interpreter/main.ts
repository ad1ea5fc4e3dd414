import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { createInterpreter } from '../../../runtime/interpret/interpreter.js';
import { iterated } from './graph.js';

declare global {
  interface Window {
    /** Runs the graph on a backend and gives its results, or the error's code. */
    runOn?: (backend: string, how: 'run' | 'runAsync') => Promise<number[][] | string>;
  }
}

window.runOn = async (backend, how) => {
  await tf.setBackend(backend);
  const inputs = [tf.tensor2d([0.3, -0.2, 0.5, 0.1], [2, 2]), tf.scalar(0.01)];
  const executor = createInterpreter(iterated(), backend);
  try {
    const infos = await executor[how](inputs);
    const outputs = infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
    return await Promise.all(outputs.map(async (output) => Array.from(await output.data())));
  } catch (error) {
    return (error as { code: string }).code;
  }
};
