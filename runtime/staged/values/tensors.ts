import { type Tensor, Variable } from '@tensorflow/tfjs-core';
import type { DataType, TensorType } from '../../graph/types.js';
import { isTensor } from '../../trace/isTensor.js';
import { hasUnknownRank, shapeKnownOf } from '../../trace/symbolic.js';

export { isTensor };

export function isVariable(value: unknown): value is Variable {
  return isTensor(value) && value instanceof Variable;
}

/** Whether a condition is for the graph to decide. A variable that is no bool is there or not, as any object: `if (!this.w)`. */
export function decides(value: unknown): value is Tensor {
  return isTensor(value) && (value.dtype === 'bool' || !(value instanceof Variable));
}

export function typeOf(tensor: Tensor): TensorType {
  return { dtype: dtypeOf(tensor), shape: shapeKnownOf(tensor) };
}

export function dtypeOf(tensor: Tensor): DataType {
  return tensor.dtype as DataType;
}

/** The shape as the trace knows it: TensorFlow.js's types do not tell that a size may be null. An error where the rank is not known. */
export function shapeOf(tensor: Tensor): readonly (number | null)[] {
  return tensor.shape;
}

export function isScalar(tensor: Tensor): boolean {
  return !hasUnknownRank(tensor) && tensor.shape.length === 0;
}

/** Whether the tensor is known to have exactly one element. */
export function hasOneElement(tensor: Tensor): boolean {
  return !hasUnknownRank(tensor) && tensor.shape.every((size) => size === 1);
}
