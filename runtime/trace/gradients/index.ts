import { type GradConfig, getGradient, registerGradient, zeros } from '@tensorflow/tfjs-core';
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
  const gather = getGradient('GatherV2');
  if (gather != null) registerGradient(withoutGradientOfIndices(gather));
}

/** TensorFlow.js 4 returns the indices themselves, which its tape refuses where they were computed from what is differentiated. */
function withoutGradientOfIndices(gather: GradConfig): GradConfig {
  return {
    ...gather,
    gradFunc: (dy, saved, attributes) => ({
      ...gather.gradFunc(dy, saved, attributes),
      indices: () => zeros(saved[1]!.shape),
    }),
  };
}
