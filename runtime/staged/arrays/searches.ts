import { maximum, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { currentLocation } from '../../trace/session.js';
import { chosenBy } from '../branches/ifStatement.js';
import { and, answerOf, or } from '../branches/logical.js';
import { eq } from '../objects/equality.js';
import { get_item } from '../objects/items.js';
import { sameValueZero } from '../objects/sameValue.js';
import { ge } from '../operators/comparison.js';
import { absentOf } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { markMissing } from '../values/missing.js';
import { isThereOf } from '../values/outside.js';
import { hasOneElement, isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { since, until } from './listSearches.js';
import { type Callback, indexIn, native, positionsOf } from './native.js';
import { noneFound } from './noneFound.js';

/* Methods that look for an element, and stop at it. */

/** `some` and `every` stop at the first answer that decides, as `||` and `&&` do. */
export function fold(
  name: string,
  self: readonly unknown[],
  [callback, thisArgument]: readonly unknown[],
  initial: boolean,
  combine: typeof or,
): unknown {
  let result: unknown = initial;
  const { length } = self;
  for (let index = 0; index < length; index++) {
    if (!(index in self)) continue;
    const answer = () =>
      answerOf(name, (callback as Callback).call(thisArgument, self[index], index, self));
    result = combine(result, answer, null);
  }
  return result;
}

/** The first element that the callback accepts, in the order of the positions. */
export function firstElement(
  name: string,
  positions: readonly number[],
  self: readonly unknown[],
  args: readonly unknown[],
): unknown {
  const index = firstIndex(name, positions, self, args);
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
  return markMissing(noneFound(name), element, isThere);
}

/** The first of the positions whose element the callback accepts; -1 where there is none. */
export function firstIndex(
  name: string,
  positions: readonly number[],
  self: readonly unknown[],
  [callback, thisArgument]: readonly unknown[],
): unknown {
  const from = (start: number): unknown => {
    for (let next = start; next < positions.length; next++) {
      const index = positions[next]!;
      const answer = answerOf(
        name,
        (callback as Callback).call(thisArgument, self[index], index, self),
      );
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
export function includes(self: readonly unknown[], args: readonly unknown[]): unknown {
  const [needle, start] = args;
  if (isTensor(start)) {
    const isAsked = since({ size: self.length }, start);
    const isHere = (item: unknown, index: number) =>
      and(isAsked(index), () => sameValueZero(item, needle), null);
    return fold('includes', [...self], [isHere], false, or);
  }
  const isThere = native<boolean>(self, 'includes', ...args);
  if (isThere || !mayEqual(self, args)) return isThere;
  return fold(
    'includes',
    native(self, 'slice', from(args, self)),
    [(item: unknown) => sameValueZero(item, args[0])],
    false,
    or,
  );
}

export function positionOf(
  name: 'indexOf' | 'lastIndexOf',
  self: readonly unknown[],
  args: readonly unknown[],
): unknown {
  const [needle, start] = args;
  if (isTensor(start)) {
    const isAsked = (name === 'indexOf' ? since : until)({ size: self.length }, start);
    const isHere = (item: unknown, index: number) =>
      and(isAsked(index), () => isElement(item, needle), null);
    const held = positionsOf(self).filter((index) => index in self);
    return firstIndex(name, name === 'indexOf' ? held : held.reverse(), self, [isHere]);
  }
  if (!mayEqual(self, args)) return native(self, name, ...args);
  const positions = positionsOf(self);
  const asked =
    name === 'indexOf'
      ? positions.slice(from(args, self))
      : positions.slice(0, args.length > 1 ? from(args, self) + 1 : self.length).reverse();
  const held = asked.filter((index) => index in self);
  return firstIndex(name, held, self, [(item: unknown) => isElement(item, needle)]);
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
