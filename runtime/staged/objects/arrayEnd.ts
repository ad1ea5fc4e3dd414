import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { boundsAtStart } from '../../trace/knownBounds.js';
import { currentLocation } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { if_stmt } from '../branches/ifStatement.js';
import { asAdded } from '../lists/joined.js';
import type { StagedList } from '../lists/stagedList.js';
import { contentsState } from '../state/state.js';
import { describeValue } from '../values/describeValue.js';
import { noteLonger } from '../values/longerArrays.js';
import { eq } from './equality.js';
import { asIndex, requireInt32 } from './tensorItems.js';

/** Whether the array cannot have an element at the index. */
export function isBehind(array: readonly unknown[], index: Tensor): boolean {
  const data = symbolicData(index);
  return array.length === 0 || (data !== null && boundsAtStart(data).least >= array.length);
}

/** `array[index] = value`, where that can only be its end. */
export function assignEnd(array: unknown[], index: Tensor, value: unknown): void {
  noteLonger(array);
  emitAssert(equal(requireInt32(index), asIndex(array.length)), wrongIndex(array, true));
  array.push(asAdded(value));
}

/** `array[index] = value`, where the graph tells whether that is its end. */
export function assignOrPush(
  array: unknown[],
  list: StagedList,
  index: number | Tensor,
  value: unknown,
  assign: () => void,
): void {
  const push = () => {
    makeList(array, list.push(asAdded(value)));
  };
  const state = contentsState('the array', array);
  if_stmt(eq(index, list.size, null), push, assign, state, currentLocation());
}

/** Of the assertion that the index is one of the array's, or its end. */
export function wrongIndex(array: readonly unknown[], mayBeEnd: boolean): string {
  const change = `${describeValue(array)} is changed at an index at which it has no element`;
  return mayBeEnd
    ? `${change}, and which is not its end: an array of a graph has no holes`
    : `${change}: push() adds one, and so does an assignment to its end, list[list.length] = x`;
}
