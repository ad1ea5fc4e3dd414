import { freeze } from '../state/freeze.js';
import { isKnown } from '../state/moving.js';
import { thaw } from '../state/snapshot.js';
import type { Entry } from '../state/state.js';
import { basesOf, rowOf } from '../values/choice.js';
import { aligned, areRows, keyOf, markRowsUnordered, type Row } from '../values/entries.js';
import { filler } from '../values/filler.js';
import { linked, linkedLike, originalOf } from '../values/originals.js';
import { isPlainObject, nodeOf } from '../values/structure.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { Variant } from '../values/variant.js';
import { isWeak, markWeak } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { keysGrow } from './loopErrors.js';

/* Keys that iterations give a Map, Set or object: whether each is there is a variable of the loop. */

/** The contents before the loop, with the keys that an iteration adds, which are not there; as they are where it adds none. */
export function withNewKeys({ container, name }: Entry, initial: unknown, end: unknown): unknown {
  if (areRows(container, initial) && areRows(container, end)) {
    const rows = withNewRows(initial, end);
    if (rows.filter(isNewObject).length > mostObjects) throw keysGrow(name);
    return rows;
  }
  if (container === null || !isPlainObject(initial) || !isPlainObject(end)) return initial;
  const added = Object.keys(end).filter((key) => !Object.hasOwn(initial, key));
  if (added.length === 0) return initial;
  // Whether they are there is a place of its own.
  const wider = { ...initial, ...Object.fromEntries(added.map((key) => [key, undefined])) };
  return linkedLike(wider, initial);
}

/** Each iteration that is traced makes objects of its own. */
const mostObjects = 8;

function isNewObject(row: Row): boolean {
  return row.at(-1) === false && typeof keyOf(row) === 'object';
}

function withNewRows(initial: readonly Row[], end: readonly Row[]): readonly Row[] {
  const known = new Set(initial.map(keyOf));
  const added = end.filter((row) => !known.has(keyOf(row)));
  if (added.length === 0) return initial;
  const rows = added.map(([key, ...rest]) => [
    key,
    ...rest.slice(0, -1).map((value) => emptied(value)),
    false,
  ]);
  return [...initial, ...rows];
}

/** A value of the same kind, for where there is none: the very object, where others may have it. */
function emptied(given: unknown, isOfKind = false): unknown {
  const value = nodeOf(given) === null ? freeze(given) : given;
  const known = basesOf(originalOf(value)).find(
    (base) => rowOf(base) === undefined && isKnown(base),
  );
  if (known !== undefined) return freeze(known);
  const node = nodeOf(value);
  if (node !== null) {
    const isOneOf = isOfKind || value instanceof Variant;
    const copy = node.rebuild(node.children.map((child) => emptied(child, isOneOf)));
    // An object that nobody has: what iterations put in its place may be in other places too.
    return isOneOf ? copy : linked(copy, thaw(copy));
  }
  if (isTensor(value)) {
    const empty = likeNumbers(filler(typeOf(value)), [value]);
    return isWeak(value) ? markWeak(empty) : empty;
  }
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? false : value;
}

/** The contents in an iteration, in the order of those before the loop, with the keys that it has deleted; new ones are behind. */
export function withAllKeys({ container }: Entry, initial: unknown, contents: unknown): unknown {
  if (areRows(container, initial) && areRows(container, contents))
    return withAllRows(initial, contents);
  if (container === null || !isPlainObject(initial) || !isPlainObject(contents)) return contents;
  const gone = Object.keys(initial).filter((key) => !Object.hasOwn(contents, key));
  if (gone.length === 0) return contents;
  const none = Object.fromEntries(gone.map((key) => [key, undefined]));
  return linkedLike({ ...none, ...contents }, contents);
}

function withAllRows(initial: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  const known = initial.map((row) => found.get(keyOf(row)) ?? [...row.slice(0, -1), false]);
  const keys = new Set(initial.map(keyOf));
  return [...known, ...rows.filter((row) => !keys.has(keyOf(row)))];
}

/** Whether an iteration leaves keys in another order. */
export function isReordered({ container }: Entry, initial: unknown, contents: unknown): boolean {
  if (!areRows(container, initial) || !areRows(container, contents)) return false;
  const [before, after] = [initial, contents].map((rows) =>
    rows.filter((row) => row.at(-1) !== false),
  );
  return !aligned(before!, after!).isOrdered;
}

/**
 * Which of several new keys comes first, another iteration may decide: in an iteration of all, behind the loop of those that
 * not every iteration has at its end, `after`.
 */
export function markNewKeys({ container }: Entry, initial: unknown, after: unknown): void {
  if (!areRows(container, initial)) return;
  const added = initial.flatMap((row, index) =>
    row.at(-1) === false ? [(after as readonly Row[] | undefined)?.[index]] : [],
  );
  const isUncertain = (row: Row) => typeof row.at(-1) !== 'boolean';
  const isOpen = added.length > 1 && added.some((row) => row?.at(-1) !== true);
  const isBehind = added.length > 0 && initial.some(isUncertain);
  if (isOpen || isBehind) markRowsUnordered(container);
}
