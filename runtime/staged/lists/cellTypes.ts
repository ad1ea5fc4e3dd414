import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { type DataType, formatType } from '../../graph/types.js';
import { describeValue } from '../values/describeValue.js';
import { dtypeOf, typeOf } from '../values/tensors.js';
import { fits, type HostScalar, isHostScalar, isWeak, isWeakTensor } from '../values/weak.js';
import { leafType } from './elements.js';
import { unlike } from './listErrors.js';

/* Which dtype and shape the rows have of what is added to a list, and what is in it. */

export function ofDtype(tensor: Tensor, dtype: DataType): Tensor {
  return dtypeOf(tensor) === dtype ? tensor : cast(tensor, dtype);
}

export function commonDtype(column: Tensor, leaf: Tensor | HostScalar): DataType | null {
  return commonOf(dtypeOf(column), isWeakTensor(column), leaf);
}

/** The dtype of both, where the user left one of them open; `null` where they differ. */
export function commonOf(dtype: DataType, isGuess: boolean, leaf: unknown): DataType | null {
  const found = leafType(leaf).dtype;
  if (found === dtype) return dtype;
  if (isHostScalar(leaf) && fits(leaf, dtype)) return dtype;
  if (isWeak(leaf) && found === 'int32' && dtype === 'float32') return dtype;
  return isGuess && dtype === 'int32' && found === 'float32' ? found : null;
}

export function requireSizes(name: string, column: Tensor, row: Tensor): void {
  const wanted = typeOf(column).shape!.slice(1);
  const { dtype, shape } = typeOf(row);
  const fitsAll = wanted.every(
    (size, axis) => size === null || shape![axis] === null || size === shape![axis],
  );
  if (!fitsAll) {
    throw unlike(name, formatType({ dtype, shape: wanted }), describeValue(row));
  }
}
