import { complex, scalar, type Tensor } from '@tensorflow/tfjs-core';
import type { DataType } from '../../graph/types.js';
import { isTracing } from '../../trace/session.js';
import { symbolicData } from '../../trace/symbolic.js';
import { inheriting } from './primitiveMembers.js';
import { dtypeOf, isScalar, isTensor } from './tensors.js';

/*
 * JavaScript has one type of number, tensors have several. A host number is therefore weakly typed: beside a tensor it
 * takes the tensor's dtype where it fits exactly. A tensor that was made of nothing but host numbers (a counter of a
 * staged loop, say) stays weakly typed: its dtype was our guess, and gives way to one that the user chose.
 */

const weakTensors = new WeakSet<Tensor>();

export function markWeak(tensor: Tensor): Tensor {
  weakTensors.add(tensor);
  // In JavaScript the end of a `tf.tidy()` leaves numbers as they are.
  if (symbolicData(tensor) !== null) tensor.kept = true;
  if (tensor.dtype !== 'string') giveMembers(tensor);
  return tensor;
}

/** Names that numbers have, and tensors have not, or only as any object has them. */
const names = ['constructor', Symbol.toStringTag, 'toExponential', 'toFixed', 'toPrecision'];

/** Lets the program read of a scalar what it would of a number or bool. */
export const giveMembers = inheriting(names, (tensor) => {
  if (!isScalar(tensor)) return undefined;
  return tensor.dtype === 'bool' ? Boolean.prototype : Number.prototype;
});

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
  return typeof value === 'number' || typeof value === 'boolean' || isWeakTensor(value);
}

/** A dtype, and whether it is our guess. */
export interface Typing {
  readonly dtype: DataType;
  readonly isWeak: boolean;
}

export function typingOf(value: Tensor | HostScalar): Typing {
  return {
    dtype: isTensor(value) ? dtypeOf(value) : naturalDtype(value),
    isWeak: isWeak(value),
  };
}

/** The dtype that either value can have without the user's having chosen another; `null` where there is none. */
export function commonDtype(a: Typing, b: Typing): DataType | null {
  if (a.dtype === b.dtype) return a.dtype;
  const areNumbers = [a, b].every(({ dtype }) => dtype === 'int32' || dtype === 'float32');
  return areNumbers && (a.isWeak || b.isWeak) ? 'float32' : null;
}

/** Whether nobody chose the dtype of what was made of these: integers that are float32 beside a fraction are not chosen so. */
export function isGuess(made: DataType, operands: readonly Typing[]): boolean {
  return operands.every(({ dtype, isWeak }) => isWeak || dtype !== made);
}

/** What was made of the values, weakly typed where nobody chose its dtype. */
export function markGuess(made: Tensor, values: readonly (Tensor | HostScalar)[]): Tensor {
  return isGuess(dtypeOf(made), values.map(typingOf)) ? markWeak(made) : made;
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
