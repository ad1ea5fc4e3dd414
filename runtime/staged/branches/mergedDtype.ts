import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import {
  fits,
  type HostScalar,
  isHostScalar,
  isWeak,
  isWeakTensor,
  naturalDtype,
} from '../values/weak.js';

export function isLeaf(value: unknown): value is Tensor | HostScalar {
  return isTensor(value) || isHostScalar(value);
}

/** The dtype that both values can have without the user's having chosen another; `null` where there is none. */
export function mergedDtype(a: Tensor | HostScalar, b: Tensor | HostScalar): DataType | null {
  const [left, right] = [leafDtype(a), leafDtype(b)];
  if (left === right) return left;
  if (isWeak(a) && isWeak(b)) return 'float32';
  if (!isWeak(a) && canBecome(b, left)) return left;
  if (!isWeak(b) && canBecome(a, right)) return right;
  return null;
}

/** Whether a weakly typed value may take the dtype. */
function canBecome(value: Tensor | HostScalar, dtype: DataType): boolean {
  if (!isTensor(value)) return fits(value, dtype);
  return isWeakTensor(value) && dtypeOf(value) === 'int32' && dtype === 'float32';
}

export function leafDtype(value: Tensor | HostScalar): DataType {
  return isTensor(value) ? dtypeOf(value) : naturalDtype(value);
}
