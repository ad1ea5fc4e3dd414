import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { markLate } from '../../trace/late.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { if_stmt } from '../branches/ifStatement.js';
import { and } from '../branches/logical.js';
import { sampleOf, stagedListOf } from '../lists/stagedList.js';
import { add as plus } from '../operators/arithmetic.js';
import { onlyText } from '../operators/chosenText.js';
import { missingLate } from '../operators/late.js';
import { state } from '../state/state.js';
import { noteWeakEntry } from '../state/weakPlaces.js';
import { describeValue } from '../values/describeValue.js';
import { keysOf, putEntry, removeEntry } from '../values/entries.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import {
  type Collection,
  isCollection,
  isKeyed,
  isOrdered,
  isUncertain,
  markUnordered,
  presenceOfKey,
  setGuards,
  setPresence,
  type Weak,
} from '../values/presence.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { constant, isHostScalar, markWeak } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { orderUnknown, uncertainUse } from './errors.js';

/* What the program asks a Map, Set, WeakMap or WeakSet in which a tensor decides about entries (`presence.ts`). */

type Callback = (...args: unknown[]) => unknown;
type Use = (collection: never, args: readonly unknown[]) => unknown;

type Presence = Tensor | boolean;

function isClear(f: unknown): boolean {
  return f === Map.prototype.clear || f === Set.prototype.clear;
}

const kinds = ['keys', 'values', 'entries'] as const;

function entryAt(collection: Collection | Weak, key: unknown): unknown {
  const presence = presenceOfKey(collection, key);
  if (presence === false) return undefined;
  const held = heldAt(collection, key);
  return isTensor(presence) ? whereThere(held, presence, collection) : held;
}

function heldAt(collection: Collection | Weak, key: unknown): unknown {
  if (collection instanceof Map) return Map.prototype.get.call(collection, key);
  if (collection instanceof WeakMap) return WeakMap.prototype.get.call(collection, key as object);
  return key;
}

/** The value of an entry that may not be there. */
function whereThere(value: unknown, presence: Tensor, collection: object): unknown {
  if (value === undefined) return undefined;
  if (!isTensor(value) && !isHostScalar(value))
    return variantObject(new Variant(presence, value, undefined));
  const late = isTensor(value) ? missingLate(value) : undefined;
  const isSet = late === undefined ? presence : (and(presence, () => late.isSet, null) as Tensor);
  const tensor = isTensor(value)
    ? withoutQuestion(value)
    : constant(
        value,
        typeof value === 'number' && !Number.isInteger(value) ? 'float32' : undefined,
      );
  if (!isTensor(value) && typeof value === 'number') markWeak(tensor);
  return markLate(onlyText(likeNumbers(tensor, [value]), value as string), {
    isSet,
    missing: late?.missing === null ? null : undefined,
    message: `${describeValue(collection)} has no entry at the key that it is asked for`,
    location: currentLocation(),
  });
}

function put(collection: Collection | Weak, key: unknown, value: unknown): unknown {
  const presence = presenceOfKey(collection, key);
  if (isCollection(collection)) {
    // Where it is not there, it comes behind all others.
    const isLast = isTensor(presence) && Object.is(keysOf(collection).at(-1), key);
    if (presence === false) removeEntry(collection, key);
    else if (isTensor(presence) && !isLast) markUnordered(collection);
  }
  putEntry(collection, key, value);
  setPresence(collection, key, true);
  return collection;
}

function take(collection: Collection | Weak, key: unknown): Presence {
  const presence = presenceOfKey(collection, key);
  if (isCollection(collection) && presence !== false && isInBranch())
    setPresence(collection, key, false);
  else removeEntry(collection, key);
  return presence;
}

function isInBranch(): boolean {
  const tracer = currentTracer();
  return tracer !== tracer.root;
}

function eachEntry(collection: Collection, [callback, thisArgument]: readonly unknown[]): void {
  for (const [item, presence] of itemsOfSource(sourceOf(collection, 'entries'))) {
    const [key, value] = item as [unknown, unknown];
    const visit = () => {
      (callback as Callback).call(thisArgument, value, key, collection);
    };
    if (isTensor(presence)) if_stmt(presence, visit, () => {}, noState, currentLocation());
    else visit();
  }
}

const noState = state(
  [],
  () => [],
  () => {},
);

/** What `size` is. */
function sizeOf(collection: Collection): unknown {
  const presences = keysOf(collection).map((key) => presenceOfKey(collection, key));
  const certain = presences.filter((presence) => presence === true).length;
  return presences
    .filter(isTensor)
    .reduce<unknown>(
      (sum, presence) => plus(sum, markWeak(cast(presence, 'int32')), null),
      certain,
    );
}

const methods = new Map<unknown, Use>();
/** The methods of JavaScript by those that such a collection has in their place. */
const natives = new WeakMap<object, Callback>();

function answer(type: { prototype: object }, uses: Readonly<Record<string, Use>>): void {
  for (const [name, use] of Object.entries(uses)) {
    const method: unknown = Reflect.get(type.prototype, name);
    if (!methods.has(method)) methods.set(method, use);
  }
}

const shared = {
  has: (collection: Collection, [key]: readonly unknown[]) => presenceOfKey(collection, key),
  delete: (collection: Collection, [key]: readonly unknown[]) => take(collection, key),
};
const iterated = {
  clear: (collection: Collection) => {
    for (const key of keysOf(collection)) take(collection, key);
  },
  forEach: eachEntry,
  ...Object.fromEntries(
    kinds.map((kind) => [kind, (collection: Collection) => iteratorOf(collection, kind)]),
  ),
};
const weak =
  (method: string) =>
  (collection: Weak, [key, value]: readonly unknown[]) => {
    noteWeakEntry(method, collection, key);
    return method === 'delete' ? take(collection, key) : put(collection, key, value);
  };
const ofMap = {
  get: (collection: Collection, [key]: readonly unknown[]) => entryAt(collection, key),
  set: (collection: Collection, [key, value]: readonly unknown[]) => put(collection, key, value),
};
const ofSet = {
  add: (collection: Collection, [member]: readonly unknown[]) => put(collection, member, undefined),
};
answer(Map, { ...shared, ...iterated, ...ofMap });
answer(Set, { ...shared, ...iterated, ...ofSet });
answer(WeakMap, { ...shared, get: ofMap.get, set: weak('set'), delete: weak('delete') });
answer(WeakSet, { ...shared, add: weak('add'), delete: weak('delete') });

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
  const isChange = f === Map.prototype.delete || f === Set.prototype.delete || isClear(f);
  if (isCollection(self) && !isUncertain(self) && !(isChange && isInBranch())) return undefined;
  const use = methods.get(f);
  return use && (() => use(self as never, args));
}

/** A Map or Set as it is iterated, or an iterator of one. */
interface Source {
  readonly collection: Collection;
  readonly keys: Iterator<unknown>;
  readonly itemOf: (key: unknown) => unknown;
  /** Is where `keys` is. */
  readonly iterator?: Iterator<unknown>;
}

const sources = new WeakMap<object, Source>();

function sourceOf(collection: Collection, kind: string, iterator?: Iterator<unknown>): Source {
  const isMap = collection instanceof Map;
  const itemOf = (key: unknown): unknown => {
    if (kind === 'entries') return [key, heldAt(collection, key)];
    return kind === 'values' && isMap ? heldAt(collection, key) : key;
  };
  const keys = isMap ? Map.prototype.keys.call(collection) : Set.prototype.values.call(collection);
  return { collection, keys, itemOf, ...(iterator && { iterator }) };
}

/** Remembers of which Map or Set an iterator is. */
export function noteSource(f: unknown, self: unknown, result: unknown): unknown {
  if (!isTracing() || !isCollection(self) || sources.has(result as object)) return result;
  const kind = kindOf(self, f);
  if (kind === undefined) return result;
  sources.set(result as object, sourceOf(self, kind, result as Iterator<unknown>));
  return result;
}

function kindOf(collection: Collection, f: unknown): string | undefined {
  const { prototype } = collection instanceof Map ? Map : Set;
  return kinds.find((name) => prototype[name] === f);
}

/** Called before the program advances an iterator. */
export function noteAdvance(iterator: unknown): void {
  const source = sources.get(iterator as object);
  if (source === undefined) return;
  if (isUncertain(source.collection)) throw uncertainUse(source.collection);
  source.keys.next();
}

/** What an iteration over a Map or Set, or over an iterator of one, visits: each item with when it is there. */
export function visitedItems(
  iterable: unknown,
): Iterable<[item: unknown, presence: Presence]> | undefined {
  if (!isTracing()) return undefined;
  const source = sourceIn(iterable);
  return source && itemsOfSource(source);
}

/** In order, each with when it is there at that moment; those added meanwhile too. */
function* itemsOfSource(source: Source): Iterable<[item: unknown, presence: Presence]> {
  const { collection, keys, itemOf, iterator } = source;
  for (let next = keys.next(); next.done !== true; next = keys.next()) {
    if (!isUncertain(collection)) iterator?.next();
    else if (!isOrdered(collection)) throw orderUnknown(collection);
    const presence = presenceOfKey(collection, next.value);
    if (presence !== false) yield [itemOf(next.value), presence];
  }
}

/** For staged code, which knows the source of it. */
function iteratorOf(collection: Collection, kind: string): object {
  const iterator = {
    [Symbol.iterator]: () => iterator,
    next: (): never => {
      throw uncertainUse(collection);
    },
  };
  sources.set(iterator, sourceOf(collection, kind));
  return iterator;
}

function sourceIn(value: unknown): Source | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = sources.get(value);
  if (known !== undefined || !isCollection(value)) return known;
  const kind = kindOf(value, nativeOf(value[Symbol.iterator]));
  return kind === undefined ? undefined : sourceOf(value, kind);
}

/** Such a collection, or its iterator, as an array, whose length a tensor decides; any other value as it is. */
export function asArray(value: unknown): unknown {
  const source = isTracing() ? sourceIn(value) : undefined;
  if (source === undefined || !isUncertain(source.collection)) return value;
  const items = [...itemsOfSource(source)];
  if (items.length > 0 && sampleOf(items.map(([item]) => item)) === null)
    throw uncertainUse(source.collection);
  const array: unknown[] = [];
  const open = state(
    [`the entries of ${describeValue(source.collection)}`],
    () => [array],
    () => {},
    {
      mutated: [0],
    },
  );
  for (const [item, presence] of items) {
    const push = () => {
      const list = stagedListOf(array);
      if (list === undefined) array.push(item);
      else makeList(array, list.push(item));
    };
    if (isTensor(presence)) if_stmt(presence, push, () => {}, open, currentLocation());
    else push();
  }
  return array;
}

/** `new Map(x)` or `new Set(x)`, where x is such a collection or an iterator of one; undefined for any other call. */
export function copiedCollection(C: unknown, value: unknown): Collection | undefined {
  const source = isTracing() ? sourceIn(value) : undefined;
  if (source === undefined || !isUncertain(source.collection)) return undefined;
  if (C !== Map && C !== Set) return undefined;
  const copy: Collection = C === Map ? new Map() : new Set();
  for (const [item, presence] of itemsOfSource(source)) {
    const [key, held] = C === Map ? (item as [unknown, unknown]) : [item, undefined];
    put(copy, key, held);
    setPresence(copy, key, presence);
  }
  return copy;
}

/* Code that is not staged must not take for certain what is in such a collection. */

setGuards(
  (collection) => {
    if (Object.hasOwn(collection, 'size')) return;
    const { prototype } = collection instanceof Map ? Map : Set;
    for (const key of Reflect.ownKeys(prototype)) {
      const native = Object.getOwnPropertyDescriptor(prototype, key)!;
      const found = inherited(collection, key)!;
      // What a class of the program has in its place rests on these.
      if (key === 'constructor' || found.value !== native.value || found.get !== native.get)
        continue;
      if (key === 'size') define(collection, key, { get: () => sizeNow(collection) });
      else if (typeof found.value === 'function')
        define(collection, key, { value: guarded(collection, found.value as Callback) });
    }
  },
  (collection) => {
    for (const key of Reflect.ownKeys(collection)) {
      const own: unknown = key === 'size' || Reflect.get(collection, key);
      if (own === true || natives.has(own as object)) Reflect.deleteProperty(collection, key);
    }
  },
);

function inherited(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  const prototype = Object.getPrototypeOf(object) as object;
  return Object.getOwnPropertyDescriptor(prototype, key) ?? inherited(prototype, key);
}

function define(collection: Collection, key: PropertyKey, property: PropertyDescriptor): void {
  Object.defineProperty(collection, key, { ...property, configurable: true, enumerable: false });
}

function sizeNow(collection: Collection): unknown {
  return isTracing() ? sizeOf(collection) : keysOf(collection).length;
}

function guarded(collection: Collection, native: Callback): Callback {
  const own = (...args: unknown[]): unknown => {
    const use = methods.get(native);
    if (use === undefined) throw uncertainUse(collection);
    return use(collection as never, args);
  };
  natives.set(own, native);
  return own;
}
