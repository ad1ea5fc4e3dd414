import { type GradConfig, getGradient, registerGradient } from '@tensorflow/tfjs-core';
import { algebraGradients } from './algebra.js';
import { constantGradients } from './constant.js';
import { indexingGradients } from './indexing.js';

/** TensorFlow.js 4 has a gradient for these, which fails where an operand was broadcast. */
const replaced = new Set(['Maximum', 'Minimum', 'SquaredDifference']);

/** Gives TensorFlow.js the gradients that TensorFlow has and it has not; for code outside of graph functions too.
 * Its tape only takes float32 gradients, so that there can be none through complex numbers. */
export function registerMissingGradients(): void {
  const gradients: readonly GradConfig[] = [
    ...constantGradients,
    ...indexingGradients,
    ...algebraGradients,
  ];
  for (const gradient of gradients) {
    const { kernelName } = gradient;
    if (getGradient(kernelName) == null || replaced.has(kernelName)) registerGradient(gradient);
  }
}
