import { currentLocation, isTracing } from '../../trace/session.js';
import { callOnKeyArrays } from '../arrays/keyArrays.js';
import { collected, itemsOf } from '../arrays/listUses.js';
import { callOnEntries } from '../collections/guards.js';
import { keptArray } from '../collections/visits.js';
import { stagedListOf } from '../lists/heldList.js';
import { for_stmt } from '../loops/forStatement.js';
import { callAtChosen, isChosenKey } from '../objects/chosenKeys.js';
import { isKey } from '../objects/heldTensors.js';
import { callAtText, refuseKey } from '../objects/tensorKeys.js';
import { made } from '../state/creation.js';
import { contentsState } from '../state/state.js';
import type { Collection } from '../values/entryPresence.js';
import { isIterator } from '../values/iterators.js';
import { isTensor } from '../values/tensors.js';

/** `new Map(items)` or `new Set(items)` where tensors are among the keys: they are added one by one. `undefined` for any other call. */
export function collectionOfKeys(C: unknown, given: unknown): Collection | undefined {
  if (C !== Map && C !== Set) return undefined;
  const kept = keptArray(given);
  const items = kept ?? (isIterator(given) ? itemsOf(given, null) : collected(given));
  const keyOf = (item: unknown) => (C === Map ? (item as readonly unknown[])?.[0] : item);
  if (!mayHaveTensorKeys(items, keyOf) && !hasChosenKeys(items, keyOf)) {
    const isTaken = kept === undefined && items !== given && stagedListOf(items) === undefined;
    if (!isTaken) return undefined;
    return C === Map ? new Map(items as []) : new Set(items as []);
  }
  const collection: Collection = made(C === Map ? new Map() : new Set());
  const add = C === Map ? Map.prototype.set : Set.prototype.add;
  const addOne = (item: unknown) => {
    addEntry(collection, add, C === Map ? [...(item as [unknown, unknown])] : [item]);
  };
  const open = contentsState(`the entries of a ${C === Map ? 'Map' : 'Set'}`, collection);
  for_stmt(items, addOne, null, open, currentLocation());
  return collection;
}

function mayHaveTensorKeys(items: unknown, keyOf: (item: unknown) => unknown): boolean {
  if (isTensor(items)) return items.rank > 0;
  if (!Array.isArray(items)) return false;
  // What the keys of a list are no element tells: there may be none.
  const list = stagedListOf(items);
  return list === undefined
    ? items.some((item) => isKey(keyOf(item)))
    : list.columns.some(isTensor);
}

function hasChosenKeys(items: unknown, keyOf: (item: unknown) => unknown): boolean {
  if (!isTracing() || !Array.isArray(items) || stagedListOf(items) !== undefined) return false;
  return items.some((item) => isChosenKey(keyOf(item)));
}

type Callback = (...args: unknown[]) => unknown;

function addEntry(collection: Collection, add: Callback, args: unknown[]): void {
  const inArrays = callOnKeyArrays(add, collection, args);
  if (inArrays !== undefined) {
    inArrays();
    return;
  }
  const addAll = (all: unknown[]): void => addEntry(collection, add, all);
  const apply = (all: unknown[]): unknown =>
    (
      (isTracing() ? callOnEntries(add, collection, all) : undefined) ??
      (() => Reflect.apply(add, collection, all) as unknown)
    )();
  const atChosen = isTracing() ? callAtChosen(add, collection, args, addAll, apply) : undefined;
  const atKey = atChosen ?? callAtText(add, collection, args, apply);
  if (atKey !== undefined) {
    atKey();
    return;
  }
  if (isTracing()) refuseKey(add, collection, args);
  apply(args);
}
