import { scalar } from '@tensorflow/tfjs-core';
import { ofVariant } from '../objects/variantTests.js';
import { isMadeSince, made, madeSoFar } from '../state/creation.js';
import { freeze } from '../state/freeze.js';
import { Variable } from '../state/places.js';
import { contentsOf, setContents, thaw } from '../state/snapshot.js';
import { type OpenState, withPlaces } from '../state/state.js';
import { assigned, noteContents } from '../state/writes.js';
import { markChosen } from '../values/choice.js';
import {
  type Collection,
  isCollection,
  isOrdered,
  markUnordered,
} from '../values/entryPresence.js';
import { alternativesOf } from '../values/kinds.js';
import { numberOf } from '../values/numbered.js';
import { mapLeaves } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import type { Loop } from './iteration.js';
import { CollectionReplaced, notCarried } from './loopErrors.js';

/*
 * A variable whose Map or Set iterations replace holds one of the loop's own in the graph: each iteration leaves it with the
 * contents of the one that it has made. It is another name of the one before the loop as long as none has been made.
 */

/** The loop in which the variable holds such a collection, and what is to be done behind it; null where that is not what is wrong. */
export function withOwnCollection(
  loop: Loop,
  error: unknown,
): { readonly loop: Loop; readonly finish: () => void } | null {
  if (!(error instanceof CollectionReplaced)) return null;
  const { open, places = [] } = loop;
  const holder = holderOf(open, error);
  const before = holder?.read();
  if (!holder || !isCollection(before) || !isOfJavaScript(before)) return null;
  const own: Collection = made(before instanceof Map ? new Map() : new Set());
  // It is there before the loop, as its number tells.
  numberOf(own);
  fill(own, before);
  let isFirst: unknown = true;
  const setFirst = (value: unknown) => {
    isFirst = value;
  };
  const name = `whether ${error.place} is the one before the loop`;
  const nameFirst = () => {
    const predicate = isTensor(isFirst) ? isFirst : scalar(Boolean(isFirst));
    markChosen(own, [
      { object: before, predicate, holds: true },
      { object: own, predicate, holds: false },
    ]);
  };
  const leave = (end: unknown): void => {
    if (end === own) return;
    const variant = variantOf(end);
    if (variant !== undefined) {
      ofVariant(variant, leave);
      return;
    }
    noteContents(own);
    fill(own, end as Collection);
    setFirst(assigned(false, name, () => isFirst, setFirst));
  };
  const body = (): void => {
    nameFirst();
    const count = madeSoFar();
    loop.body();
    const end = holder.read();
    if (end === own) return;
    const others = holder.others();
    const isOfIteration = (one: unknown) =>
      one === own || (isCollection(one) && isMadeSince(one, count) && !isIn(others, one));
    if (!alternativesOf(freeze(end)).every(({ object }) => isOfIteration(object)))
      throw notCarried(error.place, before, freeze(end));
    leave(end);
    holder.write(own);
  };
  holder.write(own);
  const place = new Variable(name, () => isFirst, setFirst, 'flag');
  return {
    loop: { ...loop, open: withPlaces(open, [place]), places: [...places, place], body },
    finish: nameFirst,
  };
}

/** What holds the collection. */
interface Holder {
  read(): unknown;
  write(value: unknown): void;
  /** All else that the state has. */
  others(): readonly unknown[];
}

function holderOf(open: OpenState, { entry, place }: CollectionReplaced): Holder | null {
  const index = open.entries.indexOf(entry);
  if (index === -1) return null;
  if (place === entry.name)
    return {
      read: () => thaw(open.read()[index]),
      write: (value) => open.write(open.read().with(index, value)),
      others: () => open.read().toSpliced(index, 1),
    };
  const key = place.slice(entry.name.length + 1);
  const container = entry.container as Record<string, unknown> | null;
  if (container === null || !Object.hasOwn(container, key)) return null;
  return {
    read: () => container[key],
    write: (value) => {
      container[key] = value;
    },
    others: () => {
      const values = open.read();
      return values.with(index, { ...(values[index] as object), [key]: undefined });
    },
  };
}

/** A class of the program may have methods of its own. */
function isOfJavaScript(collection: Collection): boolean {
  return [Map.prototype, Set.prototype].includes(Object.getPrototypeOf(collection));
}

function fill(own: Collection, from: Collection): void {
  setContents(own, contentsOf(from) as object);
  if (!isOrdered(from)) markUnordered(own);
}

function isIn(values: readonly unknown[], collection: unknown): boolean {
  let isFound = false;
  for (const value of values)
    mapLeaves(value, '', (leaf) => {
      isFound ||= leaf === collection;
    });
  return isFound;
}
