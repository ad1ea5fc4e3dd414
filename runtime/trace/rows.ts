import { type Tensor, unstack } from '@tensorflow/tfjs-core';
import { type DataType, formatType, type TensorType } from '../graph/types.js';
import { errorHere } from './errorHere.js';
import { markRow } from './overwritten.js';

/** The rows of a tensor, as the elements of an array. The number of rows must be known. */
export function rowsOf(tensor: Tensor): Tensor[] {
  const [size] = requireRows(tensor).shape as (number | null)[];
  if (size === 0) return [];
  if (typeof size === 'number') {
    const rows: Tensor[] = unstack(tensor);
    for (const [index, row] of rows.entries()) markRow(row, tensor, index);
    return rows;
  }
  throw errorHere(
    'unknown-size',
    `The rows of ${formatType(typeOf(tensor))} cannot be spread, destructured or passed to an array method: how ` +
      'many there are is not known while tracing.',
    'Use a for loop over the tensor.',
  );
}

export function requireRows(tensor: Tensor): Tensor {
  return requireAxis(tensor, 'rows to iterate over', 'To count up to it, use range(n).');
}

/** As `requireRows`, where the rows are counted. */
export function requireLength(tensor: Tensor): Tensor {
  const advice = 'A number has none either. How many elements a tensor has is its size: x.size.';
  return requireAxis(tensor, 'rows, and so no length', advice);
}

/** As `requireRows`, where a pattern `[a, b]` takes the tensor apart. */
export function requireParts(tensor: Tensor): Tensor {
  const advice =
    'Where it is a row of a tensor, and its index is wanted too, loop over the entries: for (const [index, row] of x.entries()).';
  return requireAxis(tensor, 'rows that a pattern [a, b] could take', advice);
}

/** As `requireRows`, where the tensor is indexed. */
export function requireElements(tensor: Tensor): void {
  const advice =
    'Use it as it is: a tensor takes one index for each of its axes, and a scalar has none.';
  requireAxis(tensor, 'elements to index', advice);
}

function requireAxis(tensor: Tensor, missing: string, advice: string): Tensor {
  if (tensor.shape.length > 0) return tensor;
  throw errorHere(
    'scalar-iteration',
    `A scalar ${formatType(typeOf(tensor))} has no ${missing}.`,
    advice,
  );
}

function typeOf({ dtype, shape }: Tensor): TensorType {
  return { dtype: dtype as DataType, shape };
}
