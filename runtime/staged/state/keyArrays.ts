import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { currentLocation } from '../../trace/session.js';
import { pushTo } from '../lists/joined.js';
import { sampleOf } from '../lists/samples.js';
import { add, sub } from '../operators/arithmetic.js';
import type { Cursor } from '../values/cursors.js';
import { describeValue } from '../values/describeValue.js';
import { keyOf, type Row, rowsOfCollection } from '../values/entries.js';
import {
  arraysFor,
  type Collection,
  isCollection,
  type KeyArrays,
  keyArraysOf,
  type Presence,
} from '../values/entryPresence.js';
import { linked } from '../values/originals.js';
import { isTensor } from '../values/tensors.js';
import { markWeak } from '../values/weak.js';
import { isMadeHere } from './creation.js';
import { setContents } from './snapshot.js';
import { type State, state } from './state.js';
import { assigned, noteContents } from './writes.js';

/* A Map or Set of numbers whose keys are in arrays as soon as one is a tensor (`KeyArrays`): before that it holds them itself. */

/** Whether arrays can hold what is in it: numbers only, or bools only, with values that are alike; and of a new collection, since none that others have may stay so. */
export function canBeInArrays(collection: Collection): boolean {
  if (!isMadeHere(collection)) return false;
  const rows = rowsOfCollection(collection);
  return (
    areNumbers(rows) && (collection instanceof Set || areAlike(rows.map(([, value]) => value)))
  );
}

function areNumbers(rows: readonly Row[]): boolean {
  const types = new Set(rows.map((row) => typeof keyOf(row)));
  return types.size === 0 || (types.size === 1 && (types.has('number') || types.has('boolean')));
}

/** Texts are none of the graph: which of them a value is a tensor can tell, and no row of one. */
function areAlike(values: readonly unknown[]): boolean {
  const leaves = sampleOf(values)?.leaves ?? [];
  return (
    values.length === 0 || (leaves.length > 0 && leaves.every(({ dtype }) => dtype !== 'string'))
  );
}

/** Does something where a tensor says so. */
type Conditionally = (condition: Tensor, body: () => void, open: State) => void;

/** From now on arrays hold what is in the collection. */
export function keepInArrays(collection: Collection, conditionally: Conditionally): KeyArrays {
  noteContents(collection);
  const rows = rowsOfCollection(collection);
  const arrays = arraysFor(collection);
  const { keys, values } = arrays;
  setContents(keys, []);
  if (values !== undefined) setContents(values, []);
  setContents(collection, arrays);
  for (const row of rows) {
    const push = () => {
      pushTo(keys, keyOf(row));
      if (values !== undefined) pushTo(values, row[1]);
    };
    const presence = knownToHold(row.at(-1)) ?? row.at(-1);
    if (isTensor(presence)) conditionally(presence, push, arraysState(arrays));
    else if (presence === true) push();
  }
  return arrays;
}

/** Of a loop over the entries that a Map or Set holds itself: its position is how many of those are there that it has come to. */
export class EntryCursor implements Cursor {
  position: unknown = 0;

  constructor(private readonly seen: Set<unknown>) {}

  come(presence: Presence): void {
    this.position = add(this.position, countOf(presence), null);
  }

  take(key: unknown, presence: Presence): void {
    if (presence !== false && this.seen.has(key))
      moveCursor(this, sub(this.position, countOf(presence), null));
  }

  forget(key: unknown): void {
    this.seen.delete(key);
  }
}

function countOf(presence: Presence): unknown {
  return isTensor(presence) ? markWeak(cast(presence, 'int32')) : Number(presence);
}

/** What a branch or loop does to the keys moves the loop that is at one of them. */
export function moveCursor(cursor: Cursor, position: unknown): void {
  const write = (value: unknown) => {
    cursor.position = value;
  };
  write(assigned(position, 'the loop index', () => cursor.position, write));
}

/** Of a construct that changes the arrays. */
export function arraysState({ keys, values = [] }: KeyArrays): State {
  return state(
    ['the keys of a Map or Set', 'the values of a Map'],
    () => [keys, values],
    () => {},
    { mutated: [0, 1] },
  );
}

/**
 * A branch or loop adds a tensor to a Map or Set of which a tensor decides already what is in it: it can be traced once arrays
 * hold that.
 */
export class NeedsArrays extends StagingError {
  constructor(readonly collection: Collection) {
    super(
      'tensor-key',
      `${describeValue(collection)}, to which a branch has added entries, is given another one that is a tensor.`,
      currentLocation(),
      'Add numbers that are tensors before the others.',
    );
  }
}

/** Runs `body`, which leaves the state as it was if it fails, with arrays for those that turn out to need them. */
export function withArrays<T>(body: () => T, conditionally: Conditionally): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof NeedsArrays) || keyArraysOf(error.collection) !== undefined) throw error;
    keepInArrays(error.collection, conditionally);
    return withArrays(body, conditionally);
  }
}

/** Copies of what a Map or Set holds at several times: all with arrays where one has them. */
export function inOneForm(
  container: object | null,
  contents: readonly unknown[],
): readonly unknown[] {
  const rows = contents.filter((content) => Array.isArray(content));
  if (!isCollection(container) || rows.length === 0 || rows.length === contents.length)
    return contents;
  if (!(rows as Row[][]).every((all) => areNumbers(all) && all.every(isKnown)))
    throw new NeedsArrays(container);
  const { keys, values } = arraysFor(container);
  return contents.map((content) => {
    if (!Array.isArray(content)) return content;
    const entries = (content as readonly Row[]).filter((row) => row.at(-1) === true);
    return {
      keys: linked(entries.map(keyOf), keys),
      ...(values && {
        values: linked(
          entries.map(([, value]) => value),
          values,
        ),
      }),
    };
  });
}

function isKnown(row: Row): boolean {
  return typeof row.at(-1) === 'boolean';
}

/** What a loop has before it, as its iterations leave it. */
export function asLeft(container: object | null, initial: unknown, end: unknown): unknown {
  return inOneForm(container, [initial, end])[0];
}
