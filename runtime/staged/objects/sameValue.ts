import {
  div,
  equal,
  isNaN as isNaNTensor,
  less,
  logicalAnd,
  logicalOr,
  scalar,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { and } from '../branches/logical.js';
import { elementsOf, missingLate } from '../operators/late.js';
import { isTensor } from '../values/tensors.js';
import { eq } from './equality.js';

/** What `includes`, and the keys of a Map or Set, take for the same: as `===`, and NaN is NaN. */
export function sameValueZero(a: unknown, b: unknown): unknown {
  const found = eq(a, b, null);
  if (!isTensor(found) || !mayBeNaN(a) || !mayBeNaN(b)) return found;
  return logicalOr(found, logicalAnd(isNotANumber(a), isNotANumber(b)));
}

/** What `Object.is` takes for the same: 0 is not -0 either. */
export function sameValue(a: unknown, b: unknown): unknown {
  const found = sameValueZero(a, b);
  if (found === false || !isNumber(a) || !isNumber(b)) return found;
  if (!mayBeNegativeZero(a) && !mayBeNegativeZero(b)) return found;
  return and(found, () => eq(isNegativeZero(a), isNegativeZero(b), null), null);
}

function isNumber(x: unknown): x is Tensor | number {
  return isTensor(x) ? x.dtype === 'float32' || x.dtype === 'int32' : typeof x === 'number';
}

function mayBeNaN(x: unknown): x is Tensor | number {
  return isTensor(x) ? x.dtype === 'float32' : Number.isNaN(x);
}

/** What stands for a number that is missing may be NaN, but undefined is not. */
function isNotANumber(x: Tensor | number): Tensor {
  if (!isTensor(x)) return scalar(true);
  const isIt = isNaNTensor(elementsOf(x) as Tensor);
  const late = missingLate(x);
  return late === undefined ? isIt : logicalAnd(late.isSet, isIt);
}

function mayBeNegativeZero(x: Tensor | number): boolean {
  return isTensor(x) ? x.dtype === 'float32' : Object.is(x, -0);
}

function isNegativeZero(x: Tensor | number): Tensor | boolean {
  if (!isTensor(x) || x.dtype !== 'float32') return Object.is(x, -0);
  const value = elementsOf(x) as Tensor;
  return logicalAnd(equal(value, 0), less(div(1, value), 0));
}
