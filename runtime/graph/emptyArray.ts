import type { DataType } from './types.js';

/** The array that holds elements of the dtype, zeros. Complex ones are pairs of floats. */
export function emptyArray(dtype: DataType, size: number): Float32Array | Int32Array | Uint8Array {
  if (dtype === 'int32') return new Int32Array(size);
  return dtype === 'bool' ? new Uint8Array(size) : new Float32Array(size);
}
