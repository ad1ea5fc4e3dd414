import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { type DataType, formatType, type TensorType } from '../../graph/types.js';
import { describeValue } from '../values/describeValue.js';
import { dtypeOf, typeOf } from '../values/tensors.js';
import {
  commonDtype,
  fits,
  type HostScalar,
  isHostScalar,
  type Typing,
  typingOf,
} from '../values/weak.js';
import { ofOtherRanks, unlike } from './listErrors.js';

/* Which dtype and shape the rows have of what is added to a list, and what is in it. */

export function ofDtype(tensor: Tensor, dtype: DataType): Tensor {
  return dtypeOf(tensor) === dtype ? tensor : cast(tensor, dtype);
}

/** The dtype of both, where the user left one of them open; `null` where they differ. */
export function rowDtype(column: Typing, leaf: Tensor | HostScalar): DataType | null {
  const common = commonDtype(column, typingOf(leaf));
  return common === null && isHostScalar(leaf) && fits(leaf, column.dtype) ? column.dtype : common;
}

/** What each row of a column is like. */
export function rowTypeOf(
  name: string,
  column: Tensor,
): TensorType & { readonly shape: readonly (number | null)[] } {
  const { dtype, shape } = typeOf(column);
  if (shape === null) throw ofOtherRanks(name);
  return { dtype, shape: shape.slice(1) };
}

/** Along the axes that may be longer in other rows nothing is required. */
export function requireSizes(name: string, column: Tensor, row: Tensor, open: number): void {
  const wanted = rowTypeOf(name, column).shape;
  const { dtype, shape } = typeOf(row);
  const fitsAll = wanted.every(
    (size, axis) => axis < open || size === null || shape![axis] === null || size === shape![axis],
  );
  if (!fitsAll) {
    throw unlike(name, formatType({ dtype, shape: wanted }), describeValue(row));
  }
}
