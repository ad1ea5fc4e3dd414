import { cast, gather, type Tensor, type Tensor1D } from '@tensorflow/tfjs-core';
import { errorHere } from '../../trace/errorHere.js';
import { currentLocation } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { stagedListOf } from '../lists/heldList.js';
import { pushTo } from '../lists/joined.js';
import { listFrom, sampleOf, sampleOfKinds } from '../lists/samples.js';
import type { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { add, sub } from '../operators/arithmetic.js';
import { lt } from '../operators/comparison.js';
import { contentsState } from '../state/state.js';
import { isTensor } from '../values/tensors.js';

/* Parts of an array of which a tensor decides where they begin and end. */

/** An array as the list that it becomes, since a tensor decides `what`. */
export function listed(array: readonly unknown[], what: string): StagedList {
  const known = stagedListOf(array);
  if (known !== undefined) return known;
  const sample = sampleOf(array) ?? sampleOfKinds(array);
  const list = sample && listFrom('an array', array, sample)?.sharing(array);
  if (list) return list;
  throw errorHere(
    'list-element',
    `A tensor decides ${what} an array whose elements are not alike.`,
    'Use one array for each kind of elements, or tell by a condition for each place.',
  );
}

/** `slice(begin, end)`, either of which may be a tensor. */
export function sliced(
  list: StagedList,
  begin: unknown = 0,
  end: unknown = Number.POSITIVE_INFINITY,
): StagedList {
  if (!isTensor(begin) && !isTensor(end)) return list.part(Number(begin), Number(end));
  const [from, to] = [begin, end].map((place) => placeIn(list, place)) as [unknown, unknown];
  const places: unknown[] = [];
  const location = currentLocation();
  const found = contentsState('the places of the elements', places);
  const count = chosenBy(
    lt(from, to, location),
    () => sub(to, from, location),
    () => 0,
    location,
  );
  const note = (index: unknown) => pushTo(places, add(from, index, location));
  for_stmt(range(count as number | Tensor), note, null, found, location);
  const taken = stagedListOf(places);
  if (taken === undefined) return list.part(0, 0);
  const indices = taken.stack() as Tensor1D;
  return list.withColumns(taken.size, (column) => gather(column, indices));
}

export type Sized = Pick<StagedList, 'size'>;

/** An index, which counts from the end where it is negative, as one from 0 to the size. */
export function placeIn({ size }: Sized, given: unknown): unknown {
  if (given === Number.POSITIVE_INFINITY) return size;
  const index = truncated(given);
  const location = currentLocation();
  const within = (place: unknown) =>
    chosenBy(
      lt(place, size, location),
      () => place,
      () => size,
      location,
    );
  const fromEnd = () => {
    const place = add(size, index, location);
    return chosenBy(
      lt(place, 0, location),
      () => 0,
      () => place,
      location,
    );
  };
  return chosenBy(lt(index, 0, location), fromEnd, () => within(index), location);
}

/** A place of an array, which JavaScript takes for whole. */
export function truncated(index: unknown): unknown {
  if (isTensor(index)) return index.dtype === 'int32' ? index : cast(index, 'int32');
  return typeof index === 'number' ? Math.trunc(index) : index;
}
