import * as tf from '@tensorflow/tfjs-core';
import { it } from 'vitest';
import { executors } from '../support/index.js';
it('x', async () => {
  await executors.find((e) => e.backend === 'webgpu')!.start();
  try { const t = tf.tensor(['a', 'b']); console.log(t.dataSync(), await t.data()); const u = tf.clone(t); console.log(await u.data(), await tf.reshape(t, [2, 1]).data());} catch (e) { console.log((e as Error).stack); }
});
