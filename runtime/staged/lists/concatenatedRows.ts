import { concat, type Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../../errors.js';
import { noteMeaning } from '../../graph/failure.js';
import {
  formatDimensions,
  isFullyKnown,
  type SourceLocation,
  type TensorType,
} from '../../graph/types.js';
import { emitIf } from '../../trace/controlFlow.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import { symbolicData } from '../../trace/symbolic.js';
import { lt } from '../operators/comparison.js';
import { quoted } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import { rowTypeOf } from './cellTypes.js';

export interface Rows {
  readonly rows: Tensor;
  readonly size: number | Tensor;
}

/**
 * The rows of one behind those of the other. One that is empty may not know the sizes of its rows, and then does not fit, but
 * along the first `open` axes of a row, which are as long in both.
 */
export function concatenated(name: string, one: Rows, other: Rows, open = 0): Tensor {
  const both = () => named(name, concat([one.rows, other.rows]));
  const withOther = () => whereEmpty(name, other, open, () => one.rows, both);
  return whereEmpty(name, one, open, () => other.rows, withOther);
}

function whereEmpty(
  name: string,
  { rows, size }: Rows,
  open: number,
  empty: () => Tensor,
  filled: () => Tensor,
): Tensor {
  if (isFullyKnown(rowTypeOf(name, rows).shape.slice(open))) return filled();
  const isEmpty = lt(size, 1, null);
  if (!isTensor(isEmpty)) return isEmpty ? empty() : filled();
  const branches = [empty, filled].map((branch) => traceSubgraph('list', [], () => [branch()]));
  return emitIf(isEmpty, branches[0]!, branches[1]!)[0]!;
}

/** Where only the elements' shapes at execution tell that they do not fit, the error names the array. */
function named(name: string, rows: Tensor): Tensor {
  const data = symbolicData(rows);
  if (data !== null)
    noteMeaning(data.value, (inputs, location) => otherShapes(name, inputs, location));
  return rows;
}

function otherShapes(
  name: string,
  [others, added]: readonly TensorType[],
  location: SourceLocation | null,
): ExecutionError | null {
  const [wanted, found] = [others, added].map((rows) => formatDimensions(rows!.shape!.slice(1)));
  if (wanted === found) return null;
  return new ExecutionError(
    'list-element',
    `The elements of ${quoted(name)}, whose length a tensor decides, must have one shape, so that they can be one tensor: ` +
      `the others have shape [${wanted}], but here one of shape [${found}] is added.`,
    location,
    'Make them as large as the largest (tf.pad), or keep what you need of each, such as its sum.',
  );
}
