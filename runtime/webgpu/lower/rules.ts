import type { KernelNode } from '../../graph/graph.js';
import { arrangementRules } from './arrangement.js';
import { convolutionRules } from './convolution.js';
import { elementwiseRules } from './elementwise.js';
import { isHeldByShaders, type LoweringRules } from './lowering.js';
import { matrixRules } from './matrices.js';
import { poolingRules } from './pooling.js';
import { reductionRules } from './reductions.js';
import { resizingRules } from './resizing.js';
import { scanRules } from './scans.js';

/** How each kernel is written as operations. A kernel that is absent runs as TensorFlow.js has it. */
export const loweringRules: LoweringRules = {
  ...elementwiseRules,
  ...arrangementRules,
  ...reductionRules,
  ...matrixRules,
  ...convolutionRules,
  ...poolingRules,
  ...resizingRules,
  ...scanRules,
};

export function canLower(node: KernelNode): boolean {
  return node.kernel in loweringRules && [...node.inputs, ...node.outputs].every(isHeldByShaders);
}
