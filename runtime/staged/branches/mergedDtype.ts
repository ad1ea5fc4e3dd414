import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import {
  commonDtype,
  fits,
  type HostScalar,
  isHostScalar,
  naturalDtype,
  typingOf,
} from '../values/weak.js';

export function isLeaf(value: unknown): value is Tensor | HostScalar {
  return isTensor(value) || isHostScalar(value);
}

/** The dtype that both values can have without the user's having chosen another; `null` where there is none. */
export function mergedDtype(a: Tensor | HostScalar, b: Tensor | HostScalar): DataType | null {
  const [left, right] = [leafDtype(a), leafDtype(b)];
  const common = commonDtype(typingOf(a), typingOf(b));
  if (common !== null) return common;
  if (!isTensor(b) && fits(b, left)) return left;
  return !isTensor(a) && fits(a, right) ? right : null;
}

export function leafDtype(value: Tensor | HostScalar): DataType {
  return isTensor(value) ? dtypeOf(value) : naturalDtype(value);
}
