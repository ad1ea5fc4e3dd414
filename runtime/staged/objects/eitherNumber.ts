import { cast, type Tensor, where } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { mergedDtype } from '../branches/mergedDtype.js';
import { markChosen } from '../operators/chosenNumbers.js';
import { mayNotBeThere } from '../values/outside.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { isWide, numberOfWords, wordsOf, wordTensor } from '../values/wideInteger.js';

/** One of two numbers that are there for sure, without a branch of the graph; null of anything else. */
export function eitherNumber(condition: Tensor, one: unknown, other: unknown): Tensor | null {
  if ([one, other].some(mayNotBeThere)) return null;
  return eitherValue(condition, one, other);
}

/** The same of what stands for two numbers that may be missing. */
export function eitherValue(condition: Tensor, one: unknown, other: unknown): Tensor | null {
  if (!isNumber(one) || !isNumber(other)) return null;
  const wide = eitherWide(condition, one, other);
  if (wide !== null) return wide;
  const dtype = mergedDtype(one, other);
  if (dtype === null) return null;
  const chosen = where(condition, ofDtype(one, dtype), ofDtype(other, dtype));
  return markChosen(likeNumbers(chosen, [one, other]), condition, [one, other]);
}

/** Of whole numbers that int32 may not hold, and float32 would round. */
function eitherWide(condition: Tensor, one: unknown, other: unknown): Tensor | null {
  const [first, second] = [one, other].some(isWide) ? [one, other].map(wordsOf) : [];
  if (first === undefined || second === undefined) return null;
  const [low, high] = (['low', 'high'] as const).map((word) =>
    where(condition, ...([first[word], second[word]].map(wordTensor) as [Tensor, Tensor])),
  );
  return numberOfWords({ low: low!, high: high! }) as Tensor;
}

function isNumber(value: unknown): value is Tensor | number | boolean {
  if (!isTensor(value)) return typeof value === 'number' || typeof value === 'boolean';
  const isScalar = typeOf(value).shape?.length === 0 && dtypeOf(value) !== 'string';
  return isScalar && !isVariable(value);
}

function ofDtype(value: Tensor | number | boolean, dtype: DataType): Tensor {
  if (!isTensor(value)) return constant(value, dtype);
  return dtypeOf(value) === dtype ? value : cast(value, dtype);
}
