import { expandDims, type Tensor } from '@tensorflow/tfjs-core';
import { formatType } from '../../graph/types.js';
import { padTo } from '../../trace/paddedRows.js';
import { describeValue } from '../values/describeValue.js';
import type { unallocated } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { constant, isWeak, isWeakTensor, markGuess, markWeak, typingOf } from '../values/weak.js';
import { ofDtype, requireSizes, rowDtype, rowTypeOf } from './cellTypes.js';
import { concatenated } from './concatenatedRows.js';
import { isListLeaf } from './elements.js';
import { markGrowing } from './growing.js';
import { unlike } from './listErrors.js';

/* One leaf of all elements of an array whose length a tensor decides: a tensor of which each row is that of one element. */

export type Column = Tensor | typeof unallocated;

/** A column with as many rows as its array has elements. */
export interface SizedColumn {
  readonly column: Column;
  readonly size: number | Tensor;
}

/**
 * With the leaf of one element more at its end. `name` is what errors call the array; along `open` axes behind the first rows are
 * as long as the longest.
 */
export function appended(
  name: string,
  { column, size }: SizedColumn,
  leaf: unknown,
  open: number,
): Tensor {
  if (!isListLeaf(leaf)) throw unlike(name, 'tensors or numbers', describeValue(leaf));
  if (!isTensor(column)) {
    const row = expandDims(isTensor(leaf) ? leaf : constant(leaf));
    return markGrowing(isWeak(leaf) ? markWeak(row) : row, open);
  }
  const dtype = rowDtype(typingOf(column), leaf);
  if (dtype === null || (isTensor(leaf) && leaf.shape.length + 1 !== column.shape.length)) {
    throw unlike(name, formatType(rowTypeOf(name, column)), describeValue(leaf));
  }
  const row = isTensor(leaf) ? ofDtype(leaf, dtype) : constant(leaf, dtype);
  const [rows, added] = asLong(ofDtype(column, dtype), expandDims(row), open);
  requireSizes(name, column, row, open);
  const longer = concatenated(name, { rows, size }, { rows: added, size: 1 }, open);
  return markGrowing(markGuess(longer, [column, leaf]), open);
}

/** The rows of one column behind those of the other. */
export function joined(name: string, one: SizedColumn, other: SizedColumn, open: number): Column {
  const { column } = one;
  const added = other.column;
  if (!isTensor(column) || !isTensor(added)) return isTensor(column) ? column : added;
  const dtype = rowDtype(typingOf(column), added);
  if (dtype === null || added.shape.length !== column.shape.length) {
    const types = [column, added].map((rows) => formatType(rowTypeOf(name, rows)));
    throw unlike(name, types[0]!, types[1]!);
  }
  const [rows, more] = asLong(ofDtype(column, dtype), ofDtype(added, dtype), open);
  const all = concatenated(name, { rows, size: one.size }, { rows: more, size: other.size }, open);
  return markGrowing(markGuess(all, [column, added]), open);
}

/** The rows of each as long as the longest of both, along as many axes behind the first. */
export function asLong(one: Tensor, other: Tensor, open: number): [Tensor, Tensor] {
  const axes = Array.from({ length: open }, (_, axis) => axis + 1);
  return [padTo(one, other, axes), padTo(other, one, axes)];
}

/** A row or rows, of which nobody has chosen the dtype where nobody has chosen the column's. */
export function weakLike(column: Tensor, row: Tensor): Tensor {
  return isWeakTensor(column) ? markWeak(row) : row;
}
