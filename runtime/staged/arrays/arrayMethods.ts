import {
  any,
  argMax,
  cast,
  maximum,
  reshape,
  scalar,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { formatType } from '../../graph/types.js';
import { emitAssert } from '../../trace/effects.js';
import { lateOf } from '../../trace/late.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { and, or, truth } from '../branches/logical.js';
import { changedWhileVisited } from '../lists/listErrors.js';
import { stagedListOf } from '../lists/stagedList.js';
import { eq } from '../objects/equality.js';
import { get_item, set_item } from '../objects/items.js';
import { sameValueZero } from '../objects/sameValue.js';
import { fromStart, requireInt32 } from '../objects/tensorItems.js';
import { isChosenText } from '../objects/textKeys.js';
import { keepHoles, requireKnownHoles } from '../objects/unknownHoles.js';
import { eitherOf } from '../objects/variantTests.js';
import { add } from '../operators/arithmetic.js';
import { ge, gt, lt } from '../operators/comparison.js';
import { readElements } from '../operators/condition.js';
import { absentOf } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { falseOrOf } from '../values/falseOr.js';
import { mayHaveHoles } from '../values/holes.js';
import { markMissing } from '../values/missing.js';
import { isThereOf } from '../values/outside.js';
import { opened, requireRows, rowsOf } from '../values/rows.js';
import { hasOneElement, isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { concatenate } from './concatenate.js';
import { cut, filtered } from './listMethods.js';
import { combined } from './listUses.js';
import { truncated } from './slices.js';

type Callback = (...args: unknown[]) => unknown;
type Method = (self: readonly unknown[], args: readonly unknown[]) => unknown;

/**
 * Array methods whose callback's answer decides something: JavaScript would take a tensor for true. `undefined` for any
 * other function.
 */
export function decidingMethod(method: unknown): Method | undefined {
  const own = deciding.get(method);
  if (own === undefined || !callsBack(method)) return own;
  return (self, args) => {
    // What is no function is an error of JavaScript, also where there is nothing to call it for.
    if (typeof args[0] !== 'function') Reflect.apply(method as Callback, [], args);
    return own(self, args);
  };
}

const prototype = Array.prototype;

const deciding = new Map<unknown, Method>([
  [prototype.some, (self, args) => fold(self, args, false, or)],
  [prototype.every, (self, args) => fold(self, args, true, and)],
  [
    prototype.filter,
    (self, [callback, thisArgument]) =>
      filtered(self, (...args) => (callback as Callback).apply(thisArgument, args)),
  ],
  [
    prototype.flatMap,
    (self, [callback, thisArgument]) =>
      flat(native<unknown[]>(self, 'map', callback, thisArgument).map(opened)),
  ],
  [prototype.flat, (self, [depth = 1]) => (depth === 1 ? flat(self) : native(self, 'flat', depth))],
  [prototype.find, (self, args) => firstElement('find', positionsOf(self), self, args)],
  [
    prototype.findLast,
    (self, args) => firstElement('findLast', positionsOf(self).reverse(), self, args),
  ],
  [prototype.entries, (self) => watched(self, (index) => [index, self[index]])],
  [prototype.keys, (self) => watched(self, (index) => index)],
  [prototype.values, (self) => watched(self, (index) => self[index])],
  [prototype.findIndex, (self, args) => firstIndex(positionsOf(self), self, args)],
  [prototype.findLastIndex, (self, args) => firstIndex(positionsOf(self).reverse(), self, args)],
  [prototype.includes, (self, args) => includes(self, args)],
  [prototype.join, (self, [separator = ',']) => joinedText(self, separator)],
  [prototype.indexOf, (self, args) => positionOf('indexOf', self, args)],
  [prototype.lastIndexOf, (self, args) => positionOf('lastIndexOf', self, args)],
  [
    prototype.at,
    (self, [index]) =>
      isTensor(index) && isTracing()
        ? get_item(self, fromStart(requireInt32(index), self.length), null)
        : native(self, 'at', indexIn(index, 'at')),
  ],
  [prototype.with, (self, args) => replacedAt(self, args)],
  ...(['slice', 'splice', 'toSpliced'] as const).map((name): [unknown, Method] => [
    prototype[name],
    (self, args) =>
      isTracing() && args.slice(0, 2).some(isTensor)
        ? cut(name, self, args)
        : method(name).apply(
            self,
            args.map((arg, at) => (at < 2 && isTensor(arg) ? indexIn(arg, name) : arg)),
          ),
  ]),
  [
    prototype.fill,
    (self, args) =>
      isTracing() && args.slice(1).some(isTensor)
        ? filledBetween(self as unknown[], args)
        : method('fill').apply(
            self,
            args.map((arg, at) => (at > 0 ? indexIn(arg, 'fill') : arg)),
          ),
  ],
  [
    prototype.copyWithin,
    (self, args) =>
      method('copyWithin').apply(
        self,
        args.map((arg) => indexIn(arg, 'copyWithin')),
      ),
  ],
  ...(['sort', 'toSorted'] as const).map((name): [unknown, Method] => [
    prototype[name],
    (self, [comparator]) => sorted(name, self, comparator),
  ]),
]);

function method(name: string): Callback {
  return (prototype as unknown as Record<string, Callback>)[name]!;
}

/** A class that extends Array may have a method of its own by the name, which has called this one. */
function native<T>(self: readonly unknown[], name: string, ...args: unknown[]): T {
  return method(name).apply(self, args) as T;
}

function positionsOf({ length }: readonly unknown[]): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** An iterator of an array, for as long as JavaScript knows how long that is. */
function* watched(self: readonly unknown[], item: (index: number) => unknown): Iterable<unknown> {
  for (let index = 0; index < self.length; index++) {
    yield item(index);
    requireKnownLength(self, 'entries(), keys() or values()');
  }
}

/** Methods that call a function for each element. */
const visiting = new Set(
  [
    ...['forEach', 'map', 'flatMap', 'filter', 'reduce', 'reduceRight', 'some', 'every'],
    ...['find', 'findIndex', 'findLast', 'findLastIndex'],
  ].map(method),
);

/** Whether the method calls the function that it is given. */
export function callsBack(f: unknown): boolean {
  return visiting.has(f as Callback) || f === prototype.sort || f === prototype.toSorted;
}

/** What a method gives that goes through an array of JavaScript's, whose callback must not change how long that is. */
export function visited(f: unknown, self: unknown, run: () => unknown): unknown {
  const isVisit = Array.isArray(self) && visiting.has(f as Callback);
  if (!isVisit || stagedListOf(self) !== undefined) return copied(f, self, run);
  requireKnownHoles(f, self);
  if (isTracing() && mayHaveHoles(self)) requireFilled(self);
  const result = run();
  requireKnownLength(self, `${(f as Callback).name}()`);
  return result;
}

/** The same of one without a callback. */
function copied(f: unknown, self: unknown, run: () => unknown): unknown {
  if (!Array.isArray(self) || stagedListOf(self) !== undefined) return run();
  requireKnownHoles(f, self);
  return keepHoles(f, self, run());
}

/** A method that leaves out what an array does not have cannot leave out what the graph may find to be missing. */
function requireFilled(self: readonly unknown[]): void {
  for (const element of self) {
    const isSet = isTensor(element) ? lateOf(element)?.isSet : isThereOf(element);
    if (isSet !== undefined)
      emitAssert(
        isSet,
        'a method visits an array that has no element in one of its places (new Array(n)), which JavaScript leaves out',
      );
  }
}

function requireKnownLength(self: readonly unknown[], visit: string): void {
  const list = stagedListOf(self);
  if (list !== undefined) throw changedWhileVisited(list.name, visit);
}

/** Whether the function changes the array, Map or Set that it is a method of. */
export function changesItself(f: unknown): boolean {
  return changers.has(f);
}

/** Methods of arrays that a tensor, which has none, is asked for: of its rows. */
export function methodOfRows(tensor: Tensor, name: unknown): Method | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(prototype, name)) return undefined;
  if (mutating.has(name)) throw cannotChange(tensor, name);
  if (name === 'concat') return (_, args) => concatenate(tensor, args);
  if (name === 'flat') return (_, [depth = 1]) => flattened(tensor, depth as number);
  return (_, args) => {
    if (tensor.shape.length === 1 && args.length === 1 && name in ofVector) {
      return ofVector[name as keyof typeof ofVector](tensor, args[0]);
    }
    const rows = rowsOf(tensor);
    const own = decidingMethod(method(name));
    return own === undefined ? method(name).apply(rows, [...args]) : own(rows, args);
  };
}

/** The elements as one text, which a tensor chooses where it chooses one of them. */
function joinedText(elements: readonly unknown[], separator: unknown): unknown {
  if (![...elements, separator].some(isChosenText)) return native(elements, 'join', separator);
  return Array.from(elements, (element) => element ?? '').reduce<unknown>(
    (text, element, index) => add(index === 0 ? '' : add(text, separator, null), element, null),
    '',
  );
}

/** Searches that need not look at each row by itself. */
const ofVector = {
  includes: (vector: Tensor, needle: unknown): unknown => {
    const found = sameValueZero(vector, needle);
    return isTensor(found) ? any(found) : found;
  },
  indexOf: (vector: Tensor, needle: unknown): unknown => {
    const found = eq(vector, needle, null);
    return isTensor(found)
      ? where(any(found), argMax(cast(found, 'int32')), scalar(-1, 'int32'))
      : -1;
  },
};

const mutating = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
]);

const changers = new Set<unknown>([
  ...[...mutating].map(method),
  ...[Map.prototype.set, Map.prototype.delete, Map.prototype.clear],
  ...[Set.prototype.add, Set.prototype.delete, Set.prototype.clear],
]);

function cannotChange(tensor: Tensor, name: string): StagingError {
  return new StagingError(
    'tensor-mutation',
    `${name}() would change ${formatType(typeOf(tensor))} in place, but a tensor is a value.`,
    currentLocation(),
    `${instead[name] ?? 'Make a new one, with tf.concat, tf.slice or tf.where'}, and assign it.`,
  );
}

const instead: Readonly<Record<string, string>> = {
  push: 'Use tf.concat, or collect the parts in an array or a TensorArray and call tf.stack',
  reverse: 'Use tf.reverse',
  sort: 'Use tf.topk',
  fill: 'Use tf.fill',
};

/** `flat()` takes the first axes together. */
function flattened(tensor: Tensor, depth: number): Tensor[] {
  const { shape } = requireRows(tensor);
  const merged = Math.min(Math.max(0, Math.trunc(depth)), shape.length - 1) + 1;
  if (merged === 1) return rowsOf(tensor);
  if (shapeOf(tensor).includes(null))
    return rowsOf(tensor).flatMap((row) => flattened(row, depth - 1));
  const size = shape.slice(0, merged).reduce((a, b) => a * b, 1);
  return rowsOf(reshape(tensor, [size, ...shape.slice(merged)]));
}

/** The elements of the arrays among the elements, any of which may be one whose length a tensor decides. */
function flat(self: readonly unknown[]): unknown[] {
  for (const item of self) {
    const falseOr = falseOrOf(item);
    if (falseOr !== undefined && !isTensor(falseOr.value)) throw falseOr.used();
  }
  const isStaged = native(self, 'some', (item: unknown) => stagedListOf(item) ?? eitherOf(item));
  if (!isStaged) return native(self, 'flat');
  return combined(
    Array.from(self, (item) => (Array.isArray(item) ? item : [item])),
    null,
  );
}

/** `some` and `every` stop at the first answer that decides, as `||` and `&&` do. */
function fold(
  self: readonly unknown[],
  [callback, thisArgument]: readonly unknown[],
  initial: boolean,
  combine: typeof or,
): unknown {
  let result: unknown = initial;
  const { length } = self;
  for (let index = 0; index < length; index++) {
    if (!(index in self)) continue;
    const answer = () => (callback as Callback).call(thisArgument, self[index], index, self);
    result = combine(result, answer, null);
  }
  return truth(result);
}

/** The first element that the callback accepts, in the order of the positions. */
function firstElement(
  name: string,
  positions: readonly number[],
  self: readonly unknown[],
  args: readonly unknown[],
): unknown {
  const index = firstIndex(positions, self, args);
  if (!isTensor(index)) return self[index as number];
  const isThere = ge(index, 0, null) as Tensor;
  if (!native(self, 'every', (item: unknown) => isTensor(item) || typeof item === 'number')) {
    return chosenBy(
      isThere,
      () => get_item(self, index, null),
      () => undefined,
      currentLocation(),
    );
  }
  const element = get_item(self, maximum(index, scalar(0, 'int32')), null) as Tensor;
  return markMissing(`${name}() found no element, and gave undefined`, element, isThere);
}

/** The first of the positions whose element the callback accepts; -1 where there is none. */
function firstIndex(
  positions: readonly number[],
  self: readonly unknown[],
  [callback, thisArgument]: readonly unknown[],
): unknown {
  const from = (start: number): unknown => {
    for (let next = start; next < positions.length; next++) {
      const index = positions[next]!;
      const answer = truth((callback as Callback).call(thisArgument, self[index], index, self));
      if (isTensor(answer)) {
        return chosenBy(
          answer,
          () => index,
          () => from(next + 1),
          null,
        );
      }
      if (answer) return index;
    }
    return -1;
  };
  return from(0);
}

/** JavaScript would look for the very tensor; where that is not there, elements are compared by value. */
function includes(self: readonly unknown[], args: readonly unknown[]): unknown {
  const isThere = native<boolean>(self, 'includes', ...args);
  if (isThere || !mayEqual(self, args)) return isThere;
  return fold(
    native(self, 'slice', from(args, self)),
    [(item: unknown) => sameValueZero(item, args[0])],
    false,
    or,
  );
}

function positionOf(
  name: 'indexOf' | 'lastIndexOf',
  self: readonly unknown[],
  args: readonly unknown[],
): unknown {
  if (!mayEqual(self, args)) return native(self, name, ...args);
  const positions = positionsOf(self);
  const asked =
    name === 'indexOf'
      ? positions.slice(from(args, self))
      : positions.slice(0, args.length > 1 ? from(args, self) + 1 : self.length).reverse();
  return firstIndex(asked, self, [(item: unknown) => isElement(item, args[0])]);
}

/** Tensors of several elements are the same or not, as objects are. One may hold NaN, which is not the same as itself. */
function isElement(item: unknown, needle: unknown): unknown {
  const isNumber = isTensor(item) && item.dtype === 'float32' && hasOneElement(item);
  if (item === needle && !isNumber) return true;
  const isOfMany = [item, needle].some((value) => isTensor(value) && !hasOneElement(value));
  return isOfMany ? false : eq(item, needle, null);
}

function from([, start]: readonly unknown[], { length }: readonly unknown[]): number {
  const index = Math.trunc((indexIn(start, 'a search') as number | undefined) ?? 0);
  return index < 0 ? Math.max(0, length + index) : index;
}

/** Whether JavaScript, which compares the very values, would not find what the graph may find. */
function mayEqual(self: readonly unknown[], [needle]: readonly unknown[]): boolean {
  return [...self, needle].some(
    (value) =>
      isTensor(value) ||
      absentOf(value) !== undefined ||
      variantOf(value) !== undefined ||
      isThereOf(value) !== undefined ||
      hasAliases(value) ||
      chosenFunctionOf(value) !== undefined,
  );
}

function indexIn(index: unknown, name: string): number {
  return isTensor(index) ? readElements(index, `The index of ${name}()`)[0]! : (index as number);
}

function replacedAt(self: readonly unknown[], args: readonly unknown[]): unknown {
  const [index, value] = args;
  if (!isTensor(index) || !isTracing()) return native(self, 'with', indexIn(index, 'with'), value);
  return set_item([...self], fromStart(requireInt32(index), self.length), value, null);
}

/** `array.fill(value, begin, end)`, where a tensor tells which places these are. */
function filledBetween(
  array: unknown[],
  [value, begin = 0, end = array.length]: readonly unknown[],
): unknown[] {
  const place = (index: unknown) =>
    isTensor(index)
      ? fromStart(truncated(index) as Tensor, array.length)
      : Number(index) + (Number(index) < 0 ? array.length : 0);
  const [from, to] = [place(begin), place(end)];
  for (const [index, before] of array.entries()) {
    const isInside = and(ge(index, from, null), () => gt(to, index, null), null);
    array[index] = chosenBy(
      isInside,
      () => value,
      () => before,
      null,
    );
  }
  return array;
}

function sorted(name: 'sort' | 'toSorted', self: readonly unknown[], comparator: unknown): unknown {
  if (comparator === undefined) {
    if (isTracing() && self.some(isTensor))
      throw unknownOrder(name, 'compares the texts of tensors');
    return method(name).call(self);
  }
  let isKnown = true;
  const order = (a: unknown, b: unknown): unknown => {
    const answer = (comparator as Callback)(a, b);
    if (!isTensor(answer)) return answer;
    if (!isTracing()) return readElements(answer, `The order that ${name}() asks for`)[0];
    isKnown = false;
    return 0;
  };
  const byHost = [...self].sort(order as (a: unknown, b: unknown) => number);
  const result = isKnown ? byHost : exchanged(name, self, comparator as Callback);
  return name === 'sort' ? withContents(self as unknown[], result) : result;
}

/** Holes stay holes, and come last. */
function withContents(self: unknown[], contents: readonly unknown[]): unknown[] {
  let count = 0;
  for (let index = 0; index < self.length; index++) count += Number(index in self);
  for (let index = 0; index < contents.length; index++) {
    if (index < count) self[index] = contents[index];
    else delete self[index];
  }
  return self;
}

/** More would be too many conditionals. */
const mostSorted = 32;

/**
 * Sorts by exchanging neighbours, each of which a tensor decides about: an element moves to the front for as long as the
 * comparator's answer, beside the one before it, is below zero. JavaScript's engines ask like this too, and none twice.
 */
function exchanged(name: string, self: readonly unknown[], comparator: Callback): unknown[] {
  if (self.length > mostSorted)
    throw unknownOrder(
      name,
      `has a comparator that returned a tensor, for ${self.length} elements`,
    );
  const items = [...self];
  for (let next = 1; next < items.length; next++) {
    let isMoving: unknown = true;
    for (let index = next; index > 0; index--) {
      const [before, moved] = [items[index - 1], items[index]];
      const isBefore = lt(comparator(moved, before), 0, null);
      isMoving = and(isMoving, () => isBefore, null);
      const pair = chosenBy(
        isMoving,
        () => [moved, before],
        () => [before, moved],
        null,
      );
      [items[index - 1], items[index]] = pair as [unknown, unknown];
    }
  }
  return items;
}

function unknownOrder(name: string, problem: string): StagingError {
  return new StagingError(
    'tensor-predicate',
    `${name}() ${problem}: the order is not known while tracing.`,
    currentLocation(),
    'Sort a tensor of the elements, with tf.topk, or exchange them with tf.minimum and tf.maximum.',
  );
}
