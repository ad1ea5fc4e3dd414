import type { Tensor } from '@tensorflow/tfjs-core';

const growing = new WeakMap<Tensor, number>();

/**
 * Tells that a tensor stands for a list that grows: as a loop variable the size of its first axis is left open, and those of
 * as many more as its longest row has.
 */
export function markGrowing(tensor: Tensor, open = 0): Tensor {
  growing.set(tensor, Math.max(open + 1, growing.get(tensor) ?? 0));
  return tensor;
}

/** How many of its first axes may be longer in another iteration. */
export function growingAxes(tensor: Tensor): number {
  return growing.get(tensor) ?? 0;
}
