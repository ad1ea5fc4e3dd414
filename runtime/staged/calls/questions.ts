import { eq } from '../objects/equality.js';
import { ofVariant, whether } from '../objects/variantTests.js';
import { hasAliases } from '../values/choice.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** Functions of JavaScript's that ask what a value is. */
const questions = new Set<unknown>([
  ...[Array.isArray, ArrayBuffer.isView],
  ...[Number.isInteger, Number.isSafeInteger, Number.isFinite, Number.isNaN],
]);

/** Those of which the answer is no bool for sure, or which an object that is one of two has none for. */
const ofObjects = new Set<unknown>([
  ...[Object.isFrozen, Object.isSealed, Object.isExtensible],
  ...[Object.getPrototypeOf, Reflect.getPrototypeOf],
]);

export function isQuestion(f: unknown): boolean {
  return questions.has(f) || f === Object.is;
}

/** What such a function answers of an object that a tensor chooses, or leaves out; undefined for any other call. */
export function answerOf(f: unknown, args: readonly unknown[]): unknown {
  const [value, other] = args;
  if (f === Object.is) {
    const isChosen = [value, other].some((one) => variantOf(one) !== undefined || hasAliases(one));
    return isChosen && !isTensor(value) && !isTensor(other) ? eq(value, other, null) : undefined;
  }
  if (ofObjects.has(f)) {
    const variant = variantOf(value);
    return variant && ofVariant(variant, (side) => answerOf(f, [side]) ?? (f as Question)(side));
  }
  const variant = questions.has(f) ? variantOf(value) : undefined;
  return variant && whether(variant, (side) => answerOf(f, [side]) ?? (f as Question)(side));
}

type Question = (value: unknown) => boolean;
