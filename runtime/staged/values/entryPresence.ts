import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold } from '../../trace/knownFlags.js';

/*
 * A Map, Set, WeakMap or WeakSet in which a tensor decides about some entries, since a branch or loop has added or deleted
 * them: it holds them all, and beside it stands for each of these the bool tensor that says whether it is there.
 */

export type Collection = Map<unknown, unknown> | Set<unknown>;
export type Weak = WeakMap<object, unknown> | WeakSet<object>;

export function isKeyed(value: unknown): value is Collection | Weak {
  return isCollection(value) || isWeakCollection(value);
}

/** Whether there is an entry. */
export type Presence = Tensor | boolean;

/** `false` of an entry that a branch has deleted: it keeps its place until the other branch is traced. */
type Uncertain = Tensor | false;

const presences = new WeakMap<object, Map<unknown, Uncertain>>();

export function isCollection(value: unknown): value is Collection {
  return value instanceof Map || value instanceof Set;
}

export function isWeakCollection(value: unknown): value is Weak {
  return value instanceof WeakMap || value instanceof WeakSet;
}

/**
 * The keys of a Map or Set to which a tensor was added: a graph knows neither how many there are nor which, so that arrays
 * hold them and, of a Map, the values beside them.
 */
export interface KeyArrays {
  readonly keys: unknown[];
  readonly values?: unknown[];
}

const keyArrays = new WeakMap<object, KeyArrays>();

/** Of each such collection, for all the states of it that branches and loops put back. */
const own = new WeakMap<Collection, KeyArrays>();

export function arraysFor(collection: Collection): KeyArrays {
  const arrays = own.get(collection) ?? {
    keys: [],
    ...(collection instanceof Map && { values: [] }),
  };
  own.set(collection, arrays);
  return arrays;
}

export function keyArraysOf(collection: unknown): KeyArrays | undefined {
  return keyArrays.get(collection as object);
}

/** Tells that the arrays hold what is in the collection, or, without any, that it does itself. */
export function setKeyArrays(collection: Collection, arrays: KeyArrays | undefined): void {
  if (arrays !== undefined) {
    keyArrays.set(collection, arrays);
    guard?.(collection);
  } else if (keyArrays.delete(collection) && !isUncertain(collection)) release?.(collection);
}

/** Whether a tensor decides about some of its entries, or about their order. */
export function isUncertain(collection: unknown): collection is Collection {
  return isCollection(collection) && (hasUncertainEntries(collection) || unordered.has(collection));
}

export function hasUncertainEntries(collection: object): boolean {
  return presences.has(collection) || keyArrays.has(collection);
}

/** Whether there is such an entry, as the branches around know it. */
export function presenceOfKey(collection: Collection | Weak, key: unknown): Presence {
  if (!holds(collection, key)) return false;
  const presence = presences.get(collection)?.get(key) ?? true;
  return knownToHold(presence) ?? presence;
}

/** What the state holds of it: nothing that is known of the branches around. */
export function presenceInState(collection: Collection | Weak, key: unknown): Presence {
  return holds(collection, key) && (presences.get(collection)?.get(key) ?? true);
}

/** Tells when there is the entry, which the collection holds; `true` of one that it does not hold any more, too. */
export function setPresence(collection: Collection | Weak, key: unknown, presence: unknown): void {
  const known = presences.get(collection) ?? new Map<unknown, Uncertain>();
  if (presence === true) known.delete(key);
  else known.set(key, presence as Uncertain);
  if (known.size > 0) {
    presences.set(collection, known);
    if (isCollection(collection)) guard?.(collection);
  } else if (presences.delete(collection) && isCollection(collection) && isOrdered(collection))
    release?.(collection);
}

function holds(collection: Collection | Weak, key: unknown): boolean {
  const { prototype } = [Map, Set, WeakMap, WeakSet].find((type) => collection instanceof type)!;
  return Reflect.apply(prototype.has, collection, [key]) as boolean;
}

let guard: ((collection: Collection) => void) | undefined;
let release: ((collection: Collection) => void) | undefined;

/** Called once, by the module that answers what the program asks such a collection. */
export function setGuards(
  onUncertain: (collection: Collection) => void,
  onCertain: (collection: Collection) => void,
): void {
  [guard, release] = [onUncertain, onCertain];
}

const unordered = new WeakSet<Collection>();

/** Tells that the order of the entries depends on a tensor. */
export function markUnordered(collection: Collection): void {
  unordered.add(collection);
  guard?.(collection);
}

/** Of one entry, or none, there is no order. */
export function markOrdered(collection: Collection): void {
  if (unordered.delete(collection) && !hasUncertainEntries(collection)) release?.(collection);
}

export function isOrdered(collection: Collection): boolean {
  return !unordered.has(collection);
}
