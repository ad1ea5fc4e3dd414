import type { Tensor } from '@tensorflow/tfjs-core';
import { getGradient, registerGradient, zeros } from '@tensorflow/tfjs-core';

/**
 * Comparisons and logical ops are constant almost everywhere. TensorFlow.js 4 has a gradient for `GreaterEqual` only,
 * so that `where(x > 0, x, 0)` cannot be differentiated; TensorFlow gives no gradient to the comparison and goes on.
 */
const constantKernels = [
  'Greater',
  'Less',
  'LessEqual',
  'Equal',
  'NotEqual',
  'LogicalAnd',
  'LogicalOr',
  'LogicalNot',
] as const;

export function registerMissingGradients(): void {
  for (const kernelName of constantKernels) {
    if (getGradient(kernelName) != null) continue;
    const inputNames = kernelName === 'LogicalNot' ? ['x'] : ['a', 'b'];
    registerGradient({
      kernelName,
      inputsToSave: inputNames,
      gradFunc: (_dy, saved) =>
        Object.fromEntries(
          saved.map((input: Tensor, index) => [inputNames[index]!, () => zeros(input.shape)]),
        ),
    });
  }
}
