import type { IfNode, WhileNode } from '../../graph/graph.js';

/** How a conditional or a loop becomes kernels. */
export type FlatTechnique =
  /** Both branches are computed, and the results selected from. */
  | 'selected'
  /** The body is computed as often as it is known to run. */
  | 'unrolled'
  /** Each invocation runs the loop for its element. */
  | 'in registers'
  /** Each invocation does some iterations for its element before it is known which was the last. */
  | 'in stretches';

/** Told of each conditional and loop that becomes kernels, those inside of others first. */
export type FlattenObserver = (node: IfNode | WhileNode, technique: FlatTechnique) => void;
