import '@tensorflow/tfjs-backend-cpu';
import '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { graphOf, jsFunction, tensorSpec } from 'use-graph';
import { halve } from './halve.js';

async function settle(x) {
  'use graph';
  let steps = tf.scalar(0, 'int32');
  while (tf.sum(x) > 1) {
    x = halve(x);
    steps = steps + 1;
  }
  const seen = await jsFunction(async (value) => (await value.data()).length, [x], tensorSpec([]));
  return { x, steps, seen };
}

self.onmessage = async ({ data: backend }) => {
  try {
    await tf.setBackend(backend);
    const { x, steps, seen } = await settle(tf.tensor1d([3, 5]));
    self.postMessage({
      x: Array.from(await x.data()),
      steps: (await steps.data())[0],
      seen: (await seen.data())[0],
      traces: graphOf(settle).tracingCount,
    });
  } catch (error) {
    self.postMessage({ error: String(error.stack ?? error) });
  }
};
