import type { Tensor } from '@tensorflow/tfjs-core';
import { currentLocation } from '../../trace/session.js';
import { chosenBy, if_stmt } from '../branches/ifStatement.js';
import type { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { rowAtIndex } from '../objects/listElements.js';
import { add, sub } from '../operators/arithmetic.js';
import { ge, le, lt } from '../operators/comparison.js';
import { variableState } from '../state/state.js';
import { isTensor } from '../values/tensors.js';
import type { Callback } from './native.js';
import { noneFound } from './noneFound.js';
import { placeIn, type Sized, truncated } from './slices.js';

/* Methods that look for an element of an array whose length a tensor decides. */

/** The first index, or the last one, of an element that the callback accepts; -1 where there is none. */
export function search(
  array: unknown[],
  { size }: StagedList,
  callback: Callback,
  isFromEnd = false,
): unknown {
  let index: unknown = -1;
  const indices = variableState(
    'the index that is found',
    () => index,
    (value) => {
      index = value;
    },
  );
  const last = isFromEnd ? (sub(size, 1, null) as number | Tensor) : null;
  const step = (at: unknown) => {
    const position = (last === null ? at : sub(last, at, null)) as number | Tensor;
    if_stmt(
      callback(rowAtIndex(array, position), position, array),
      () => {
        index = position;
      },
      () => {},
      indices,
      currentLocation(),
    );
  };
  for_stmt(range(size), step, () => lt(index, 0, null), indices, currentLocation());
  return index;
}

/** The element at an index that was found; where that is -1, nothing. */
export function found(array: unknown[], index: unknown): unknown {
  const isThere = ge(index, 0, null);
  return elementIf(array, index as number | Tensor, isThere, noneFound('find'));
}

/** The element at an index, or undefined: `message` is of the assertion where it is used all the same. */
export function elementIf(
  array: unknown[],
  index: number | Tensor,
  isThere: unknown,
  message: string,
): unknown {
  if (!isTensor(isThere)) return isThere ? rowAtIndex(array, index) : undefined;
  return rowAtIndex(array, index, { isThere, message });
}

/** Whether an index is one from which a search starts. */
export function since(list: Sized, from: unknown): (index: unknown) => unknown {
  if (from === undefined || from === 0) return () => true;
  const first = placeIn(list, from);
  return (index) => ge(index, first, null);
}

/** Whether an index is one from which a search starts that goes backward. */
export function until(list: Sized, from: unknown): (index: unknown) => unknown {
  if (from === Number.POSITIVE_INFINITY) return () => true;
  const place = truncated(from);
  const last = chosenBy(
    lt(place, 0, null),
    () => add(list.size, place, null),
    () => place,
    null,
  );
  return (index) => le(index, last, null);
}
