import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { at, isTracing } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { unsupportedUse } from '../lists/listErrors.js';
import { requireFixedHere, requireSamePrototype } from '../state/fixedObjects.js';
import { noteContentsLeft, pathOfOwner } from '../state/leftOutside.js';
import { noteContents, noteDeletion, noteProperty, noteUnread } from '../state/writes.js';
import { markHoles } from '../values/holes.js';
import { unmixed } from '../values/mixed.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { assignAliases, changeAliases } from './aliases.js';
import { requireNoProxy } from './proxies.js';

/** Tells that `value` is about to be assigned to `object[key]`; `path` is what the program calls an object from outside. */
export function written<T>(
  value: T,
  holder: unknown,
  key: PropertyKey,
  location: SourceLocation | null = null,
  path: string | null = null,
): T {
  if (location !== null) return at(location, () => written(value, holder, key, null, path));
  const object = unmixed(holder);
  if (variantOf(object) !== undefined) return value;
  requireNoProxy(object);
  requireFixedHere(object);
  if (key === '__proto__') requireSamePrototype(object, value);
  noteProperty(object, key, path);
  if (typeof object === 'object' && object !== null) {
    assignAliases(object, key, value, (alias, assigned) => {
      noteProperty(alias, key);
      Reflect.set(alias, key, assigned);
    });
  }
  return value;
}

/** Tells that `object[key]` is about to be deleted. */
export function deleting(object: unknown, key: PropertyKey): void {
  if (typeof object !== 'object' || object === null || variantOf(object) !== undefined) return;
  requireNoProxy(object);
  requireFixedHere(object);
  const list = stagedListOf(object);
  if (list !== undefined) throw unsupportedUse(list, 'delete');
  if (Array.isArray(object)) {
    noteContents(object);
    markHoles(object);
  } else noteDeletion(object, key);
  changeAliases(object, (alias) => {
    deleting(alias, key);
    Reflect.deleteProperty(alias, key);
  });
}

/**
 * Tells that what a collection holds is about to change; `path` is what the program calls one from outside, or one of `owner`,
 * which may be from outside.
 */
export function changing<T>(
  collection: T,
  location: SourceLocation | null = null,
  path: string | null = null,
  owner?: unknown,
): T {
  if (location !== null) return at(location, () => changing(collection, null, path, owner));
  requireNoProxy(collection);
  requireFixedHere(collection);
  noteContents(collection, owner === undefined ? path : pathOfOwner(owner, path), owner);
  return collection;
}

/** As `changing`, of what is from outside and nothing in the graph reads, such as a log. */
export function changing_unread<T>(collection: T, location: SourceLocation, path: string): T {
  at(location, () => noteUnread(collection, path));
  return collection;
}

/** Tells that an element of a collection is assigned that may be from outside, and what the program calls it, as for `changing`. */
export function from_outside<T>(
  collection: T,
  location: SourceLocation,
  path: string,
  owner?: unknown,
): T {
  if (!isTracing() || typeof collection !== 'object' || isTensor(collection)) return collection;
  const name = owner === undefined ? path : pathOfOwner(owner, path);
  if (collection !== null && name !== null)
    at(location, () => noteContentsLeft(collection, name, owner));
  return collection;
}

/** `object[key] = value`, where the object is found by an expression that must not be evaluated twice. */
export function set_property<T>(
  holder: unknown,
  key: PropertyKey,
  value: T,
  location: SourceLocation | null = null,
  path: string | null = null,
): T {
  if (location !== null) return at(location, () => set_property(holder, key, value, null, path));
  const object = unmixed(holder);
  if (key === 'length' && Array.isArray(object)) {
    assignLength(object, value, isTensor(value));
    return value;
  }
  if (key === 'length' && isTensor(object)) throw lengthOfTensor(object);
  if (Array.isArray(object)) changing(object);
  (object as Record<PropertyKey, unknown>)[key] = written(value, object, key, null, path);
  return value;
}

/** The same of a tensor's choice of arrays: the others may have no elements to be left, in executions that never assign it. */
export function assignLengthOfChosen(array: unknown[], length: unknown): void {
  assignLength(array, length, isTensor(length) || (length as number) > array.length);
}

function assignLength(array: unknown[], length: unknown, isAsked: boolean): void {
  if (variantOf(array) !== undefined) {
    // Those that it may be tell of it.
    array.length = length as number;
    return;
  }
  changeAliases(array, (alias) => assignLengthOfChosen(alias as unknown[], length));
  changing(array);
  if (isAsked || stagedListOf(array) !== undefined) shorten(array, length);
  else array.length = length as number;
}

function lengthOfTensor(tensor: Tensor): StagingError {
  return errorHere(
    'tensor-mutation',
    `The length of ${formatType(typeOf(tensor))} is assigned, but a tensor is a value.`,
    'Take its first rows, and assign them: x = tf.slice(x, 0, n).',
  );
}

/** `object[key]` as a part of a pattern, which assigns its `value`. */
export function property(
  object: unknown,
  key: PropertyKey,
  location: SourceLocation,
  path: string | null = null,
): { value: unknown } {
  return {
    set value(value: unknown) {
      set_property(object, key, value, location, path);
    },
  };
}

let shorten: (array: unknown[], length: unknown) => void;

/** Called once, by the module that knows arrays whose length a tensor decides. */
export function setShorten(known: typeof shorten): void {
  shorten = known;
}
