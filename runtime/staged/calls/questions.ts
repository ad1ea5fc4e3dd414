import { or } from '../branches/logical.js';
import { eq } from '../objects/equality.js';
import { sameValue } from '../objects/sameValue.js';
import { ofVariant, whether } from '../objects/variantTests.js';
import { requireFixedHere } from '../state/fixedObjects.js';
import { hasAliases } from '../values/choice.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** Functions of JavaScript's that ask what a value is. */
const questions = new Set<unknown>([
  ...[Array.isArray, ArrayBuffer.isView],
  ...[Number.isInteger, Number.isSafeInteger, Number.isFinite, Number.isNaN],
]);

const whetherFixed = new Set<unknown>([
  ...[Object.isFrozen, Object.isSealed],
  ...[Object.isExtensible, Reflect.isExtensible],
]);

/** Those of which the answer is no bool for sure, or which an object that is one of two has none for. */
const ofObjects = new Set<unknown>([
  ...whetherFixed,
  ...[Object.getPrototypeOf, Reflect.getPrototypeOf],
]);

export function isQuestion(f: unknown): boolean {
  return questions.has(f) || f === Object.is;
}

/** What such a function answers of an object that a tensor chooses, or leaves out; undefined for any other call. */
export function answerOf(f: unknown, self: unknown, args: readonly unknown[]): unknown {
  const [value, other] = args;
  if (f === Object.prototype.isPrototypeOf) return isPrototype(self, value);
  if (f === Object.is) {
    const isChosen = [value, other].some((one) => variantOf(one) !== undefined || hasAliases(one));
    return isChosen && !isTensor(value) && !isTensor(other) ? sameValue(value, other) : undefined;
  }
  if (ofObjects.has(f)) {
    const variant = variantOf(value);
    if (whetherFixed.has(f)) requireFixedHere(value);
    return (
      variant && ofVariant(variant, (side) => answerOf(f, self, [side]) ?? (f as Question)(side))
    );
  }
  const variant = questions.has(f) ? variantOf(value) : undefined;
  return variant && whether(variant, (side) => answerOf(f, self, [side]) ?? (f as Question)(side));
}

/** Whether one of two objects is a prototype, or has one. */
function isPrototype(prototype: unknown, value: unknown): unknown {
  const variant = variantOf(value);
  if (variant !== undefined) {
    return whether(
      variant,
      (side) => isPrototype(prototype, side) ?? hasPrototype(side, prototype),
    );
  }
  const isChosen =
    variantOf(prototype) !== undefined ||
    hasAliases(prototype) ||
    chosenFunctionOf(prototype) !== undefined;
  return isChosen ? isOneOf(prototype, prototypesOf(value)) : undefined;
}

function isOneOf(object: unknown, others: readonly object[]): unknown {
  return others.reduce<unknown>(
    (isFound, other) => or(isFound, () => eq(object, other, null), null),
    false,
  );
}

function hasPrototype(value: unknown, prototype: unknown): boolean {
  return Object.prototype.isPrototypeOf.call(prototype as object, value as object);
}

function prototypesOf(value: unknown): object[] {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  const prototype = isObject ? (Object.getPrototypeOf(value) as object | null) : null;
  return prototype === null ? [] : [prototype, ...prototypesOf(prototype)];
}

type Question = (value: unknown) => boolean;
