import type { Tensor } from '@tensorflow/tfjs-core';
import { mapLeaves } from './structure.js';
import { isTensor, isVariable } from './tensors.js';

/** Finds the tensors in a value that are no variables. */
export function collectTensors(value: unknown, into: { push(tensor: Tensor): unknown }): void {
  mapLeaves(value, '', (leaf) => {
    if (isTensor(leaf) && !isVariable(leaf)) into.push(leaf);
  });
}
