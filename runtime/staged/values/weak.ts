import { complex, scalar, type Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { isTracing } from '../../trace/session.js';
import { isTensor } from './tensors.js';

/*
 * JavaScript has one type of number, tensors have several. A host number is therefore weakly typed: beside a tensor it
 * takes the tensor's dtype where it fits exactly. A tensor that was made of nothing but host numbers (a counter of a
 * staged loop, say) stays weakly typed: its dtype was our guess, and gives way to one that the user chose.
 */

const weakTensors = new WeakSet<Tensor>();

export function markWeak(tensor: Tensor): Tensor {
  weakTensors.add(tensor);
  return tensor;
}

export function isWeakTensor(value: unknown): boolean {
  return isTensor(value) && weakTensors.has(value);
}

/**
 * An int32 tensor, for whatever rests on its being one without an op that says so. Where a loop makes it float32 after all,
 * its body is traced anew for that, unless nothing but casts to float32 has to do with it (`retype.ts`).
 */
export function asIntegers(tensor: Tensor): Tensor {
  return isWeakTensor(tensor) && isTracing() ? markWeak(tensor.clone()) : tensor;
}

export type HostScalar = number | boolean | string;

export function isHostScalar(value: unknown): value is HostScalar {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}

/** Whether the value's dtype is not the user's choice. */
export function isWeak(value: unknown): boolean {
  return typeof value === 'number' || isWeakTensor(value);
}

/** The dtype that a host value has as a tensor when nothing else decides: integers are int32. */
export function naturalDtype(value: HostScalar): DataType {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return isInt32(value) ? 'int32' : 'float32';
}

/** Whether the host value can become a tensor of this dtype without changing. */
export function fits(value: HostScalar, dtype: DataType): boolean {
  if (typeof value !== 'number') return naturalDtype(value) === dtype;
  if (dtype === 'float32' || dtype === 'complex64') return true;
  return dtype === 'int32' && isInt32(value);
}

export function constant(value: HostScalar, dtype: DataType = naturalDtype(value)): Tensor {
  return dtype === 'complex64' ? complex(value as number, 0) : scalar(value, dtype);
}

function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}
