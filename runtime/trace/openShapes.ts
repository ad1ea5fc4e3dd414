import type { Tensor } from '@tensorflow/tfjs-core';

const owners = new WeakMap<object, Tensor>();

/** The sizes of the traced tensor are not all known: who reads one from its `shape` asks the tensor. */
export function noteOpenShape(tensor: Tensor): void {
  owners.set(tensor.shape, tensor);
}

/** The traced tensor whose `shape` this is, where not all of its sizes are known. */
export function ofOpenShape(shape: unknown): Tensor | undefined {
  return Array.isArray(shape) ? owners.get(shape) : undefined;
}
