import {
  addN,
  concat,
  reshape,
  stack,
  sum,
  type Tensor,
  tensor,
  tensor1d,
  transpose,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import type { SourceLocation } from '../../graph/types.js';
import { emitAssert } from '../../trace/effects.js';
import { at, currentLocation } from '../../trace/session.js';
import { if_exp, if_stmt } from '../branches/ifStatement.js';
import { and, or } from '../branches/logical.js';
import {
  arrayOf,
  listFrom,
  type StagedList,
  sampleOf,
  stagedListOf,
  unlikeElement,
} from '../lists/stagedList.js';
import { for_stmt } from '../loops/forStatement.js';
import { iterable } from '../loops/iterable.js';
import { range } from '../loops/range.js';
import { rowAtIndex } from '../objects/items.js';
import { add } from '../operators/arithmetic.js';
import { gt, lt } from '../operators/comparison.js';
import { requirePresent } from '../operators/operands.js';
import { noteExtension } from '../state/extension.js';
import { state } from '../state/state.js';
import { rowCount } from '../values/rows.js';
import { isTensor, shapeOf } from '../values/tensors.js';
import { isWeakTensor, markWeak } from '../values/weak.js';

/** What staged code does with an array whose length a tensor decides (`StagedList`). */

/** `x.length`; of a tensor the number of its rows. */
export function length_of(x: unknown, location: SourceLocation): unknown {
  requirePresent(x);
  const list = stagedListOf(x);
  if (list !== undefined) return sizeOf(list);
  if (isTensor(x)) return at(location, () => rowCount(x));
  return (x as { length: unknown }).length;
}

/** The first `...list` of an array literal. */
export function spread(value: unknown, location: SourceLocation): unknown {
  if (stagedListOf(value) !== undefined) return value;
  return noteExtension([...(iterable(value, location) as [])], value);
}

/** `[...first, ...rest]`, where `first` comes from `spread`. */
export function extended(
  first: unknown[],
  rest: readonly unknown[],
  location: SourceLocation,
): unknown[] {
  const list = stagedListOf(first);
  if (list === undefined) return noteExtension([...first, ...rest], first);
  return at(location, () =>
    arrayOf(rest.reduce<StagedList>((longer, element) => longer.push(element), list)),
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
  const use = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (use === undefined || method !== (Array.prototype as never)[name]) {
    throw unsupported(list, `${name}()`);
  }
  return use(array, list, args);
}

/** What a function of TensorFlow.js or JavaScript gives for arguments among which are such arrays; `undefined` for others. */
export function callOnLists(
  callee: unknown,
  args: readonly unknown[],
): (() => unknown) | undefined {
  const [first, second] = args;
  const list = stagedListOf(first);
  if (list === undefined) return undefined;
  if (callee === stack) return () => moveFirst(list.stack(), (second as number | undefined) ?? 0);
  if (callee === concat) return () => concatenated(list, (second as number | undefined) ?? 0);
  if (callee === addN) return () => sum(list.stack(), 0);
  if (callee === tensor || callee === tensor1d) return () => list.stack();
  if (callee === Array.from) {
    return () =>
      second === undefined ? arrayOf(list) : mapped(first as unknown[], list, args.slice(1));
  }
  const name = (callee as { name: string }).name;
  if (name.endsWith('__op')) throw unsupported(list, `tf.${name.slice(0, -'__op'.length)}()`);
  return undefined;
}

type Method = (array: unknown[], list: StagedList, args: readonly unknown[]) => unknown;
type Callback = (...args: unknown[]) => unknown;

/** An array of the elements of all, any of which may be one whose length a tensor decides. */
function joined(arrays: readonly (readonly unknown[])[]): unknown[] {
  const list = arrays.map(stagedListOf).find((found) => found !== undefined);
  if (list === undefined) return arrays.flat();
  const lists = arrays.map((array) => {
    const known = stagedListOf(array) ?? listFrom(list.name, array, sampleOf(list)!);
    if (known === null) throw unlikeElement(list, array[0]);
    return known;
  });
  return arrayOf(lists.reduce((all, next) => all.joined(next)));
}

/** `array.concat(...others)`, where one of them is such an array. */
export function concatenatedArrays(
  array: readonly unknown[],
  others: readonly unknown[],
): unknown[] {
  return joined([array, ...others.map((other) => (Array.isArray(other) ? other : [other]))]);
}

/** `[a, ...list, b]`: the parts of an array literal; `spread` gives those that are spread. */
export function combined(parts: readonly unknown[][], location: SourceLocation): unknown[] {
  const isHost = parts.every((part) => stagedListOf(part) === undefined);
  if (isHost) return extended(parts[0]!, parts.slice(1).flat(), location);
  return at(location, () => joined(parts));
}

/** The elements that the callback accepts, of an array of JavaScript's. */
export function filtered(array: readonly unknown[], callback: Callback): unknown[] {
  const chosen: unknown[] = [];
  const unchanging = contentsOf('the result of filter()', chosen);
  array.forEach((item, index) => {
    if_stmt(
      callback(item, index, array),
      () => push(chosen, item),
      () => {},
      unchanging,
      currentLocation(),
    );
  });
  return chosen;
}

const methods: Record<string, Method> = {
  push(array, list, args) {
    const longer = args.reduce<StagedList>((grown, element) => grown.push(element), list);
    makeList(array, longer);
    return sizeOf(longer);
  },
  at: (array, list, [index]) => rowAtIndex(array, fromEnd(list, index)),
  slice: (_, list, args) => {
    if (args.length > 0 && args[0] !== 0) throw unsupported(list, 'slice() of a part');
    return arrayOf(list);
  },
  concat: (array, _, args) => concatenatedArrays(array, args),
  map: mapped,
  filter(array, _, [callback]) {
    const chosen: unknown[] = [];
    const unchanging = contentsOf('the result of filter()', chosen);
    eachOf(array, callback as Callback, unchanging, (answer, item) => {
      if_stmt(
        answer,
        () => push(chosen, item),
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
  some: (array, _, [callback]) => folded(array, callback as Callback, false, or),
  every: (array, _, [callback]) => folded(array, callback as Callback, true, and),
};

function mapped(array: unknown[], _: StagedList, [callback]: readonly unknown[]): unknown[] {
  const results: unknown[] = [];
  const state = contentsOf('the result of map()', results);
  eachOf(array, callback as Callback, state, (result) => push(results, result));
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

function push(array: unknown[], element: unknown): void {
  const list = stagedListOf(array);
  if (list === undefined) array.push(element);
  else makeList(array, list.push(element));
}

function contentsOf(name: string, array: unknown[]): ReturnType<typeof state> {
  return state(
    [name],
    () => [array],
    () => {},
    { mutated: [0] },
  );
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

/** JavaScript's numbers have one type: a count gives way to the dtype beside it. */
function sizeOf({ size }: StagedList): number | Tensor {
  return isTensor(size) && !isWeakTensor(size) ? markWeak(size) : size;
}

/** The index counted from the front. */
function fromEnd({ size }: StagedList, index: unknown): number | Tensor {
  const place = currentLocation();
  const counted = () => add(size, index, place);
  return if_exp(lt(index, 0, place), counted, () => index, place) as number | Tensor;
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
  if (sizes.includes(null)) throw unsupported(list, 'tf.concat() of elements of unknown sizes');
  return reshape(moved, sizes as number[]);
}

function unsupported(list: StagedList, use: string): StagingError {
  return new StagingError(
    'list-use',
    `'${list.name}' is an array whose length a tensor decides, since a branch or loop that a tensor decides ` +
      `about adds to it: ${use} cannot be used on it.`,
    currentLocation(),
    'It can be pushed to, indexed, looped over, returned, used with map, filter, reduce, some, every, at, concat ' +
      'and length, and made a tensor with tf.stack or tf.concat.',
  );
}
