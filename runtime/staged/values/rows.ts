import {
  any,
  cast,
  cumsum,
  equal,
  gather,
  logicalOr,
  notEqual,
  reshape,
  scalar,
  slice,
  sub,
  sum,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { requireRows, rowsOf } from '../../trace/rows.js';
import { hasUnknownRank } from '../../trace/symbolic.js';
import { isTensor, shapeOf } from './tensors.js';

export {
  requireElements,
  requireLength,
  requireParts,
  requireRows,
  rowsOf,
} from '../../trace/rows.js';

/** How many rows a tensor has: the size of its first axis, an int32 scalar where only the graph will know it. */
export function rowCount(tensor: Tensor): number | Tensor {
  const [count] = shapeOf(requireRows(tensor));
  return count ?? countRows(tensor);
}

/** A tensor that stands for an array as its rows, where these are put into another array; any other value as it is. */
export function opened(value: unknown): unknown {
  if (!isTensor(value)) return value;
  return hasUnknownRank(value) || value.shape.length > 0 ? rowsOf(value) : value;
}

/** One row; `index` is within the first axis. Gradients flow. */
export function rowAt(tensor: Tensor, index: number | Tensor): Tensor {
  if (typeof index !== 'number') return gather(tensor, index);
  const [, ...rest] = shapeOf(tensor);
  if (rest.includes(null)) return gather(tensor, index);
  const begin = [index, ...rest.map(() => 0)];
  return reshape(slice(tensor, begin, [1, ...(rest as number[])]), rest as number[]);
}

/** The index of each row: `0, 1, 2, …`. */
export function rowPositions(tensor: Tensor): Tensor {
  return sub(cumsum(rowOnes(tensor)), scalar(1, 'int32'));
}

/** TensorFlow.js has no kernel that tells a shape, so ones are counted. */
function countRows(tensor: Tensor): Tensor {
  return sum(rowOnes(tensor));
}

function rowOnes(tensor: Tensor): Tensor {
  const isThere = logicalOr(equal(tensor, tensor), notEqual(tensor, tensor));
  const axes = tensor.shape.map((_, axis) => axis).slice(1);
  return cast(axes.length === 0 ? isThere : any(isThere, axes), 'int32');
}
