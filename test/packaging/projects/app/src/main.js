import '@tensorflow/tfjs-backend-cpu';
import * as tf from '@tensorflow/tfjs-core';
import { graphOf } from 'use-graph';
import { settle } from './model.js';

await tf.setBackend('cpu');

const results = [];
for (const values of [
  [1, 1],
  [8, 8],
  [0.25, 0.25],
]) {
  const { x, steps } = settle(tf.tensor1d(values));
  results.push({
    x: [...x.dataSync()],
    steps: typeof steps === 'number' ? steps : steps.dataSync()[0],
  });
}
console.log(JSON.stringify({ results, traces: graphOf(settle).tracingCount }));
