import { equal, maximum, minimum, type Tensor } from '@tensorflow/tfjs-core';
import { knownBounds } from '../../trace/knownBounds.js';
import { symbolicData } from '../../trace/symbolic.js';
import { isTensor } from '../values/tensors.js';
import { asIndex } from './tensorItems.js';

/** A place of an array that a tensor tells. */
export interface ArrayPlace {
  /** Within the array. */
  readonly place: Tensor;
  /** Whether it is the one asked for; null where it is for sure. */
  readonly isThere: Tensor | null;
}

/** Where an array of JavaScript's, which has elements, is read: outside of it none counts from the end. */
export function placeIn(index: Tensor, size: number): ArrayPlace {
  if (isWithin(index, size)) return { place: index, isThere: null };
  const place = minimum(maximum(index, asIndex(0)), asIndex(size - 1));
  return { place, isThere: equal(place, index) };
}

/** Whether the index is one of the array's for sure, so that nothing has to be asked. */
export function isWithin(index: number | Tensor, size: number | Tensor): boolean {
  const data = isTensor(index) ? symbolicData(index) : null;
  if (data === null || isTensor(size)) return false;
  const { least, most } = knownBounds(data);
  return least >= 0 && most < size;
}
