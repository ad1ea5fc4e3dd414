import type { Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { lateOf } from '../../trace/late.js';
import { isTracing } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { and, or } from '../branches/logical.js';
import { stagedListOf } from '../lists/heldList.js';
import { changedWhileVisited } from '../lists/listErrors.js';
import { get_item, set_item } from '../objects/items.js';
import { fromStart, requireInt32 } from '../objects/tensorItems.js';
import { keepHoles, requireKnownHoles } from '../objects/unknownHoles.js';
import { ge, gt } from '../operators/comparison.js';
import { mayHaveHoles } from '../values/holes.js';
import { isThereOf } from '../values/outside.js';
import { opened } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { concatenate } from './concatenate.js';
import { joinedText } from './joinedText.js';
import { cut, filtered } from './listMethods.js';
import {
  type Callback,
  indexIn,
  type Method,
  method,
  native,
  positionsOf,
  prototype,
} from './native.js';
import { firstElement, firstIndex, fold, includes, positionOf } from './searches.js';
import { truncated } from './slices.js';
import { sorted } from './sorted.js';

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

const deciding = new Map<unknown, Method>([
  [prototype.some, (self, args) => fold('some', self, args, false, or)],
  [prototype.every, (self, args) => fold('every', self, args, true, and)],
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
  [prototype.findIndex, (self, args) => firstIndex('findIndex', positionsOf(self), self, args)],
  [
    prototype.findLastIndex,
    (self, args) => firstIndex('findLastIndex', positionsOf(self).reverse(), self, args),
  ],
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

const iteratorOfArrays = Object.getPrototypeOf([][Symbol.iterator]()) as object;

/** An iterator of an array, for as long as JavaScript knows how long that is. A loop that is left leaves it open. */
function watched(self: readonly unknown[], item: (index: number) => unknown): Iterable<unknown> {
  let index = 0;
  const next = (): IteratorResult<unknown> => {
    if (index > 0) requireKnownLength(self, 'entries(), keys() or values()');
    if (index < self.length) return { value: item(index++), done: false };
    index = Number.POSITIVE_INFINITY;
    return { value: undefined, done: true };
  };
  return Object.create(iteratorOfArrays, { next: { value: next } }) as Iterable<unknown>;
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

export const mutating = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
]);

const changers = new Set<unknown>([
  ...[...mutating].map(method),
  ...[Map.prototype.set, Map.prototype.delete, Map.prototype.clear],
  ...[Set.prototype.add, Set.prototype.delete, Set.prototype.clear],
]);

/** The elements of the arrays among the elements, any of which may be one whose length a tensor decides. */
function flat(self: readonly unknown[]): unknown[] {
  const isStaged = native(self, 'some', (item: unknown) => stagedListOf(item) ?? variantOf(item));
  return (isStaged ? concatenate([], self) : native(self, 'flat')) as unknown[];
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
