import type { Tensor } from '@tensorflow/tfjs-core';
import { lateOf } from '../../trace/late.js';
import { originalOf } from './originals.js';
import { isTensor } from './tensors.js';

/*
 * JavaScript has `undefined` where an array has no element. Whether there is one at an index that is a tensor, the graph
 * knows only when it runs: who asks for it (`list[i] ?? 0`, `if (list[i])`) is told, and who does not reads what stands
 * there instead. Nothing is asserted, as TensorFlow asserts nothing of what it gathers.
 */

const known = new WeakMap<object, Tensor>();

/** Tells that an array has the element only where `isThere` holds. */
export function markMayBeOutside<T>(element: T, isThere: Tensor): T {
  const key = keyOf(element);
  if (key !== null) known.set(key, isThere);
  return element;
}

/** Whether the array has the element, or that of which it is a copy; undefined for one that it has for sure, and for what is no element. */
export function isThereOf(element: unknown): Tensor | undefined {
  const key = keyOf(element);
  return key === null ? undefined : known.get(key);
}

/** Whether the graph knows only later whether there is such a number or text. */
export function mayNotBeThere(value: unknown): boolean {
  return isTensor(value) && (lateOf(value) !== undefined || isThereOf(value) !== undefined);
}

/** Of an object's assertion where it is used, once a branch or loop has put it in the place of another. */
export const noElementMessage =
  'an array has no element at the index of this one: ask first, list[index] ?? other, or compare the index with its length';

function keyOf(given: unknown): object | null {
  const element = originalOf(given) ?? given;
  if (isTensor(element)) return element.dataId;
  const isObject =
    (typeof element === 'object' && element !== null) || typeof element === 'function';
  return isObject ? (element as object) : null;
}
