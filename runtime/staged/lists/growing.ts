import type { Tensor } from '@tensorflow/tfjs-core';

const growing = new WeakSet<Tensor>();

/** Tells that a tensor stands for a list that grows: as a loop variable the size of its first axis is left open. */
export function markGrowing(tensor: Tensor): Tensor {
  growing.add(tensor);
  return tensor;
}

export function isGrowing(tensor: Tensor): boolean {
  return growing.has(tensor);
}
