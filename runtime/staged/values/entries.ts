import {
  type Collection,
  isCollection,
  isKeyed,
  isOrdered,
  markOrdered,
  markUnordered,
  presenceInState,
  setPresence,
  type Weak,
} from './entryPresence.js';
import { Keys, markPropertiesUnordered } from './propertyPresence.js';
import { isTensor } from './tensors.js';

/** An entry as the state has it: its key, of a Map or WeakMap the value, and whether it is there. */
export type Row = readonly unknown[];

/** Tells entries from what else a place of the container holds, such as the fields of a class that extends Map. */
export function areRows(container: object | null, contents: unknown): contents is readonly Row[] {
  return (isKeyed(container) || container instanceof Keys) && Array.isArray(contents);
}

/** Tells that the order of what it holds depends on a tensor. */
export function markRowsUnordered(container: object | null): void {
  if (container instanceof Keys) markPropertiesUnordered(container.object);
  else if (isCollection(container)) markUnordered(container);
}

/** All that a Map or Set may hold, in order, whatever a class of the program makes of its methods. */
function itemsOf(collection: Collection): unknown[] {
  return collection instanceof Map
    ? [...Map.prototype.entries.call(collection)]
    : [...Set.prototype.values.call(collection)];
}

export function keysOf(collection: Collection): unknown[] {
  return collection instanceof Map ? [...Map.prototype.keys.call(collection)] : itemsOf(collection);
}

const sizes = [Map, Set].map(
  ({ prototype }) => Object.getOwnPropertyDescriptor(prototype, 'size')!.get!,
);

/** How many entries it may have, whatever a class of the program makes of `size`. */
export function entryCount(collection: Collection): number {
  return Reflect.apply(sizes[collection instanceof Map ? 0 : 1]!, collection, []) as number;
}

export function rowsOfCollection(collection: Collection): Row[] {
  return keysOf(collection).map((key) => rowOf(collection, key));
}

export function rowOf(collection: Collection | Weak, key: unknown): Row {
  const presence = presenceInState(collection, key);
  if (collection instanceof Map)
    return [asLeaf(key), Map.prototype.get.call(collection, key), presence];
  if (collection instanceof WeakMap)
    return [asLeaf(key), WeakMap.prototype.get.call(collection, key as object), presence];
  return [asLeaf(key), presence];
}

export function keyOf([leaf]: Row): unknown {
  return keysOfLeaves.has(leaf as object) ? keysOfLeaves.get(leaf as object) : leaf;
}

/** The object that is the key, if that is one. */
export function objectOfLeaf(leaf: unknown): object | undefined {
  const key = keyOf([leaf]);
  return key !== leaf && typeof key === 'object' && key !== null ? key : undefined;
}

/** Keys that are the same up to some place stay where they are: a loop over the Map would come to them again. */
export function setRows(collection: Collection, rows: readonly Row[]): void {
  const wasOrdered = isOrdered(collection);
  const wanted = new Set(rows.map(keyOf));
  for (const key of keysOf(collection)) if (!wanted.has(key)) removeEntry(collection, key);
  const present = keysOf(collection);
  const kept = present.findIndex(
    (key, index) => index >= rows.length || !Object.is(key, keyOf(rows[index]!)),
  );
  if (kept !== -1) for (const key of present.slice(kept)) removeEntry(collection, key);
  for (const row of rows) putRow(collection, row);
  if (!wasOrdered && rows.length > 1) markUnordered(collection);
}

export function putRow(collection: Collection | Weak, row: Row): void {
  putEntry(collection, keyOf(row), row[1]);
  setPresence(collection, keyOf(row), row.at(-1));
}

export function putEntry(collection: Collection | Weak, key: unknown, value: unknown): void {
  const { set } = collection instanceof Map ? Map.prototype : WeakMap.prototype;
  const { add } = collection instanceof Set ? Set.prototype : WeakSet.prototype;
  const put = collection instanceof Map || collection instanceof WeakMap ? set : add;
  Reflect.apply(put, collection, [key, value]);
}

export function removeEntry(collection: Collection | Weak, key: unknown): void {
  const { prototype } = [Map, Set, WeakMap, WeakSet].find((type) => collection instanceof type)!;
  Reflect.apply(prototype.delete, collection, [key]);
  setPresence(collection, key, true);
  if (isCollection(collection) && entryCount(collection) < 2) markOrdered(collection);
}

const leafOfNull = () => {};
const leafOfUndefined = () => {};
const leaves = new WeakMap<object, () => void>();
const keysOfLeaves = new WeakMap<object, unknown>([
  [leafOfNull, null],
  [leafOfUndefined, undefined],
]);

/**
 * What an object that is a key holds is none of what the Map or Set does: only which object it is counts. Null and undefined
 * are keys like others, and do not stand for a value that may be missing.
 */
export function asLeaf(key: unknown): unknown {
  if (key === null) return leafOfNull;
  if (key === undefined) return leafOfUndefined;
  if (typeof key !== 'object' || isTensor(key)) return key;
  const leaf = leaves.get(key) ?? (() => {});
  leaves.set(key, leaf);
  keysOfLeaves.set(leaf, key);
  return leaf;
}

/** The rows of both, each once, in an order that is theirs. */
export interface Aligned {
  readonly rows: readonly (readonly [inMain: Row | undefined, inOther: Row | undefined])[];
  /** False where they have the same entries in different orders. */
  readonly isOrdered: boolean;
}

export function aligned(main: readonly Row[], other: readonly Row[]): Aligned {
  const inMain = new Set(main.map(([key]) => key));
  const places = new Map(other.map(([key], index) => [key, index]));
  const rows: [Row | undefined, Row | undefined][] = [];
  let next = 0;
  let isOrdered = true;
  const upTo = (place: number): void => {
    for (; next < place; next++) {
      if (!inMain.has(other[next]![0])) rows.push([undefined, other[next]]);
    }
  };
  for (const row of main) {
    const place = places.get(row[0]);
    if (place === undefined) {
      rows.push([row, undefined]);
      continue;
    }
    if (place < next) isOrdered = false;
    upTo(place);
    next = Math.max(next, place + 1);
    rows.push([row, other[place]]);
  }
  upTo(other.length);
  return { rows, isOrdered };
}
