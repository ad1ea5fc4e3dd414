import type { Value } from '../../graph/graph.js';
import { sizesOf } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';

export function countOf(value: Value): number {
  return sizeOf(sizesOf(value));
}

/** Whether it is a number, of whatever shape. */
export function isSingle(value: Value): boolean {
  return countOf(value) === 1;
}
