import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { noteUnplaced } from '../lists/elementChanges.js';
import { holdsGone } from '../state/snapshot.js';
import { markAsRow, rowOf } from '../values/choice.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import type { Merged } from './choices.js';

type Row = NonNullable<ReturnType<typeof rowOf>>;

/**
 * A branch may leave an element that it has read of an array whose length a tensor decides. The object behind the branches
 * is that row, too, where that branch has run: the function returned tells of it.
 */
export function chosenRow(
  a: object | undefined,
  b: object | undefined,
  merge: (one: unknown, other: unknown) => Merged,
): ((object: object, results: readonly Tensor[]) => void) | null {
  const [one, other] = [a, b].map(rowReadIn);
  if (one === undefined && other === undefined) return null;
  const [row, isMain] = one === undefined ? [other!, false] : [one, true];
  const isOfBoth = one !== undefined && other !== undefined;
  const isWhole = [
    [one, a],
    [other, b],
  ].every(([row, object]) => row === undefined || (row as Row).element === object);
  const isOneArray = !isOfBoth || (one.at !== undefined && one.at.order === other.at?.order);
  const { at } = row;
  if (isWhole && at === undefined && !isOfBoth) {
    return (object) => {
      markAsRow(object, row, object);
      // What has been taken away is in no array.
      if (row.arrays.size > 0) noteUnplaced(object, row, false);
    };
  }
  if (!isWhole || !isOneArray || at === undefined) {
    return (object) => {
      markAsRow(object, { ...row, put: () => refuse(object) }, object);
      for (const read of [one, other]) if (read) noteUnplaced(object, read, !isWhole);
    };
  }
  const inMain = isMain || isOfBoth ? one!.at! : { place: 0, when: false };
  const inOther = isOfBoth || !isMain ? other!.at! : { place: 0, when: false };
  const place = merge(inMain.place, inOther.place);
  const when = merge(inMain.when ?? true, inOther.when ?? true);
  return (object, results) => {
    const flag = when(results);
    at.name(object, place(results) as number | Tensor, isTensor(flag) ? flag : null);
  };
}

/** The row that an object of a branch is, which the object behind the branch is not by itself. */
function rowReadIn(object: object | undefined): Row | undefined {
  const row = object && rowOf(object);
  return row !== undefined && holdsGone(object) ? row : undefined;
}

function refuse(object: object): never {
  throw new StagingError(
    'chosen-object',
    `A tensor has chosen which element, or part of one, this is (${describeValue(object)}), of arrays whose length a tensor decides: ` +
      'no graph can tell which of them an assignment changes.',
    currentLocation(),
    'Change it in the branch that reads it, or keep its index in a variable.',
  );
}
