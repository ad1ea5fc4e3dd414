import { equal, type Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { boundsAtStart } from '../../trace/knownBounds.js';
import { currentLocation } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { currentTracer } from '../../trace/tracer.js';
import { if_stmt } from '../branches/ifStatement.js';
import { stagedListOf } from '../lists/heldList.js';
import { asAdded } from '../lists/joined.js';
import type { StagedList } from '../lists/stagedList.js';
import { contentsState } from '../state/state.js';
import { describeValue } from '../values/describeValue.js';
import { eq } from './equality.js';
import { asIndex, requireInt32 } from './tensorItems.js';

/*
 * `out[i] = x` makes an array longer where `i` is its length. Where a tensor is the index, the graph would have to be ready
 * for it at each assignment to an element. It is where an assignment cannot be anything else: to an empty array, or at an
 * index that a loop begins with behind the last element. Such an array may be made longer by others too.
 */

const longer = new WeakSet<object>();

/** Tells that an assignment makes the array longer. */
export function noteLonger(array: readonly unknown[]): void {
  longer.add(array);
}

/** Whether the array cannot have an element at the index. */
export function isBehind(array: readonly unknown[], index: Tensor): boolean {
  const data = symbolicData(index);
  return array.length === 0 || (data !== null && boundsAtStart(data).least >= array.length);
}

/** `array[index] = value`, where that can only be its end. */
export function assignEnd(array: unknown[], index: Tensor, value: unknown): void {
  if (isEmptyRow(value)) throw emptyRow();
  noteLonger(array);
  emitAssert(equal(requireInt32(index), asIndex(array.length)), wrongIndex(array, true));
  array.push(asAdded(value));
}

/** What is filled later only, when the array is a list already, of which each element has as many parts. */
function isEmptyRow(value: unknown): boolean {
  const isInside = currentTracer() !== currentTracer().root;
  return (
    isInside && Array.isArray(value) && value.length === 0 && stagedListOf(value) === undefined
  );
}

function emptyRow(): StagingError {
  return new StagingError(
    'list-element',
    'An empty array becomes an element of an array whose length a tensor decides: the elements become the rows of one tensor, so ' +
      'that each must have all its parts when it is added.',
    currentLocation(),
    'Fill it before: const row = []; …; rows[i] = row.',
  );
}

/** Whether an assignment has made the array longer. */
export function mayBecomeLonger(array: readonly unknown[]): boolean {
  return longer.has(array);
}

/** The same, where the graph tells whether it is the end. */
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
