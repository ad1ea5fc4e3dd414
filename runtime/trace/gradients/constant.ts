import { type GradConfig, type Tensor, zeros } from '@tensorflow/tfjs-core';

/**
 * Comparisons and logical ops are constant almost everywhere. TensorFlow.js 4 has a gradient for `GreaterEqual` only,
 * so that `where(x > 0, x, 0)` cannot be differentiated; TensorFlow gives no gradient to the comparison and goes on.
 */
export const constantGradients: readonly GradConfig[] = [
  ...[
    'Greater',
    'Less',
    'LessEqual',
    'Equal',
    'NotEqual',
    'LogicalAnd',
    'LogicalOr',
    'BitwiseAnd',
  ].map((kernelName) => constantIn(kernelName, ['a', 'b'])),
  ...['LogicalNot', 'All', 'Any'].map((kernelName) => constantIn(kernelName, ['x'])),
  constantIn('SearchSorted', ['sortedSequence', 'values']),
];

function constantIn(kernelName: string, inputNames: string[]): GradConfig {
  return {
    kernelName,
    inputsToSave: inputNames,
    gradFunc: (_dy, saved) =>
      Object.fromEntries(
        saved.map((input: Tensor, index) => [inputNames[index]!, () => zeros(input.shape)]),
      ),
  };
}
