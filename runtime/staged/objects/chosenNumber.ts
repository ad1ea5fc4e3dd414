import { cast, type Tensor, where } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { lateOf } from '../../trace/late.js';
import { mergedDtype } from '../branches/mergedDtype.js';
import { markChosen } from '../operators/chosenNumbers.js';
import { isThereOf } from '../values/outside.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';

/** One of two numbers that are there for sure, without a branch of the graph; null of anything else. */
export function chosenNumber(condition: Tensor, one: unknown, other: unknown): Tensor | null {
  if (!isNumber(one) || !isNumber(other)) return null;
  const dtype = mergedDtype(one, other);
  if (dtype === null) return null;
  const chosen = where(condition, ofDtype(one, dtype), ofDtype(other, dtype));
  return markChosen(likeNumbers(chosen, [one, other]), condition, [one, other]);
}

function isNumber(value: unknown): value is Tensor | number | boolean {
  if (!isTensor(value)) return typeof value === 'number' || typeof value === 'boolean';
  const isScalar = typeOf(value).shape?.length === 0 && dtypeOf(value) !== 'string';
  const isThere = lateOf(value) === undefined && isThereOf(value) === undefined;
  return isScalar && isThere && !isVariable(value);
}

function ofDtype(value: Tensor | number | boolean, dtype: DataType): Tensor {
  if (!isTensor(value)) return constant(value, dtype);
  return dtypeOf(value) === dtype ? value : cast(value, dtype);
}
