import { isTracing } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { isFixing } from '../state/fixedObjects.js';
import { keysOf } from '../values/entries.js';
import {
  type Collection,
  isCollection,
  isKeyed,
  isUncertain,
  keyArraysOf,
  presenceOfKey,
} from '../values/entryPresence.js';
import { frozenOutside, uncertainUse } from './errors.js';
import { type Callback, isInBranch, methods, noteTaken, sizeOf } from './methods.js';

/*
 * Where a call on a Map, Set, WeakMap or WeakSet is answered by `methods.ts`: in staged code, and by the collection itself
 * in code that is not staged, which must not take for certain what is in it.
 */

/** The methods of JavaScript by those that such a collection has in their place. */
const natives = new WeakMap<object, Callback>();

/** The method of JavaScript that such a collection answers by one of its own. */
export function nativeOf(f: unknown): unknown {
  return natives.get(f as object) ?? f;
}

/** What a method gives that is called on such a collection; `undefined` for any other call. */
export function callOnEntries(
  f: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  if (!isTracing() || !isKeyed(self)) return undefined;
  if (isForEach(f) && typeof args[0] !== 'function') return undefined;
  const isDeletion = f === Map.prototype.delete || f === Set.prototype.delete;
  const isChange = isDeletion || isClear(f);
  const isOwn = isForEach(f) || (isChange && isInBranch());
  if (isCollection(self) && !isUncertain(self) && !isOwn) {
    if (isDeletion) noteTaken(self, args[0], presenceOfKey(self, args[0]));
    return undefined;
  }
  const use = methods.get(f);
  return use && (() => use(self as never, args));
}

function isForEach(f: unknown): boolean {
  return f === Map.prototype.forEach || f === Set.prototype.forEach;
}

function isClear(f: unknown): boolean {
  return f === Map.prototype.clear || f === Set.prototype.clear;
}

/** The collection as it was before. */
export function release(collection: Collection): void {
  for (const key of Reflect.ownKeys(collection)) {
    const own: unknown = key === 'size' || Reflect.get(collection, key);
    if (own === true || natives.has(own as object)) Reflect.deleteProperty(collection, key);
  }
}

export function guard(collection: Collection): void {
  if (Object.hasOwn(collection, 'size')) return;
  if (!Object.isExtensible(collection)) throw frozenOutside(collection);
  const { prototype } = collection instanceof Map ? Map : Set;
  for (const key of Reflect.ownKeys(prototype)) {
    const native = Object.getOwnPropertyDescriptor(prototype, key)!;
    const found = inherited(collection, key)!;
    // What a class of the program has in its place rests on these.
    if (key === 'constructor' || found.value !== native.value || found.get !== native.get) continue;
    if (key === 'size') define(collection, key, { get: () => sizeNow(collection) });
    else if (typeof found.value === 'function')
      define(collection, key, { value: guarded(collection, found.value as Callback) });
  }
}

/** A frozen Map or Set takes entries all the same, and cannot be given any guards by then. */
export function guardFrozen(f: unknown, [collection]: readonly unknown[]): void {
  if (isFixing(f) && isCollection(collection) && Object.isExtensible(collection)) guard(collection);
}

function inherited(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const prototype = Object.getPrototypeOf(object) as object;
  return Object.getOwnPropertyDescriptor(prototype, key) ?? inherited(prototype, key);
}

function define(collection: Collection, key: PropertyKey, property: PropertyDescriptor): void {
  Object.defineProperty(collection, key, { ...property, configurable: true, enumerable: false });
}

function sizeNow(collection: Collection): unknown {
  const arrays = keyArraysOf(collection);
  if (arrays !== undefined) return stagedListOf(arrays.keys)?.length ?? arrays.keys.length;
  return isTracing() ? sizeOf(collection) : keysOf(collection).length;
}

/** `super.size`: where that is the size that JavaScript knows of, what the collection has by now. */
export function inherited_size(self: unknown, size: unknown): unknown {
  if (!isTracing() || !isUncertain(self)) return size;
  const { prototype } = self instanceof Map ? Map : Set;
  return Reflect.get(prototype, 'size', self) === size ? sizeNow(self) : size;
}

function guarded(collection: Collection, native: Callback): Callback {
  const own = (...args: unknown[]): unknown => {
    const use = methods.get(native);
    if (use === undefined || keyArraysOf(collection) !== undefined) throw uncertainUse(collection);
    return use(collection as never, args);
  };
  natives.set(own, native);
  return own;
}
