import {
  cast,
  equal,
  expandDims,
  gather,
  mul,
  reverse,
  sum,
  type Tensor,
  type Tensor1D,
} from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { emitAssert } from '../../trace/effects.js';
import { currentLocation } from '../../trace/session.js';
import { if_exp, if_stmt } from '../branches/ifStatement.js';
import { and, or } from '../branches/logical.js';
import { concatenatedArrays, joined, pushTo } from '../lists/joined.js';
import { unsupportedUse } from '../lists/listErrors.js';
import { Reference } from '../lists/references.js';
import { arrayOf, StagedList, stagedListOf } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { eq, sameValue } from '../objects/equality.js';
import { rowAtIndex } from '../objects/items.js';
import { lastOfList, rowIf } from '../objects/rowObjects.js';
import { add, sub } from '../operators/arithmetic.js';
import { ge, gt, lt } from '../operators/comparison.js';
import { contentsState, noVariables, state } from '../state/state.js';
import { rowPositions } from '../values/rows.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { markWeak } from '../values/weak.js';

/* What the methods of arrays do with one whose length a tensor decides (`StagedList`). */

type Method = (array: unknown[], list: StagedList, args: readonly unknown[]) => unknown;
type Callback = (...args: unknown[]) => unknown;

export const listMethods: Readonly<Record<string, Method>> = {
  push(array, list, args) {
    const longer = args.reduce<StagedList>((grown, element) => grown.push(element), list);
    makeList(array, longer);
    return longer.length;
  },
  at(array, list, [index]) {
    if (typeof index !== 'number') return rowAtIndex(array, fromEnd(list, index));
    const { size } = list;
    const place = Math.trunc(index);
    if (isTensor(size)) return rowAtIndex(array, place);
    return place >= -size && place < size ? rowAtIndex(array, place) : undefined;
  },
  slice: (_, list, [begin, end]) => arrayOf(sliced(list, begin, end)),
  pop(array, list) {
    if (list.size === 0) return undefined;
    const last = lastOfList(list);
    makeList(array, list.part(0, -1));
    return last;
  },
  shift(array, list) {
    if (list.size === 0) return undefined;
    const first = rowAtIndex(array, 0);
    makeList(array, list.part(1));
    return first;
  },
  splice(array, list, [start, count = Number.POSITIVE_INFINITY, ...added]) {
    const removed = sliced(list, start, spliceEnd(list, start, count));
    const rest = arrayOf(sliced(list, spliceEnd(list, start, count), undefined));
    const before = arrayOf(sliced(list, 0, start));
    makeList(array, stagedListOf(joined([before, added, rest]))!);
    return arrayOf(removed);
  },
  unshift(array, _, args) {
    const longer = stagedListOf(joined([args, array]))!;
    makeList(array, longer);
    return longer.length;
  },
  reverse: (array, list) => makeList(array, reversed(list)),
  sort: (array, list, [comparator]) => makeList(array, sorted('sort', array, list, comparator)),
  toSorted: (array, list, [comparator]) => arrayOf(sorted('toSorted', array, list, comparator)),
  toReversed: (_, list) => arrayOf(reversed(list)),
  entries: (_, list) => arrayOf(withPositions(list)),
  keys: (_, list) => arrayOf(positionsOf(list)),
  values: (_, list) => arrayOf(list),
  concat: (array, _, args) => concatenatedArrays(array, args),
  map: mapped,
  filter(array, _, [callback]) {
    const chosen: unknown[] = [];
    const unchanging = contentsState('the result of filter()', chosen);
    eachOf(array, callback as Callback, unchanging, (answer, item) => {
      if_stmt(
        answer,
        () => pushTo(chosen, item),
        () => {},
        unchanging,
        currentLocation(),
      );
    });
    return chosen;
  },
  reduce(array, list, [callback, ...initial]) {
    let total = initial[0];
    const totals = variable(
      'the result of reduce()',
      () => total,
      (value) => {
        total = value;
      },
    );
    if (initial.length === 0) {
      const isThere = gt(list.size, 0, currentLocation());
      if (isTensor(isThere)) emitAssert(isThere, 'Reduce of empty array with no initial value');
      total = list.at(0);
    }
    const step = (index: unknown) => {
      total = (callback as Callback)(total, rowAtIndex(array, index as Tensor), index, array);
    };
    const from = initial.length === 0 ? 1 : 0;
    for_stmt(range(from, list.size), step, null, totals, currentLocation());
    return total;
  },
  forEach(array, _, [callback]) {
    eachOf(array, callback as Callback, noVariables, () => {});
  },
  find: (array, list, [callback]) => found(array, search(array, list, callback as Callback)),
  findLast: (array, list, [callback]) =>
    found(array, search(array, list, callback as Callback, true)),
  findIndex: (array, list, [callback]) => search(array, list, callback as Callback),
  findLastIndex: (array, list, [callback]) => search(array, list, callback as Callback, true),
  includes: (array, _, [needle]) => folded(array, (item) => sameValue(item, needle), false, or),
  indexOf: (array, list, [needle]) => search(array, list, (item) => eq(item, needle, null)),
  lastIndexOf: (array, list, [needle]) =>
    search(array, list, (item) => eq(item, needle, null), true),
  reduceRight: (_, list, args) => {
    const backward = reversed(list);
    return listMethods.reduce!(arrayOf(backward), backward, args);
  },
  flatMap(array, _, [callback]) {
    const results: unknown[] = [];
    const growing = contentsState('the result of flatMap()', results);
    eachOf(array, callback as Callback, growing, (result) => append(results, result));
    return results;
  },
  some: (array, _, [callback]) => folded(array, callback as Callback, false, or),
  every: (array, _, [callback]) => folded(array, callback as Callback, true, and),
};

export function mapped(array: unknown[], _: StagedList, [callback]: readonly unknown[]): unknown[] {
  const results: unknown[] = [];
  const state = contentsState('the result of map()', results);
  eachOf(array, callback as Callback, state, (result) => pushTo(results, result));
  return results;
}

/** `Array.from({ length }, callback)` */
export function madeOfLength(length: Tensor, callback: Callback): unknown[] {
  const results: unknown[] = [];
  const whole = length.dtype === 'int32' ? length : cast(length, 'int32');
  const step = (index: unknown) => pushTo(results, callback(undefined, index));
  const state = contentsState('the result of Array.from()', results);
  for_stmt(range(whole), step, null, state, currentLocation());
  return results;
}

function folded(
  array: unknown[],
  callback: Callback,
  initial: boolean,
  combine: typeof or,
): unknown {
  let result: unknown = initial;
  const results = variable(
    'the result',
    () => result,
    (value) => {
      result = value;
    },
  );
  eachOf(
    array,
    (...args) => combine(result, () => callback(...args), null),
    results,
    (answer) => {
      result = answer;
    },
  );
  return result;
}

/** Calls `callback` for each element in a loop of the graph, and `use` with what it returned. */
function eachOf(
  array: unknown[],
  callback: Callback,
  loopState: ReturnType<typeof state>,
  use: (result: unknown, item: unknown) => void,
): void {
  const list = stagedListOf(array)!;
  const step = (index: unknown) => {
    const item = rowAtIndex(array, index as Tensor);
    use(callback(item, index, array), item);
  };
  for_stmt(range(list.size), step, null, loopState, currentLocation());
}

/** Adds what `flatMap` was given for one element. */
function append(array: unknown[], result: unknown): void {
  if (!Array.isArray(result)) pushTo(array, result);
  else if (stagedListOf(result) === undefined) for (const element of result) pushTo(array, element);
  else {
    const longer = stagedListOf(joined([array, result]));
    if (longer !== undefined) makeList(array, longer);
  }
}

function variable(
  name: string,
  get: () => unknown,
  set: (value: unknown) => void,
): ReturnType<typeof state> {
  return state(
    [name],
    () => [get()],
    ([value]) => set(value),
  );
}

/** The elements that the callback accepts, of an array of JavaScript's. */
export function filtered(array: readonly unknown[], callback: Callback): unknown[] {
  const chosen: unknown[] = [];
  const answers: unknown[] = [];
  const unchanging = contentsState('the result of filter()', chosen);
  array.forEach((item, index) => {
    answers[index] = callback(item, index, array);
    if_stmt(
      answers[index],
      () => pushTo(chosen, item),
      () => {},
      unchanging,
      currentLocation(),
    );
  });
  // The class of an array says which one its methods make.
  const isOwn = array.constructor !== Array && !answers.some(isTensor);
  return isOwn ? array.filter((_, index) => answers[index]) : chosen;
}

/** `slice` of the places that JavaScript knows. */
function sliced(list: StagedList, begin: unknown, end: unknown): StagedList {
  const places = [begin ?? 0, end ?? Number.POSITIVE_INFINITY];
  const [from, to] = places.map((place) => (typeof place === 'number' ? place : Number.NaN));
  if (places.some((place) => typeof place !== 'number'))
    throw unsupportedUse(list, 'slice() from or to what a tensor decides');
  return list.part(from!, to!);
}

function reversed(list: StagedList): StagedList {
  return list.withColumns(list.size, (column) => reverse(column, 0));
}

/** Each element goes where as many are as come before it: a loop over all pairs, since a graph has no other order. */
function sorted(name: string, array: unknown[], list: StagedList, comparator: unknown): StagedList {
  if (typeof comparator !== 'function')
    throw unsupportedUse(list, `${name}() without a function, which compares texts,`);
  const places: unknown[] = [];
  const place = currentLocation();
  const eachOther = (index: Tensor): void => {
    let count: unknown = 0;
    const counts = variable(
      'the place of an element',
      () => count,
      (value) => {
        count = value;
      },
    );
    const element = rowAtIndex(array, index);
    const compare = (other: unknown): void => {
      const order = comparator(rowAtIndex(array, other as Tensor), element) as unknown;
      const isBefore = or(
        lt(order, 0, place),
        () => and(eq(order, 0, place), () => lt(other, index, place), place),
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
  const order = if_exp(
    isUnordered,
    () => inverse(taken),
    () => rowPositions(taken),
    place,
  );
  return list.withColumns(list.size, (column) => gather(column, order as Tensor1D));
}

/** Where each of the numbers 0, 1, 2, … stands in their permutation. */
function inverse(taken: Tensor): Tensor {
  const positions = rowPositions(taken);
  const isHere = equal(expandDims(taken, 0), expandDims(positions, 1));
  return sum(mul(cast(isHere, 'int32'), expandDims(positions, 0)), 1);
}

/** The index of each element. */
function positionsOf(list: StagedList): StagedList {
  const column = list.columns.find(isTensor);
  if (column === undefined) throw unsupportedUse(list, 'keys() before anything is pushed');
  return new StagedList(list.name, 0, [markWeak(rowPositions(column))], list.size);
}

/** Each element behind its index. */
function withPositions(list: StagedList): StagedList {
  const columns = [...positionsOf(list).columns, ...list.columns];
  return new StagedList(list.name, [0, list.template], columns, list.size);
}

/** The first index, or the last one, of an element that the callback accepts; -1 where there is none. */
function search(
  array: unknown[],
  { size }: StagedList,
  callback: Callback,
  isFromEnd = false,
): unknown {
  let index: unknown = -1;
  const indices = variable(
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
function found(array: unknown[], index: unknown): unknown {
  const isThere = ge(index, 0, null);
  return elementIf(
    array,
    index as number | Tensor,
    isThere,
    'find() found no element, and gave undefined',
  );
}

/** The element at an index, or undefined: `message` is of the assertion where it is used all the same. */
export function elementIf(
  array: unknown[],
  index: number | Tensor,
  isThere: unknown,
  message: string,
): unknown {
  const list = stagedListOf(array)!;
  if (!isTensor(isThere)) return isThere ? rowAtIndex(array, index) : undefined;
  const isRowObject = nodeOf(list.template) !== null && !(list.template instanceof Reference);
  if (!isRowObject) return rowIf(list, index, isThere, message);
  return if_exp(
    isThere,
    () => rowAtIndex(array, index),
    () => undefined,
    currentLocation(),
  );
}

/** The index counted from the front. */
function fromEnd({ size }: StagedList, index: unknown): number | Tensor {
  const place = currentLocation();
  const counted = () => add(size, index, place);
  return if_exp(lt(index, 0, place), counted, () => index, place) as number | Tensor;
}

/** Where what `splice` removes ends. */
function spliceEnd(list: StagedList, start: unknown, count: unknown): number {
  if (typeof start !== 'number' || typeof count !== 'number')
    throw unsupportedUse(list, 'splice() at or of what a tensor decides');
  const end = start + Math.max(0, count);
  // From the end, and over it.
  return start < 0 && end >= 0 ? Number.POSITIVE_INFINITY : end;
}
