import type { Tensor } from '@tensorflow/tfjs-core';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { noteUnplaced } from '../lists/elementChanges.js';
import { holdsGone } from '../state/snapshot.js';
import { candidatesOf, markAsRow, type RowPlace, rowOf } from '../values/choice.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import type { Merged } from './choices.js';

type Row = NonNullable<ReturnType<typeof rowOf>>;

/**
 * A branch may leave an element that it has read of an array whose length a tensor decides, or one of several elements. The
 * object behind the branches is that row, too, where that branch has run: the function returned tells of it.
 */
export function chosenRow(
  a: object | undefined,
  b: object | undefined,
  merge: (one: unknown, other: unknown) => Merged,
): ((object: object, results: readonly Tensor[]) => void) | null {
  const sides = [a, b].map(sideOf) as [Side, Side];
  const rows = sides.filter(({ row }) => row !== undefined);
  if (rows.length === 0) return null;
  const [one, other] = sides;
  const part = samePart(one, other);
  if (part !== null) return (object) => markAsRow(object, part, part.element);
  if (one.at !== undefined && one.at.order === other.at?.order) return named(sides, merge);
  const gone = rows.filter(({ isGone }) => isGone);
  // Of two, the one that is there behind the branches is told by itself.
  const [only] = rows.length === 1 ? rows : gone.length === 1 ? gone : [];
  if (only?.at !== undefined) {
    const apart = sides.map((side) => (side === only ? side : { ...side, at: undefined }));
    return named(apart as [Side, Side], merge);
  }
  if (gone.length === 0) return null;
  const row = gone[0]!.row!;
  if (only?.isWhole && row.at === undefined) {
    return (object) => {
      markAsRow(object, row, object);
      // What has been taken away is in no array.
      if (row.arrays.size > 0) noteUnplaced(object, row, false);
    };
  }
  return (object) => {
    // Where it was, only its own branch can tell.
    markAsRow(object, { ...row, at: undefined, put: () => refuse(object) }, object);
    for (const { row, isWhole } of gone) noteUnplaced(object, row!, !isWhole);
  };
}

/** The row of which both are parts, in a place that either has been assigned. */
function samePart(one: Side, other: Side): Row | null {
  const isSame = one.row !== undefined && one.row.put === other.row?.put;
  const areParts = !one.isWhole && !other.isWhole && one.object !== other.object;
  return isSame && areParts && !holdsGone(one.row.element) ? one.row : null;
}

/** What a branch leaves. */
interface Side {
  readonly object: object | undefined;
  /** The row that it is, or may be. */
  readonly row: Row | undefined;
  readonly isWhole: boolean;
  /** Where the row is, if a graph can tell. */
  readonly at: RowPlace | undefined;
  /** Whether nothing stands for it behind the branches. */
  readonly isGone: boolean;
}

function sideOf(object: object | undefined): Side {
  const row = object && (rowOf(object) ?? rowAmong(object));
  const isGone = row !== undefined && holdsGone(object);
  const isWhole = row?.element === object;
  const isTold = isWhole && row?.at?.others.some(holdsGone) === false;
  return { object, row, isWhole, at: isTold ? row.at : undefined, isGone };
}

/** Of one that a tensor has chosen from elements that are gone: what is told of no such object. */
function rowAmong(object: object): Row | undefined {
  const others = candidatesOf(object)?.map((candidate) => candidate.object) ?? [];
  const rows = others.flatMap((one) => {
    const row = one === object ? undefined : rowOf(one);
    return row !== undefined && holdsGone(one) ? [row] : [];
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const areTaken = rows.every(({ arrays }) => arrays.size === 0);
  return areTaken ? { ...row, element: object } : { ...row, at: undefined };
}

/** Tells that the object is the row of either side, where that has a place. */
function named(
  [one, other]: readonly [Side, Side],
  merge: (one: unknown, other: unknown) => Merged,
): (object: object, results: readonly Tensor[]) => void {
  const known = (one.at ?? other.at)!;
  // Where it is another object, any place will do: the same one needs no choice.
  const elsewhere = isTensor(known.place) && isGone(known.place) ? 0 : known.place;
  const [inMain, inOther] = [one, other].map(({ at }) => at ?? { place: elsewhere, when: false });
  const place = merge(inMain!.place, inOther!.place);
  const when = merge(inMain!.when ?? true, inOther!.when ?? true);
  const { name } = known;
  const others = [one, other].flatMap(
    ({ at, row, object }) => at?.others ?? (row ? [object!] : []),
  );
  return (object, results) => {
    const flag = when(results);
    name(object, place(results) as number | Tensor, isTensor(flag) ? flag : null, others);
  };
}

function refuse(object: object): never {
  throw errorHere(
    'chosen-object',
    `A tensor has chosen which element this is (${describeValue(object)}), of arrays whose length a tensor decides: ` +
      'no graph can tell which of them an assignment changes.',
    'Change it in the branch that reads it, or keep its index in a variable.',
  );
}
