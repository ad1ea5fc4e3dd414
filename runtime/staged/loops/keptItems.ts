import type { Tensor } from '@tensorflow/tfjs-core';
import { uncertainUse } from '../collections/errors.js';
import type { Source } from '../collections/iteration.js';
import { keepAsLists } from '../collections/keyLists.js';
import { stagedListOf } from '../lists/heldList.js';
import { rowAtIndex } from '../objects/listElements.js';
import { type Cursor, withCursor } from '../values/cursors.js';
import { type KeyArrays, keyArraysOf } from '../values/entryPresence.js';
import { isTensor } from '../values/tensors.js';

/* A loop over a Map or Set whose keys are in arrays (`KeyArrays`), or come into some while it runs. */

/** What the graph goes through from an index on. */
export interface Kept {
  readonly size: number | Tensor;
  readonly isGrowing: true;
  itemAt(index: number | Tensor): unknown;
  /** Runs an iteration, which may take away a key that the loop has come to. */
  within(cursor: Cursor, body: () => void): void;
}

const begun = new WeakSet<Source>();

/** Where an iterator is that a loop has left, or the program has advanced, tells no array. */
export function requireUntouched(source: Source): void {
  if (begun.has(source) || source.seen.size > 0) throw uncertainUse(source.collection);
}

/** Visits the items that are in arrays, one by one for as long as JavaScript knows them. */
export function visitKept(
  source: Source,
  cursor: Cursor,
  goesOn: (item: unknown) => boolean,
  stageRest: (items: Kept, start: unknown) => void,
): void {
  const { collection } = source;
  begun.add(source);
  for (;;) {
    const arrays = keyArraysOf(collection);
    if (arrays === undefined) return;
    const { position } = cursor;
    if (isTensor(position)) keepAsLists(arrays);
    if (stagedListOf(arrays.keys) !== undefined) {
      stageRest(keptItems(source), position);
      return;
    }
    const index = position as number;
    if (index >= arrays.keys.length) return;
    cursor.position = index + 1;
    const item = itemIn(arrays, source.kind, index);
    if (!withCursor(collection, cursor, () => goesOn(item))) return;
  }
}

function keptItems({ collection, kind }: Source): Kept {
  const arrays = (): KeyArrays => keyArraysOf(collection)!;
  return {
    get size() {
      const { keys } = arrays();
      return stagedListOf(keys)?.size ?? keys.length;
    },
    isGrowing: true,
    itemAt: (index) => itemIn(arrays(), kind, index),
    within: (cursor, body) => withCursor(collection, cursor, body),
  };
}

function itemIn({ keys, values = keys }: KeyArrays, kind: string, index: number | Tensor): unknown {
  const at = (array: unknown[]): unknown =>
    stagedListOf(array) === undefined ? array[index as number] : rowAtIndex(array, index);
  if (kind === 'entries') return [at(keys), at(values)];
  return at(kind === 'values' ? values : keys);
}
