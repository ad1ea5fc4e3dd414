import {
  addN,
  cast,
  concat,
  max,
  min,
  reshape,
  sqrt,
  square,
  stack,
  sum,
  type Tensor,
  tensor,
  tensor1d,
  transpose,
} from '@tensorflow/tfjs-core';
import { makeList } from '../../function/signature/list.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitAssert } from '../../trace/effects.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { hasUnknownRank } from '../../trace/symbolic.js';
import { noteMissing } from '../branches/level.js';
import { knownSource } from '../collections/iteration.js';
import { asArray } from '../collections/visits.js';
import { iterated } from '../exceptions/iterated.js';
import { copyOf, stagedListOf } from '../lists/heldList.js';
import { joined, joinedList, pushTo } from '../lists/joined.js';
import { unsupportedUse } from '../lists/listErrors.js';
import type { StagedList } from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { iterable } from '../loops/iterable.js';
import { Range } from '../loops/range.js';
import { eitherOf, ofVariant } from '../objects/variantTests.js';
import { gt, lt } from '../operators/comparison.js';
import { resolved } from '../operators/presence.js';
import { noteExtension } from '../state/extension.js';
import { contentsState } from '../state/state.js';
import { describeValue, quoted, subject } from '../values/describeValue.js';
import { hasOwnIterator, isGenerator, isIterator } from '../values/iterators.js';
import { requireParts } from '../values/rows.js';
import { isPlainObject, nodeOf } from '../values/structure.js';
import { isTensor, shapeOf } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { markGuess } from '../values/weak.js';
import { makesItsClass, ofItsClass } from './itsClass.js';
import { listMethods, madeOfLength, mapped, spliced, takesThis } from './listMethods.js';
import { elementIf } from './listSearches.js';

/** What staged code does with an array whose length a tensor decides (`StagedList`). */

/** What the pattern `[a, b]` takes `count` elements from. */
export function elements(given: unknown, count: number, location: SourceLocation): unknown {
  const value = at(location, () => firstOf(asArray(iterated(given)), count));
  const array = resolved(value) as unknown[];
  const list = stagedListOf(array);
  const variant = eitherOf(array);
  if (variant !== undefined)
    return at(location, () => ofVariant(variant, (side) => asMany(side, count, location)));
  const size = list?.size ?? (Array.isArray(array) ? array.length : null);
  if (isTracing() && typeof size === 'number' && size < count) noteMissing();
  if (list === undefined) {
    const taken = resolved(value);
    if (isTensor(taken) && !hasUnknownRank(taken)) at(location, () => requireParts(taken));
    return iterable(value, location);
  }
  return at(location, () =>
    Array.from({ length: count }, (_, index) => elementAt(array, list, index)),
  );
}

/** More than a pattern has names: what goes on is code that is not staged. */
const mostNames = 32;

/** What a pattern takes of an array whose length a tensor decides, `([first]) => …`, one by one. */
export function* elementsInTurn(array: unknown[], fail: () => never): Iterator<unknown> {
  for (let index = 0; index < mostNames; index++) {
    const list = stagedListOf(array);
    if (list === undefined) return;
    if (typeof list.size === 'number' && index >= list.size) return;
    yield elementAt(array, list, index);
  }
  fail();
}

function elementAt(array: unknown[], { size, name }: StagedList, index: number): unknown {
  return elementIf(
    array,
    index,
    gt(size, index, null),
    `${subject(name)} has no element ${index}: ask first, ${name}[${index}] ?? 0, or compare with its length`,
  );
}

/** As many as the pattern has names: those of two arrays must be as many. */
function asMany(value: unknown, count: number, location: SourceLocation): unknown[] {
  const all = [...(elements(value, count, location) as Iterable<unknown>)];
  return Array.from({ length: count }, (_, index) => all[index]);
}

/** For the pattern `[a, b, ...rest]`: the elements that it takes before its rest, and the rest. */
export function with_rest(given: unknown, count: number, location: SourceLocation): unknown[] {
  const chosen = eitherOf(given);
  if (chosen !== undefined)
    return at(location, () => ofVariant(chosen, (side) => with_rest(side, count, location))) as [];
  const value = at(location, () => collected(asArray(iterated(resolved(given)))));
  const variant = eitherOf(value);
  if (variant !== undefined)
    return at(location, () => ofVariant(variant, (side) => with_rest(side, count, location))) as [];
  const list = stagedListOf(resolved(value));
  if (list === undefined) {
    const all = [...(iterable(value, location) as [])];
    const first = Array.from({ length: count }, (_, index) => all[index]);
    return [...first, noteExtension(all.slice(count), value)];
  }
  const first = elements(value, count, location) as unknown[];
  return at(location, () => [...first, copyOf(list.part(count))]);
}

/** The first `...list` of an array literal. */
export function spread(given: unknown, location: SourceLocation): unknown {
  const chosen = eitherOf(given);
  if (chosen !== undefined)
    return at(location, () => ofVariant(chosen, (side) => spread(side, location)));
  const value = at(location, () => collected(asArray(iterated(resolved(given)))));
  if (stagedListOf(value) !== undefined) return value;
  const variant = eitherOf(value);
  if (variant !== undefined)
    return at(location, () => ofVariant(variant, (side) => spread(side, location)));
  return at(location, () => noteExtension([...(iterable(value, location) as [])], value));
}

/**
 * What an iterator of the program's own, or a generator, gives, as an array: a tensor may decide how many items that are. Any
 * other value as it is.
 */
export function collected(value: unknown): unknown {
  const isTaken = hasOwnIterator(value) || isGenerator(value) || isOfCollection(value);
  return value instanceof Range || !isTaken ? value : itemsOf(value, null);
}

/** As many items of a generator, or of an iterator of the program's own, as a pattern takes; any other value as it is. */
function firstOf(value: unknown, count: number): unknown {
  const isOne = variantOf(value) === undefined;
  const isTaken = isGenerator(value) || (count > 0 && isOne && hasOwnIterator(value));
  return isTracing() && (isTaken || isOfCollection(value)) ? itemsOf(value, count) : value;
}

/** Whether it is an iterator of a Map or Set, of which loops know how far it is. */
function isOfCollection(value: unknown): boolean {
  return isIterator(value) && knownSource(value) !== undefined;
}

/** The items of what is iterated, or as many as are wanted, as an array. */
export function itemsOf(iterable: unknown, most: number | null): unknown[] {
  const items: unknown[] = [];
  const open = contentsState('the items of an iterator', items);
  const isWanted = () => lt(stagedListOf(items)?.size ?? items.length, most, null);
  const test = most === null ? null : isWanted;
  for_stmt(iterable, (item) => pushTo(items, item), test, open, currentLocation());
  return items;
}

/** `[...first, ...rest]`, where `first` comes from `spread`. */
export function extended(
  first: unknown[],
  rest: readonly unknown[],
  location: SourceLocation | null,
): unknown[] {
  const variant = eitherOf(first);
  if (variant !== undefined)
    return ofVariant(variant, (side) => extended(side as [], rest, location)) as unknown[];
  const list = stagedListOf(first);
  if (list === undefined) return noteExtension([...first, ...rest], first);
  return at(location, () =>
    copyOf(rest.reduce<StagedList>((longer, element) => longer.push(element), list)),
  );
}

/** `array.method(...args)` */
export function callListMethod(
  array: unknown[],
  list: StagedList,
  method: unknown,
  args: readonly unknown[],
): unknown {
  const name = (method as { name?: string } | undefined)?.name ?? 'this method';
  const use = Object.hasOwn(listMethods, name) ? listMethods[name] : undefined;
  if (use === undefined || method !== (Array.prototype as never)[name]) {
    throw unsupportedUse(list, `${name}()`);
  }
  const result = use(array, list, takesThis.has(name) ? withThis(name, args) : args);
  return makesItsClass(method) ? ofItsClass(array, result as unknown[]) : result;
}

/** With a callback that has the `this` that is behind it. */
function withThis(name: string, [callback, self]: readonly unknown[]): readonly unknown[] {
  if (typeof callback !== 'function')
    throw new TypeError(`${name}() is given ${describeValue(callback)}, which is not a function`);
  return [(...args: unknown[]): unknown => Reflect.apply(callback, self, args)];
}

/** What a function of TensorFlow.js or JavaScript gives for arguments among which are such arrays; `undefined` for others. */
export function callOnLists(
  callee: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  const [first, second, self] = args;
  const list = stagedListOf(first);
  const other = args.map(stagedListOf).find((found) => found !== undefined);
  if (callee === Array.from && isPlainObject(first) && isTensor(first.length)) {
    const { length } = first;
    const callback = typeof second === 'function' ? second : () => undefined;
    return () => madeOfLength(length, (...given) => Reflect.apply(callback, self, given));
  }
  if (other === undefined) return undefined;
  const { name } = callee as { name: unknown };
  const op = typeof name === 'string' && name.endsWith('__op') ? opText(name) : null;
  if (list === undefined) {
    if (op !== null) throw unsupportedUse(other, op);
    return undefined;
  }
  if (callee === Object.values) return () => copyOf(list);
  if (listsKeys.has(callee)) throw unsupportedUse(list, `${(callee as { name: string }).name}()`);
  if (callee === stack) return () => moveFirst(list.stack(), (second as number | undefined) ?? 0);
  if (callee === concat) return () => concatenated(list, (second as number | undefined) ?? 0);
  if (callee === addN) return () => sum(list.stack(), 0);
  if (callee === tensor || callee === tensor1d) return () => list.stack();
  if (callee === Array.from) {
    if (typeof second !== 'function') return () => copyOf(list);
    const callback = (item: unknown, index: unknown): unknown =>
      Reflect.apply(second, self, [item, index]);
    return () => mapped(first as unknown[], list, [callback]);
  }
  if (op !== null) throw unsupportedUse(list, op);
  return undefined;
}

/** Functions that make texts of the indices. */
const listsKeys = new Set<unknown>([
  ...[Object.keys, Object.entries],
  ...[Object.getOwnPropertyNames, Reflect.ownKeys],
]);

/** What the program calls an op. */
function opText(name: string): string {
  return `tf.${name.slice(0, -'__op'.length)}()`;
}

/** `f(...args)` of a function of JavaScript, where `args` is such an array; undefined for another one. */
export function callWithList(f: unknown, self: unknown, list: StagedList): unknown {
  if (f === Math.max || f === Math.min) return extremeOf(list, f === Math.max);
  if (f === Math.hypot) return sqrt(sum(square(cast(list.stack(), 'float32'))));
  if (f === Array.of) return copyOf(list);
  const isPushed = f === Array.prototype.push;
  if ((isPushed || f === Array.prototype.unshift) && Array.isArray(self)) {
    const added = copyOf(list);
    const longer = joinedList(isPushed ? [self, added] : [added, self])!;
    makeList(self, longer);
    return longer.length;
  }
  if (nodeOf(list.template) !== null || !Array.isArray(self)) return undefined;
  if (f === Array.prototype.concat) return joined([self, copyOf(list)]);
  if (f === Array.prototype.splice) return spliced('splice', self, list);
  if (f === Array.prototype.toSpliced) return spliced('toSpliced', self, list);
  return undefined;
}

/** Of nothing it is an infinity, which no int32 is. */
function extremeOf(list: StagedList, isMaximum: boolean): Tensor {
  const all = list.stack();
  const { size } = list;
  if (isTensor(size) && all.dtype === 'float32') {
    const ofNothing = isMaximum ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const numbers = concat([reshape(all, [-1]), tensor1d([ofNothing])]);
    return markGuess((isMaximum ? max : min)(numbers), list.columns as readonly Tensor[]);
  }
  if (isTensor(size)) {
    const name = isMaximum ? 'Math.max' : 'Math.min';
    emitAssert(
      gt(size, 0, null) as Tensor,
      `${name}() of the elements of ${quoted(list.name)}, of which there are none, is no int32`,
    );
  }
  return markGuess((isMaximum ? max : min)(all), list.columns as readonly Tensor[]);
}

/** `[a, ...list, b]`: the parts of an array literal; `spread` gives those that are spread. */
export function combined(parts: readonly unknown[][], location: SourceLocation | null): unknown[] {
  const place = parts.findIndex((part) => eitherOf(part) !== undefined);
  if (place !== -1)
    return ofVariant(eitherOf(parts[place])!, (side) =>
      combined(parts.with(place, side as []), location),
    ) as unknown[];
  const isHost = parts.every((part) => stagedListOf(part) === undefined);
  if (isHost) return extended(parts[0]!, parts.slice(1).flat(), location);
  return at(location, () => joined(parts));
}

function moveFirst(stacked: Tensor, axis: number): Tensor {
  const rank = stacked.shape.length;
  const to = axis < 0 ? axis + rank : axis;
  if (to === 0) return stacked;
  const order = shapeOf(stacked)
    .map((_, index) => index)
    .slice(1);
  order.splice(to, 0, 0);
  return transpose(stacked, order);
}

function concatenated(list: StagedList, axis: number): Tensor {
  const stacked = list.stack();
  const shape = shapeOf(stacked).slice(1);
  const along = axis < 0 ? axis + shape.length : axis;
  const moved = moveFirst(stacked, along);
  const sizes = shape.map((size, index) => (index === along ? -1 : size));
  if (sizes.includes(null)) throw unsupportedUse(list, 'tf.concat() of elements of unknown sizes');
  return reshape(moved, sizes as number[]);
}
