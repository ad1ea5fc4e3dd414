import type { Tensor } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { currentLocation } from '../../trace/session.js';
import { requireOrThrow } from '../exceptions/requireOrThrow.js';
import type { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { rowAtIndex } from '../objects/listElements.js';
import { gt } from '../operators/comparison.js';
import { recordTold } from '../state/recording.js';
import { state } from '../state/state.js';
import { isPlainObject } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import type { Callback } from './native.js';

/** `array.reduce(callback, initial)`, from the first element on where `initial` has nothing. */
export function reduced(
  array: unknown[],
  list: StagedList,
  callback: Callback,
  initial: readonly unknown[],
): unknown {
  const isEmpty = initial.length === 0;
  if (isEmpty) {
    const isThere = gt(list.size, 0, currentLocation());
    const error = () => new TypeError('Reduce of empty array with no initial value');
    if (isTensor(isThere)) requireOrThrow(isThere, error);
  }
  const first = isEmpty ? rowAtIndex(array, constant(0, 'int32')) : initial[0];
  const run = (mutated: readonly number[]): unknown => {
    let total = first;
    const set = ([value]: unknown[]) => {
      total = value;
    };
    const totals = state(['the result of reduce()'], () => [total], set, { mutated });
    const step = (index: unknown) => {
      total = callback(total, rowAtIndex(array, index as Tensor), index, array);
    };
    for_stmt(range(isEmpty ? 1 : 0, list.size), step, null, totals, currentLocation());
    return total;
  };
  return isPlainObject(first)
    ? orInPlace(
        () => run([]),
        () => run([0]),
      )
    : run([]);
}

/** An object that each step hands on, to which it may give properties. */
function orInPlace<T>(run: () => T, inPlace: () => T): T {
  const drop = checkpoint();
  try {
    return recordTold(run);
  } catch (error) {
    if (!(error instanceof UseGraphError) || error.code !== 'loop-grows-collection') throw error;
    drop();
    return inPlace();
  }
}
