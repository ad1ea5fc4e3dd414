import type { Tensor } from '@tensorflow/tfjs-core';
import { errorHere } from '../../trace/errorHere.js';

/*
 * An array of the user's whose length a tensor decides: a staged loop or branch pushes onto it. In the trace its elements
 * are the rows of tensors; what a call returns is an array again.
 */

/** What such an array holds: one element in which the rows of a tensor stand for each tensor, and how many there are. */
export interface ListContents {
  /** An element's structure, with a tensor of all elements in place of each leaf. */
  stacked(): unknown;
  readonly size: number | Tensor;
  /** Of what stands for arrays that are elements themselves: how long each of them is. */
  readonly lengths?: Tensor;
}

const lists = new WeakMap<object, ListContents>();

/** What the array holds where a tensor decides how long it is. */
export function listOf<Contents extends ListContents>(value: unknown): Contents | undefined {
  return typeof value === 'object' && value !== null ? (lists.get(value) as Contents) : undefined;
}

/** Makes the array one whose length a tensor decides; code that takes it for an ordinary one fails loudly. */
export function makeList(array: unknown[], contents: ListContents): unknown[] {
  lists.set(array, contents);
  array.length = 0;
  const fail = () => {
    throw errorHere(
      'list-on-host',
      'An array whose length a tensor decides is used by code that is not staged.',
      'Stage that code, or stack the array with tf.stack and pass the tensor.',
    );
  };
  Object.defineProperty(array, 0, { get: fail, set: fail, configurable: true, enumerable: true });
  const iterator = () => iterate(array, fail);
  iterators.add(iterator);
  Object.defineProperty(array, Symbol.iterator, { value: iterator, configurable: true });
  return array;
}

const iterators = new WeakSet<object>();

/** Whether it is what such an array has for `Array.prototype[Symbol.iterator]`. */
export function isIteratorOfList(method: object): boolean {
  return iterators.has(method);
}

let iterate: (array: unknown[], fail: () => never) => Iterator<unknown>;

/** Called once, by the module that knows what a pattern such as `([first]) => …` takes of such an array. */
export function setIterate(how: typeof iterate): void {
  iterate = how;
}

/** The array is an ordinary, empty one again. */
export function unmakeList(array: unknown[]): void {
  if (!lists.delete(array)) return;
  delete array[0];
  delete (array as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  array.length = 0;
}
