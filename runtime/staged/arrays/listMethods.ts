import { cast, reverse, type Tensor } from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import { currentLocation } from '../../trace/session.js';
import { chosenBy, if_stmt } from '../branches/ifStatement.js';
import { and, answerOf, or } from '../branches/logical.js';
import { asEntries } from '../lists/entriesOf.js';
import { arrayOf, copyOf, stagedListOf } from '../lists/heldList.js';
import { joined, joinedList, pushTo } from '../lists/joined.js';
import { unsupportedUse } from '../lists/listErrors.js';
import { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { range } from '../loops/range.js';
import { eq } from '../objects/equality.js';
import { get_item, set_item } from '../objects/items.js';
import { addToList, rowAtIndex } from '../objects/listElements.js';
import { removedRow } from '../objects/rowObjects.js';
import { sameValueZero } from '../objects/sameValue.js';
import { add, sub } from '../operators/arithmetic.js';
import { ge, gt, lt } from '../operators/comparison.js';
import { contentsState, noVariables, type State, variableState } from '../state/state.js';
import { opened, rowPositions } from '../values/rows.js';
import { isTensor, shapeOf } from '../values/tensors.js';
import { markWeak } from '../values/weak.js';
import { concatenate } from './concatenate.js';
import { ofItsClass } from './itsClass.js';
import { joinedText } from './joinedText.js';
import { sortedList } from './listOrder.js';
import { found, search, since, until } from './listSearches.js';
import type { Callback } from './native.js';
import { reduced } from './reduced.js';
import { listed, placeIn, sliced, truncated } from './slices.js';

/* What the methods of arrays do with one whose length a tensor decides (`StagedList`). */

type Method = (array: unknown[], list: StagedList, args: readonly unknown[]) => unknown;

export const listMethods: Readonly<Record<string, Method>> = {
  push(array, list, args) {
    const grow = (grown: StagedList, element: unknown) => addToList(array, grown, element);
    return args.reduce<StagedList>(grow, list).length;
  },
  at(array, list, [index]) {
    if (typeof index !== 'number') return get_item(array, fromEnd(list, index), null);
    const { size } = list;
    const place = Math.trunc(index);
    if (isTensor(size)) return rowAtIndex(array, place);
    return place >= -size && place < size ? rowAtIndex(array, place) : undefined;
  },
  join(array, list, [separator = ',']) {
    if (list.size === 0) return '';
    const column = list.columns.find(isTensor);
    // A loop of known length that pushes once in each iteration leaves as many rows.
    const length = column === undefined ? null : shapeOf(column)[0];
    if (typeof length !== 'number') throw unsupportedUse(list, 'join()');
    const elements = Array.from({ length }, (_, index) => rowAtIndex(array, index));
    return joinedText(elements, separator);
  },
  slice: (_, list, [begin, end]) => copyOf(sliced(list, begin, end)),
  pop(array, list) {
    if (list.size === 0) return undefined;
    const last = removedRow(list, true);
    makeList(array, list.part(0, -1));
    return last;
  },
  shift(array, list) {
    if (list.size === 0) return undefined;
    const first = removedRow(list, false);
    makeList(array, list.part(1));
    return first;
  },
  splice: (array, list, args) => splice(array, list, args),
  toSpliced(_, list, args) {
    const copy = copyOf(list);
    splice(copy, list, args);
    return copy;
  },
  with(_, list, [index, value]) {
    const copy = copyOf(list);
    const place = typeof index === 'number' ? Math.trunc(index) : index;
    return set_item(copy, fromEnd(list, place), value, currentLocation());
  },
  unshift(array, _, args) {
    const longer = joinedList([args, array])!.reordered();
    makeList(array, longer);
    return longer.length;
  },
  reverse: (array, list) => makeList(array, reversed(list)),
  sort: (array, list, [comparator]) => makeList(array, sortedList('sort', array, list, comparator)),
  toSorted: (array, list, [comparator]) => copyOf(sortedList('toSorted', array, list, comparator)),
  toReversed: (_, list) => copyOf(reversed(list)),
  entries: (array, list) => asEntries(arrayOf(withPositions(list)), array),
  keys: (_, list) => arrayOf(positionsOf(list)),
  values: (array) => array,
  concat: (array, _, args) => concatenate(array, args),
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
        'filter',
      );
    });
    return chosen;
  },
  reduce: (array, list, [callback, ...initial]) =>
    reduced(array, list, callback as Callback, initial),
  forEach(array, _, [callback]) {
    eachOf(array, callback as Callback, noVariables, () => {});
  },
  find: (array, list, [callback]) => found(array, search(array, list, callback as Callback)),
  findLast: (array, list, [callback]) =>
    found(array, search(array, list, callback as Callback, true)),
  findIndex: (array, list, [callback]) => search(array, list, callback as Callback),
  findLastIndex: (array, list, [callback]) => search(array, list, callback as Callback, true),
  includes: (array, list, [needle, from]) => {
    const isFrom = since(list, from);
    return folded(
      array,
      (item, index) => and(isFrom(index), () => sameValueZero(item, needle), null),
      false,
      or,
    );
  },
  indexOf: (array, list, [needle, from]) => {
    const isFrom = since(list, from);
    return search(array, list, (item, index) =>
      and(isFrom(index), () => eq(item, needle, null), null),
    );
  },
  lastIndexOf(array, list, [needle, from = Number.POSITIVE_INFINITY]) {
    const isPast = until(list, from);
    return search(
      array,
      list,
      (item, index) => and(isPast(index), () => eq(item, needle, null), null),
      true,
    );
  },
  reduceRight: (array, list, [callback, ...initial]) => {
    const backward = reversed(list);
    const last = sub(list.size, 1, null);
    const step = (total: unknown, item: unknown, index: unknown) =>
      (callback as Callback)(total, item, sub(last, index, null), array);
    return listMethods.reduce!(copyOf(backward), backward, [step, ...initial]);
  },
  flat(array, list, [depth = 1]) {
    if (depth !== 1) throw unsupportedUse(list, 'flat() of a depth');
    return listMethods.flatMap!(array, list, [(item: unknown) => (isTensor(item) ? [item] : item)]);
  },
  fill(array, list, [value, begin, end = Number.POSITIVE_INFINITY]) {
    const [from, to] = [begin ?? 0, end].map((place) => placeIn(list, place));
    const isWithin = (index: unknown) =>
      and(ge(index, from, null), () => lt(index, to, null), null);
    const filled = (item: unknown, index: unknown) =>
      chosenBy(
        isWithin(index),
        () => value,
        () => item,
        currentLocation(),
      );
    const isAll = begin === undefined && end === Number.POSITIVE_INFINITY;
    const result = stagedListOf(mapped(array, list, [isAll ? () => value : filled]));
    return result === undefined ? array : makeList(array, result);
  },
  flatMap(array, _, [callback]) {
    const results: unknown[] = [];
    const growing = contentsState('the result of flatMap()', results);
    eachOf(array, callback as Callback, growing, (result) => append(results, result));
    return results;
  },
  some: (array, _, [callback]) => folded(array, answering('some', callback), false, or),
  every: (array, _, [callback]) => folded(array, answering('every', callback), true, and),
};

/** The methods that call a function with each element, for which they have a `this`. */
export const takesThis: ReadonlySet<string> = new Set([
  ...['map', 'filter', 'forEach', 'flatMap', 'some', 'every'],
  ...['find', 'findIndex', 'findLast', 'findLastIndex'],
]);

export function mapped(array: unknown[], _: StagedList, [callback]: readonly unknown[]): unknown[] {
  const results: unknown[] = [];
  const state = contentsState('the result of map()', results);
  eachOf(array, callback as Callback, state, (result) => pushTo(results, result));
  return results;
}

/** `Array.from({ length }, callback)`, or `new Array(length)` */
export function madeOfLength(
  length: Tensor,
  callback: Callback,
  maker = 'Array.from()',
): unknown[] {
  const results: unknown[] = [];
  const whole = length.dtype === 'int32' ? length : cast(length, 'int32');
  const step = (index: unknown) => pushTo(results, callback(undefined, index));
  const state = contentsState(`the result of ${maker}`, results);
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
  const results = variableState(
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

/** The callback, whose answer is a bool. */
function answering(name: string, callback: unknown): Callback {
  return (...args) => answerOf(name, (callback as Callback)(...args));
}

/** Calls `callback` for each element in a loop of the graph, and `use` with what it returned. */
function eachOf(
  array: unknown[],
  callback: Callback,
  loopState: State,
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
function append(array: unknown[], given: unknown): void {
  const result = opened(given);
  if (!Array.isArray(result)) pushTo(array, result);
  else if (stagedListOf(result) === undefined) for (const element of result) pushTo(array, element);
  else {
    const longer = stagedListOf(joined([array, result]));
    if (longer !== undefined) makeList(array, longer);
  }
}

/** The elements that the callback accepts, of an array of JavaScript's. */
export function filtered(array: readonly unknown[], callback: Callback): unknown[] {
  const chosen: unknown[] = [];
  const answers: unknown[] = [];
  const unchanging = contentsState('the result of filter()', chosen);
  const visit = (item: unknown, index: number) => {
    answers[index] = callback(item, index, array);
    if_stmt(
      answers[index],
      () => pushTo(chosen, item),
      () => {},
      unchanging,
      currentLocation(),
      'filter',
    );
  };
  // A class that extends Array may have methods of its own by these names.
  Array.prototype.forEach.call(array, visit);
  if (array.constructor === Array) return chosen;
  return answers.some(isTensor)
    ? ofItsClass(array, chosen)
    : Array.prototype.filter.call(array, (_, index) => answers[index]);
}

/** `array.slice(…)` or `array.splice(…)` of an array of JavaScript's, where tensors are among the arguments. */
export function cut(
  name: 'slice' | 'splice' | 'toSpliced',
  array: readonly unknown[],
  args: readonly unknown[],
): unknown {
  const list = listed(array, `where ${name}() cuts`);
  if (name === 'splice') makeList(array as unknown[], list);
  return listMethods[name]!(array as unknown[], list, args);
}

function reversed(list: StagedList): StagedList {
  return list.withColumns(list.size, (column) => reverse(column, 0));
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
  const shared = list.shared?.copied();
  return new StagedList(list.name, [0, list.template], columns, list.size, undefined, shared);
}

/** The index counted from the front. */
function fromEnd({ size }: StagedList, index: unknown): number | Tensor {
  const place = currentLocation();
  const counted = () => add(size, index, place);
  return chosenBy(lt(index, 0, place), counted, () => index, place) as number | Tensor;
}

/** `array.splice(start, count, ...added)` or `toSpliced`, where a tensor decides how many numbers are added. */
export function spliced(
  name: 'splice' | 'toSpliced',
  array: unknown[],
  args: StagedList,
): readonly unknown[] {
  const list = listed(array, `how many elements ${name}() adds to`);
  const result = name === 'splice' ? makeList(array, list) : copyOf(list);
  const place = [0, 1].map((index) => cast(args.at(index) as Tensor, 'int32'));
  const removed = splice(result, list, place, copyOf(args.part(2)));
  return name === 'splice' ? removed : result;
}

function splice(
  array: unknown[],
  list: StagedList,
  args: readonly unknown[],
  added: readonly unknown[] = args.slice(2),
): unknown[] {
  const [start, count = Number.POSITIVE_INFINITY] = args;
  if (args.length === 0) return [];
  const end = spliceEnd(list, start, count);
  const removed = sliced(list, start, end);
  const rest = arrayOf(sliced(list, end, undefined));
  const before = arrayOf(sliced(list, 0, start));
  makeList(array, joinedList([before, added, rest])!.reordered());
  return arrayOf(removed.taken());
}

/** Where what `splice` removes ends. */
function spliceEnd(list: StagedList, start: unknown, count: unknown): unknown {
  if (count === Number.POSITIVE_INFINITY) return count;
  const location = currentLocation();
  const removed = chosenBy(
    gt(count, 0, location),
    () => count,
    () => 0,
    location,
  );
  const isFromStart = typeof start === 'number' && start >= 0;
  return add(isFromStart ? truncated(start) : placeIn(list, start), removed, location);
}
