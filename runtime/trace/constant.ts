import type { BackendValues } from '@tensorflow/tfjs-core';
import type { ConstantData } from '../graph/graph.js';
import type { DataType } from '../graph/types.js';

/** From this size on, a constant of equal elements is kept as the one number. */
const splatThreshold = 8;

/** A copy of the elements, since the caller may reuse its array. `tf.zeros` and `tf.ones` write theirs in full. */
export function constantData(values: BackendValues, dtype: DataType): ConstantData {
  if (dtype === 'string') return { values: Array.from(values as Uint8Array[]) };
  const numbers = values as Float32Array | Int32Array | Uint8Array | readonly number[];
  const first = numbers[0];
  if (typeof first === 'number' && numbers.length >= splatThreshold) {
    if (everyElementIs(numbers, first)) return { splat: first };
  }
  if (dtype === 'float32' || dtype === 'complex64') return { values: Float32Array.from(numbers) };
  return { values: dtype === 'int32' ? Int32Array.from(numbers) : Uint8Array.from(numbers) };
}

function everyElementIs(numbers: ArrayLike<number>, first: number): boolean {
  for (let index = 1; index < numbers.length; index++) {
    if (!Object.is(numbers[index], first)) return false;
  }
  return true;
}
