import type { Tensor } from '@tensorflow/tfjs-core';
import { entryCount } from '../values/entries.js';
import type { Collection } from '../values/entryPresence.js';
import { hasOneElement, isTensor, isVariable } from '../values/tensors.js';

/** A tensor that stands for a number: JavaScript would compare its object, and not what it holds. */
export function isKey(value: unknown): value is Tensor {
  return isTensor(value) && !isVariable(value) && hasOneElement(value);
}

/** What has been seen of a collection's keys: an iterator that stands behind the last of them, and has not ended. */
interface Seen {
  readonly keys: Iterator<unknown>;
  count: number;
  holdsTensor: boolean;
}

const seen = new WeakMap<Collection, Seen>();

/**
 * Whether a Map or Set may have a tensor among its keys. Each key is looked at once, when it is new: a collection that has
 * none costs no more than JavaScript's does, however large it is.
 */
export function mayHoldTensorKey(collection: Collection): boolean {
  const known = seenOf(collection);
  const size = entryCount(collection);
  for (; known.count < size; known.count++) known.holdsTensor ||= isKey(known.keys.next().value);
  known.count = size;
  return known.holdsTensor;
}

/** Tells of a tensor that becomes a key: another one may have gone meanwhile, so that their number does not tell. */
export function noteTensorKey(collection: Collection): void {
  seenOf(collection).holdsTensor = true;
}

function seenOf(collection: Collection): Seen {
  const known = seen.get(collection) ?? {
    keys: collection instanceof Map ? mapKeys.call(collection) : setKeys.call(collection),
    count: 0,
    holdsTensor: false,
  };
  seen.set(collection, known);
  return known;
}

const mapKeys = Map.prototype.keys as (this: Map<unknown, unknown>) => Iterator<unknown>;
const setKeys = Set.prototype.keys as (this: Set<unknown>) => Iterator<unknown>;
