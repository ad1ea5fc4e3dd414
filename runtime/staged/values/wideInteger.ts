import {
  add,
  cast,
  equal,
  greaterEqual,
  less,
  logicalAnd,
  logicalOr,
  mul,
  scalar,
  sub,
  type Tensor,
  zerosLike,
} from '@tensorflow/tfjs-core';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from './structure.js';
import { isScalar, isTensor } from './tensors.js';
import { constant, markWeak } from './weak.js';
import { markWhole } from './wholeNumbers.js';

/*
 * `hash >>> 0` is a whole number from 0 to 2 ** 32, of which int32 has one half, and float32 every 256th at its end. A tensor of
 * such numbers is float32, and remembers two int32 words that say which number it is: bit operators and remainders take those.
 */

const span = 2 ** 32;

/** `low + high * 2 ** 32` */
export interface Words {
  /** The last 32 bits, as a signed number. */
  readonly low: Tensor | number;
  readonly high: Tensor | number;
}

type TensorWords = Words & { readonly low: Tensor };

const known = new WeakMap<Tensor, TensorWords>();

export function rememberWords(number: Tensor, words: TensorWords): void {
  known.set(number, words);
}

/** The words of a tensor that remembers them. */
export function rememberedWords(value: unknown): TensorWords | undefined {
  const words = isTensor(value) ? known.get(value) : undefined;
  return words?.low.isDisposed === true ? undefined : words;
}

/** The number that `made` holds is the one that `value` is: what is known of that is known of it. */
export function sameWords(made: Tensor, value: unknown): Tensor {
  const words = rememberedWords(value);
  if (words !== undefined) rememberWords(made, words);
  return made;
}

/** The number of these words: float32, which nobody has chosen, where one of them is a tensor. */
export function numberOfWords({ low, high }: Words): Tensor | number {
  if (!isTensor(low) && !isTensor(high)) return low + high * span;
  const [first, second] = [wordTensor(low), wordTensor(high)];
  const above = mul(cast(second, 'float32'), scalar(span, 'float32'));
  const number = markWeak(markWhole(add(cast(first, 'float32'), above)));
  rememberWords(number, { low: first, high });
  return number;
}

/** The sum of two such numbers, or the difference. */
export function combinedWords(symbol: '+' | '-', one: Words, other: Words): Words {
  const [a, b] = [wordTensor(one.low), wordTensor(other.low)];
  const isSum = symbol === '+';
  const low = isSum ? add(a, b) : sub(a, b);
  // Two numbers of one sign whose sum has the other one.
  const second = isSum ? b : sub(scalar(-1, 'int32'), b);
  const isOver = logicalAnd(logicalAnd(notBelowZero(a), notBelowZero(second)), less(low, 0));
  const isUnder = logicalAnd(logicalAnd(less(a, 0), less(second, 0)), notBelowZero(low));
  const carried = sub(cast(isOver, 'int32'), cast(isUnder, 'int32'));
  const [above, aboveOther] = [wordTensor(one.high), wordTensor(other.high)];
  return { low, high: add(isSum ? add(above, aboveOther) : sub(above, aboveOther), carried) };
}

/** Whether the one is less than the other, or both are equal. */
export function comparedWords(one: Words, other: Words): { less: Tensor; equal: Tensor } {
  const [[low, high], [otherLow, otherHigh]] = [one, other].map((words) => [
    wordTensor(words.low),
    wordTensor(words.high),
  ]) as [[Tensor, Tensor], [Tensor, Tensor]];
  const isSame = equal(high, otherHigh);
  return {
    less: logicalOr(less(high, otherHigh), logicalAnd(isSame, less(low, otherLow))),
    equal: logicalAnd(isSame, equal(low, otherLow)),
  };
}

function notBelowZero(word: Tensor): Tensor {
  return greaterEqual(word, 0);
}

export function wordTensor(word: Tensor | number): Tensor {
  return isTensor(word) ? word : constant(word, 'int32');
}

/** The words of any value that is a whole number of 32 bits, signed or unsigned, for sure. */
export function wordsOf(value: unknown): Words | undefined {
  if (typeof value === 'number') return Math.abs(value) < span ? wordsOfNumber(value) : undefined;
  if (!isTensor(value)) return undefined;
  if (value.dtype !== 'int32') return rememberedWords(value);
  return { low: value, high: isScalar(value) ? 0 : zerosLike(value) };
}

function wordsOfNumber(value: number): Words | undefined {
  if (!Number.isInteger(value) || Object.is(value, -0)) return undefined;
  const low = value | 0;
  return { low, high: (value - low) / span };
}

/** Whether it is such a number and int32 may not hold it. */
export function isWide(value: unknown): boolean {
  if (isTensor(value)) return known.has(value);
  return typeof value === 'number' && wordsOf(value) !== undefined && (value | 0) !== value;
}

/** A whole number as a loop carries it that iterations may leave beyond int32. */
export class WideInteger implements Composite {
  readonly [compositeKind] = 'a whole number of 32 bits';
  readonly [compositeLabels] = [' (its last 32 bits)', ' (what is above them)'];

  constructor(readonly words: Words) {}

  [compositeParts](): readonly unknown[] {
    return [this.words.low, this.words.high];
  }

  [withParts]([low, high]: readonly unknown[]): WideInteger {
    return new WideInteger({ low, high } as Words);
  }
}
