import type { DataType, TensorType } from '../../graph/types.js';

/**
 * The elements of an array as the rows of one tensor, to be made where the array becomes an element: what elements are like is
 * asked of tensors too whose branch or iteration has ended.
 */
export class StackedCells {
  readonly dtype: DataType;
  readonly shape: readonly (number | null)[];

  constructor(
    readonly cells: readonly unknown[],
    { dtype, shape }: TensorType,
    /** Whether nobody chose the dtype. */
    readonly isWeak: boolean,
    /** Along how many of its axes a row may be shorter than the longest. */
    readonly open: number,
  ) {
    this.dtype = dtype;
    this.shape = [cells.length, ...(shape ?? [])];
  }
}
