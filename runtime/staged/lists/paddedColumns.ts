import {
  concat,
  expandDims,
  gather,
  scalar,
  stridedSlice,
  type Tensor,
  zeros,
} from '@tensorflow/tfjs-core';
import { emitWhile } from '../../trace/controlFlow.js';
import { isGone } from '../../trace/heirs.js';
import { traceSubgraph } from '../../trace/subgraph.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { add } from '../operators/arithmetic.js';
import { lt } from '../operators/comparison.js';
import { isTensor, shapeOf } from '../values/tensors.js';
import { type Column, weakLike } from './columns.js';
import { markGrowing } from './growing.js';

/**
 * The columns of an array that has been read as a row of another one, with more rows than it has elements. Who reads
 * elements by their indices needs no others; those that are cut are made where they are asked for.
 */
export class PaddedColumns {
  readonly #cut = new Map<Tracer, readonly Column[]>();

  constructor(
    readonly rows: readonly Column[],
    readonly size: number | Tensor,
  ) {}

  /** With as many rows as there are elements. */
  get exact(): readonly Column[] {
    const tracer = currentTracer();
    for (let outer: Tracer | null = tracer; outer !== null; outer = outer.parent) {
      const known = this.#cut.get(outer);
      if (known !== undefined) return known;
    }
    const columns = this.#made();
    this.#cut.set(tracer, columns);
    return columns;
  }

  #made(): readonly Column[] {
    const { rows, size } = this;
    const tensors = [...rows, size].filter(isTensor);
    // Of an iteration or branch that has ended nobody reads them.
    if (tensors.length === 0 || tensors.some(isGone)) return rows;
    if (isTensor(size)) {
      const places = firstPlaces(size);
      return rows.map((column) =>
        isTensor(column) ? markGrowing(weakLike(column, gather(column, places))) : column,
      );
    }
    return rows.map((column) => {
      if (!isTensor(column) || shapeOf(column)[0] === size) return column;
      return markGrowing(weakLike(column, stridedSlice(column, [0], [size], [1])));
    });
  }
}

/** `0, 1, …`, as many as the tensor says. */
function firstPlaces(count: Tensor): Tensor {
  const types = [
    { dtype: 'int32', shape: [] },
    { dtype: 'int32', shape: [null] },
  ] as const;
  const test = traceSubgraph('rows', types, ([place]) => [lt(place, count, null) as Tensor], true);
  const body = traceSubgraph(
    'rows',
    types,
    ([place, places]) => [add(place, 1, null) as Tensor, concat([places!, expandDims(place!)])],
    true,
  );
  return emitWhile([scalar(0, 'int32'), zeros([0], 'int32')], test, body)[1]!;
}
