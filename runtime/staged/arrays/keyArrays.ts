import {
  add,
  cast,
  gather,
  greaterEqual,
  logicalAnd,
  mul,
  scalar,
  stridedSlice,
  sum,
  type Tensor,
  type Tensor1D,
  where,
} from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { if_stmt, ifHolds } from '../branches/ifStatement.js';
import { iteratorOf, kinds } from '../collections/iteration.js';
import { keepAsLists, listIn } from '../collections/keyLists.js';
import { arrayOf, stagedListOf } from '../lists/heldList.js';
import { asAdded, pushTo } from '../lists/joined.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import type { StagedList } from '../lists/stagedList.js';
import { WideElement } from '../lists/wideElement.js';
import { sameWide } from '../lists/wideLists.js';
import { changing } from '../objects/announce.js';
import { isKey, mayHoldTensorKey, noteTensorKey } from '../objects/heldTensors.js';
import { addToList, becomesRow, hasNoOtherHolder, replaceInList } from '../objects/listElements.js';
import { sameValueZero } from '../objects/sameValue.js';
import { markNonNegative } from '../objects/tensorItems.js';
import { keyOfTensor, mayEqual } from '../objects/tensorKeys.js';
import { sub } from '../operators/arithmetic.js';
import { gt, lt } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { arraysState, canBeInArrays, keepInArrays, moveCursor } from '../state/keyArrays.js';
import { setContents } from '../state/snapshot.js';
import { cursorsOf } from '../values/cursors.js';
import { describeValue } from '../values/describeValue.js';
import { keysOf } from '../values/entries.js';
import {
  type Collection,
  isCollection,
  type KeyArrays,
  keyArraysOf,
  presenceOfKey,
} from '../values/entryPresence.js';
import { rowPositions } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { markGuess, markWeak } from '../values/weak.js';
import { isWide } from '../values/wideInteger.js';
import { visitEntries } from './entryVisits.js';
import { elementIf } from './listSearches.js';
import type { Callback } from './native.js';

/* What the methods of a Map or Set give whose keys are in arrays, since tensors are among them (`KeyArrays`). */

type Method = (collection: Collection, arrays: KeyArrays, args: readonly unknown[]) => unknown;
/** A method of a Map or Set that is called where a tensor is among its keys, or is to be one; `undefined` for any other call. */
export function callOnKeyArrays(
  f: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  const method = methods.get(f);
  if (method === undefined || !isCollection(self)) return undefined;
  if (!isTracing()) return callOnNumbers(f as Callback, self, args);
  const arrays = keyArraysOf(self);
  if (arrays !== undefined) return () => method(self, arrays, args);
  if (!isChange(f, self, args[0]) || !canBeInArrays(self)) return undefined;
  return () => method(self, keepInArrays(self, ifHolds), args);
}

/** Whether it adds or deletes a number that is a tensor: from then on only arrays tell in which order the keys are. */
function isChange(f: unknown, self: Collection, key: unknown): boolean {
  if (!isKey(key) || !isNumber(key) || presenceOfKey(self, key) !== false) return false;
  return changes.has(f);
}

const changes = new Set<unknown>([
  Set.prototype.add,
  Set.prototype.delete,
  Map.prototype.set,
  Map.prototype.delete,
]);

/** Op by op tensors have elements: a key is the tensor that was the first to have its number. */
function callOnNumbers(
  f: Callback,
  self: Collection,
  [key, ...rest]: readonly unknown[],
): (() => unknown) | undefined {
  if (!keyed.has(f) || !isNumber(key) || presenceOfKey(self, key) === true) return undefined;
  if (isKey(key)) noteTensorKey(self);
  else if (!mayHoldTensorKey(self)) return undefined;
  const keys = keysOf(self).filter(mayEqual);
  const wanted = hostKey(key);
  const known = keys.find((one) => sameKey(hostKey(one), wanted));
  return () => Reflect.apply(f, self, [known ?? key, ...rest]) as unknown;
}

function sameKey(one: unknown, other: unknown): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

function hostKey(key: unknown): unknown {
  if (!isKey(key)) return key;
  const [number] = Array.from(readElements(key, 'A key'));
  return key.dtype === 'bool' ? number === 1 : number;
}

const keyed = new Set<unknown>(
  [Map.prototype, Set.prototype].flatMap((prototype) =>
    ['has', 'get', 'set', 'add', 'delete'].map((name) => Reflect.get(prototype, name) as unknown),
  ),
);

interface Position {
  readonly isThere: unknown;
  readonly index: Tensor | number;
}

const nowhere: Position = { isThere: false, index: 0 };

/** What is known of where keys are, for the rows of keys as they were. */
const positions = new WeakMap<Tensor, Map<unknown, Position>>();

/** Where a key is among the keys, each of which is there once. */
function positionOf({ keys }: KeyArrays, key: unknown): Position {
  const list = listIn(keys);
  const column = list?.columns[0];
  if (!isTensor(column) || !isNumber(key) || isBool(column) !== isBool(key)) return nowhere;
  if (column.shape[0] === 0) return nowhere;
  const known = positions.get(column) ?? new Map<unknown, Position>();
  const before = known.get(key);
  // What the program has asked before, and decided by the answer, is the same question.
  const isKnown = before !== undefined && ![before.isThere, before.index].some(isGoneTensor);
  const position = isKnown ? before : positionIn(list!, column, key);
  known.set(key, position);
  positions.set(column, known);
  return { ...position, isThere: knownToHold(position.isThere) ?? position.isThere };
}

function isGoneTensor(value: unknown): boolean {
  return isTensor(value) && isGone(value);
}

function positionIn(list: StagedList, column: Tensor, key: unknown): Position {
  const isSame = sameWide(list, key) ?? (sameValueZero(list.stack(), key) as Tensor);
  const isIt = cast(isSame, 'int32');
  const index = markNonNegative(markWeak(sum(mul(isIt, rowPositions(column)))));
  return { isThere: gt(sum(isIt), 0, null), index };
}

function isNumber(key: unknown): boolean {
  return mayEqual(key) && !(isTensor(key) && key.dtype === 'string');
}

function isBool(key: unknown): boolean {
  return isTensor(key) ? key.dtype === 'bool' : typeof key === 'boolean';
}

function put(collection: Collection, arrays: KeyArrays, key: unknown, value: unknown): Collection {
  const { keys, values } = arrays;
  keepAsLists(arrays);
  const isOther = keys.length > 0 && isBool(listIn(keys)?.columns[0]) !== isBool(key);
  if (!isNumber(key) || isOther) throw keyOfTensor(collection.constructor.name, key);
  if (values !== undefined && sampleOf([value]) === null) throw noRow(value);
  const added = inOneType(keys, key);
  const { isThere, index } = positionOf(arrays, added);
  const isRow = hasNoOtherHolder(value);
  const replace = () => {
    if (values === undefined) return;
    changing(values);
    replaceInList(values, index, value, isRow);
  };
  const push = () => {
    pushTo(keys, added);
    const list = stagedListOf(values) ?? (isRow ? emptyListOf(value) : undefined);
    if (list !== undefined) addToList(values!, list, asAdded(value), isRow);
    else values?.push(asAdded(value));
  };
  if (isTensor(isThere)) {
    const end = listIn(keys)!.size;
    if_stmt(isThere, replace, push, arraysState(arrays), currentLocation());
    if (isRow) becomesRow(values!, value, placeWhere(isThere, index, end));
  } else if (isThere === true) replace();
  else {
    push();
    keepAsLists(arrays);
  }
  return collection;
}

function emptyListOf(value: unknown): StagedList | undefined {
  const sample = sampleOf([value]);
  return (sample && listFrom('the entries of a Map', [], sample)) ?? undefined;
}

function placeWhere(isThere: Tensor, index: number | Tensor, end: number | Tensor): Tensor {
  const [there, other] = [index, end].map((place) =>
    isTensor(place) ? place : scalar(place, 'int32'),
  );
  return markNonNegative(markWeak(where(isThere, there!, other!)));
}

function noRow(value: unknown): StagingError {
  return errorHere(
    'list-element',
    `The values of a Map among whose keys are tensors become the rows of tensors, but ${describeValue(value)} cannot be one.`,
    'Let the values be numbers, or objects or arrays of numbers, all alike. In place of an array for each key, push pairs ' +
      'onto one: pairs.push([key, value]).',
  );
}

/** The key, of the dtype of those that are there: JavaScript's numbers have one type. */
function inOneType(keys: unknown[], key: unknown): unknown {
  const list = listIn(keys);
  const column = list?.columns[0];
  if (!isTensor(key) || !isTensor(column) || key.dtype === column.dtype) return key;
  if (isWide(key) || list!.template instanceof WideElement) return key;
  const floats = (integers: Tensor) => markGuess(cast(integers, 'float32'), [key, column]);
  if (column.dtype === 'float32') return floats(key);
  makeList(keys, list!.withColumns(list!.size, floats));
  return key;
}

function remove(collection: Collection, arrays: KeyArrays, key: unknown): unknown {
  keepAsLists(arrays);
  const { isThere, index } = positionOf(arrays, key);
  if (isThere === false) return false;
  for (const cursor of cursorsOf(collection)) {
    const isBefore = lt(index, cursor.position, null) as Tensor;
    const isPast = isTensor(isThere) ? logicalAnd(isThere, isBefore) : isBefore;
    moveCursor(cursor, sub(cursor.position, markWeak(cast(isPast, 'int32')), null));
  }
  const removeIt = () => {
    for (const array of [arrays.keys, arrays.values ?? []]) {
      const list = stagedListOf(array);
      if (list !== undefined) makeList(array, without(list, index));
    }
  };
  if (isTensor(isThere))
    if_stmt(isThere, removeIt, () => {}, arraysState(arrays), currentLocation());
  else {
    for (const array of [arrays.keys, arrays.values]) if (array !== undefined) changing(array);
    removeIt();
  }
  return isThere;
}

/** The list without the element at an index. */
function without(list: StagedList, index: Tensor | number): StagedList {
  // An iteration that no list has elements for is traced too.
  if (list.size === 0) return list;
  const size = sub(list.size, 1, null) as Tensor | number;
  return list.withColumns(size, (column) => {
    const before = stridedSlice(rowPositions(column), [0], [-1], [1]);
    const place = isTensor(index) ? index : scalar(index, 'int32');
    return gather(column, add(before, cast(greaterEqual(before, place), 'int32')) as Tensor1D);
  });
}

const has: Method = (_, arrays, [key]) => positionOf(arrays, key).isThere;
const take: Method = (collection, arrays, [key]) => remove(collection, arrays, key);
const clear: Method = (collection, { keys, values }) => {
  for (const cursor of cursorsOf(collection)) moveCursor(cursor, 0);
  for (const array of [keys, values]) if (array !== undefined) setContents(array, []);
};
const methods = new Map<unknown, Method>([
  [Map.prototype.get, (_, arrays, [key]) => valueAt(arrays, key)],
  [Map.prototype.set, (map, arrays, [key, value]) => put(map, arrays, key, value)],
  [Set.prototype.add, (set, arrays, [key]) => put(set, arrays, key, undefined)],
  ...[Map.prototype, Set.prototype].flatMap((prototype): [unknown, Method][] => [
    [prototype.has, has],
    [prototype.delete, take],
    [prototype.clear, clear],
    [prototype.forEach, (all, _, args) => visitEntries(all, args)],
    ...kinds.map((kind): [unknown, Method] => [prototype[kind], (all) => iteratorOf(all, kind)]),
  ]),
]);

function valueAt(arrays: KeyArrays, key: unknown): unknown {
  const { isThere, index } = positionOf(arrays, key);
  if (isThere === false) return undefined;
  const values = stagedListOf(arrays.values) ? arrays.values! : arrayOf(listIn(arrays.values!)!);
  return elementIf(values, index, isThere, 'a Map has no entry at the key that it is asked for');
}
