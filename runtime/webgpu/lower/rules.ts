import type { KernelNode, Value } from '../../graph/graph.js';
import { arrangementRules } from './arrangement.js';
import { convolutionRules } from './convolution.js';
import { creationRules } from './creation.js';
import { dilationRules } from './dilation.js';
import { elementLoopKernel, lowerElementLoop } from './elementLoop.js';
import { elementwiseRules } from './elementwise.js';
import { isHeldByShaders, type LoweringRules } from './lowering.js';
import { matrixRules } from './matrices.js';
import { normalizationRules } from './normalization.js';
import { poolingRules } from './pooling.js';
import { reductionRules } from './reductions.js';
import { resizingRules } from './resizing.js';
import { rowStoreRules } from './rowStores.js';
import { scanRules } from './scans.js';
import { areFewQuestions, scatteringRules } from './scattering.js';
import { warpingRules } from './warping.js';

/** How each kernel is written as operations. A kernel that is absent runs as TensorFlow.js has it. */
export const loweringRules: LoweringRules = {
  ...elementwiseRules,
  ...creationRules,
  ...arrangementRules,
  ...reductionRules,
  ...matrixRules,
  ...convolutionRules,
  ...normalizationRules,
  ...poolingRules,
  ...dilationRules,
  ...resizingRules,
  ...warpingRules,
  ...scanRules,
  ...scatteringRules,
  [elementLoopKernel]: lowerElementLoop,
  ...rowStoreRules,
};

export function canLower(node: KernelNode): boolean {
  const { kernel, inputs, inputNames, outputs } = node;
  // Empty weights stand for ones, and are not read.
  const read = inputs.filter(
    (_, index) => inputNames?.[index] !== 'weights' || !isEmpty(inputs[index]!),
  );
  if (!(kernel in loweringRules) || ![...read, ...outputs].every(isHeldByShaders)) return false;
  return !(kernel in scatteringRules) || areFewQuestions(node);
}

const isEmpty = ({ shape }: Value): boolean => shape?.includes(0) ?? false;
