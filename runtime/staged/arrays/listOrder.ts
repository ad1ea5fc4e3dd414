import {
  cast,
  equal,
  expandDims,
  gather,
  less,
  logicalAnd,
  logicalOr,
  maximum,
  minimum,
  mul,
  sum,
  type Tensor,
  type Tensor1D,
} from '@tensorflow/tfjs-core';
import { currentLocation } from '../../trace/session.js';
import { chosenBy, if_stmt } from '../branches/ifStatement.js';
import { and } from '../branches/logical.js';
import { stagedListOf } from '../lists/heldList.js';
import { pushTo } from '../lists/joined.js';
import { unsupportedUse } from '../lists/listErrors.js';
import type { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { rowAtIndex } from '../objects/listElements.js';
import { add } from '../operators/arithmetic.js';
import { gt, lt, not } from '../operators/comparison.js';
import { contentsState, variableState } from '../state/state.js';
import { rowPositions } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';

/* `sort()` and `toSorted()` of an array whose length a tensor decides. */

/**
 * Each element goes where as many are as come before it: a loop over all pairs, since a graph has no other order. As
 * JavaScript's engines do, it asks of each pair whether the later element comes before the earlier one, by an answer below
 * zero: a comparator need not know of equal elements.
 */
export function sortedList(
  name: string,
  array: unknown[],
  list: StagedList,
  comparator: unknown,
): StagedList {
  if (typeof comparator !== 'function')
    throw unsupportedUse(
      list,
      `${name}() without a function, which compares texts,`,
      `Sort numbers with ${name}((p, q) => p - q).`,
    );
  const places: unknown[] = [];
  const place = currentLocation();
  const eachOther = (index: Tensor): void => {
    let count: unknown = 0;
    const counts = variableState(
      'the place of an element',
      () => count,
      (value) => {
        count = value;
      },
    );
    const compare = (other: unknown): void => {
      const { earlier, later } = inOrder(index, other as Tensor);
      const answer = comparator(rowAtIndex(array, later), rowAtIndex(array, earlier)) as unknown;
      const isMoved = lt(answer, 0, place);
      const isBefore = chosenBy(
        lt(other, index, place),
        () => not(isMoved, place),
        () => and(gt(other, index, place), () => isMoved, place),
        place,
      );
      const add1 = () => {
        count = add(count, 1, place);
      };
      if_stmt(isBefore, add1, () => {}, counts, place);
    };
    for_stmt(range(list.size), compare, null, counts, place);
    pushTo(places, count);
  };
  const state = contentsState(`the order of ${name}()`, places);
  for_stmt(range(list.size), (index) => eachOther(index as Tensor), null, state, place);
  const taken = stagedListOf(places)?.stack();
  if (taken === undefined) return list;
  const isUnordered = gt(list.size, 1, place);
  const order = chosenBy(
    isUnordered,
    () => inverse(placesOf(taken)),
    () => rowPositions(taken),
    place,
  );
  return list.withColumns(list.size, (column) => gather(column, order as Tensor1D));
}

/** The smaller index, and the larger one. */
function inOrder(
  one: number | Tensor,
  other: number | Tensor,
): { earlier: number | Tensor; later: number | Tensor } {
  if (isTensor(one) && isTensor(other))
    return { earlier: minimum(one, other), later: maximum(one, other) };
  const places = [Number(one), Number(other)];
  return { earlier: Math.min(...places), later: Math.max(...places) };
}

/** A place for each of the counts, in their order: some are the same where a comparator contradicts itself. */
function placesOf(counts: Tensor): Tensor {
  const positions = rowPositions(counts);
  const [others, own] = [expandDims(counts, 0), expandDims(counts, 1)];
  const isEarlier = less(expandDims(positions, 0), expandDims(positions, 1));
  const isBefore = logicalOr(less(others, own), logicalAnd(equal(others, own), isEarlier));
  return sum(cast(isBefore, 'int32'), 1);
}

/** Where each of the numbers 0, 1, 2, … stands in their permutation. */
function inverse(taken: Tensor): Tensor {
  const positions = rowPositions(taken);
  const isHere = equal(expandDims(taken, 0), expandDims(positions, 1));
  return sum(mul(cast(isHere, 'int32'), expandDims(positions, 0)), 1);
}
