import { isTracing } from '../../trace/session.js';
import { keysOf } from '../values/entries.js';
import {
  type Collection,
  isCollection,
  isOrdered,
  isUncertain,
  type Presence,
  presenceOfKey,
  type Weak,
} from '../values/entryPresence.js';
import { isTensor } from '../values/tensors.js';
import { growsEndlessly, orderUnknown, uncertainUse } from './errors.js';

/* In which order, and when, an iteration comes to the entries of a Map or Set. */

export const kinds = ['keys', 'values', 'entries'] as const;

/** A Map or Set as it is iterated, or an iterator of one. */
export interface Source {
  readonly collection: Collection;
  readonly kind: string;
  readonly keys: Iterator<unknown>;
  readonly itemOf: (key: unknown) => unknown;
  /** JavaScript's iterator of it, which is advanced with `keys`. */
  readonly iterator?: Iterator<unknown>;
  /** The keys that it has come to. */
  readonly seen: Set<unknown>;
}

const sources = new WeakMap<object, Source>();

export function sourceOf(
  collection: Collection,
  kind: string,
  iterator?: Iterator<unknown>,
): Source {
  const isMap = collection instanceof Map;
  const itemOf = (key: unknown): unknown => {
    if (kind === 'entries') return [key, heldAt(collection, key)];
    return kind === 'values' && isMap ? heldAt(collection, key) : key;
  };
  const keys = isMap ? Map.prototype.keys.call(collection) : Set.prototype.values.call(collection);
  return { collection, kind, keys, itemOf, seen: new Set(), ...(iterator && { iterator }) };
}

/** Remembers of which Map or Set an iterator is. */
export function noteSource(f: unknown, self: unknown, result: unknown): unknown {
  if (!isTracing() || !isCollection(self) || sources.has(result as object)) return result;
  const kind = kindOf(self, f);
  if (kind === undefined) return result;
  sources.set(result as object, sourceOf(self, kind, result as Iterator<unknown>));
  return result;
}

export function kindOf(collection: Collection, f: unknown): string | undefined {
  const { prototype } = collection instanceof Map ? Map : Set;
  return kinds.find((name) => prototype[name] === f);
}

/** Called before JavaScript advances an iterator. */
export function noteAdvance(iterator: unknown): void {
  const source = sources.get(iterator as object);
  if (source === undefined) return;
  if (isUncertain(source.collection)) throw uncertainUse(source.collection);
  const { value, done } = source.keys.next();
  if (done !== true) source.seen.add(value);
}

/** So many entries that a tensor decides about may be added while they are visited: each is a conditional in the graph. */
const mostAdded = 100;

/** In order, each with when it is there at that moment; those added meanwhile too. */
export function* itemsOfSource(source: Source): Iterable<[item: unknown, presence: Presence]> {
  const { collection, keys, itemOf, iterator, seen } = source;
  const before = new Set(keysOf(collection));
  let added = 0;
  for (let next = keys.next(); next.done !== true; next = keys.next()) {
    if (!isUncertain(collection)) iterator?.next();
    else if (!isOrdered(collection)) throw orderUnknown(collection);
    // What branches changed is put back, so that what a loop has come to may stand behind again.
    if (isUncertain(collection) && seen.has(next.value)) continue;
    const presence = presenceOfKey(collection, next.value);
    seen.add(next.value);
    if (isTensor(presence) && !before.has(next.value) && ++added > mostAdded)
      throw growsEndlessly(collection, mostAdded);
    if (presence !== false) yield [itemOf(next.value), presence];
  }
}

/** For staged code, which knows the source of it. */
export function iteratorOf(collection: Collection, kind: string): object {
  const iterator = {
    [Symbol.iterator]: () => iterator,
    next: (): never => {
      throw uncertainUse(collection);
    },
  };
  sources.set(iterator, sourceOf(collection, kind));
  return iterator;
}

/** The Map or Set that the value is an iterator of. */
export function knownSource(value: object): Source | undefined {
  const source = sources.get(value);
  if (source !== undefined && begun.has(source)) throw uncertainUse(source.collection);
  return source;
}

/** Iterators of which the graph has taken the first item: how far they are nobody knows. */
const begun = new WeakSet<Source>();

/** Whether the graph can take the first item: JavaScript cannot, and the program has not. */
export function canBegin(iterator: unknown): iterator is object {
  const source = sources.get(iterator as object);
  if (source === undefined || !isUncertain(source.collection)) return false;
  return !begun.has(source) && source.seen.size === 0;
}

/** Tells that the graph takes the first item. */
export function begin(iterator: object): void {
  begun.add(sources.get(iterator)!);
}

/** What a collection holds at a key, whether it is there or not. */
export function heldAt(collection: Collection | Weak, key: unknown): unknown {
  if (collection instanceof Map) return Map.prototype.get.call(collection, key);
  if (collection instanceof WeakMap) return WeakMap.prototype.get.call(collection, key as object);
  return key;
}
