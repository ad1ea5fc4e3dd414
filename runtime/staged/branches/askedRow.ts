import type { Tensor } from '@tensorflow/tfjs-core';
import { knownBounds } from '../../trace/knownBounds.js';
import { rowPlace } from '../../trace/overwritten.js';
import { symbolicData } from '../../trace/symbolic.js';
import { ge, lt } from '../operators/comparison.js';
import { both } from '../values/flags.js';
import { rowAt, rowCount } from '../values/rows.js';
import { isScalar, isTensor } from '../values/tensors.js';

/** A row of a tensor that may have none there. */
interface AskedRow {
  readonly isThere: Tensor | false;
  /** Reads it anew, for the branch in which it is there: elsewhere a backend may refuse to. */
  readonly read: () => Tensor;
}

/**
 * `x[i] ?? 0` of a tensor: outside of an array JavaScript finds undefined, and nothing there counts from the end. Undefined of
 * what is no row, or one that is there for sure.
 */
export function askedRow(value: unknown): AskedRow | undefined {
  const place = isTensor(value) ? rowPlace(value) : undefined;
  if (place === undefined) return undefined;
  const { tensor, index } = place;
  const read = () => rowAt(tensor, index as Tensor);
  if (typeof index === 'number') return index < 0 ? { isThere: false, read } : undefined;
  const data = isTensor(index) && isScalar(index) ? symbolicData(index) : null;
  if (data === null) return undefined;
  const size = rowCount(tensor);
  const { least, most } = knownBounds(data);
  if (least >= 0 && !isTensor(size) && most < size) return undefined;
  const isThere = both(ge(index, 0, null), lt(index, size, null)) as Tensor;
  return { isThere, read };
}
