import { Value } from '../../graph/graph.js';
import { type Operation, type ReduceOperation, sizesOf } from '../lower/operation.js';
import { Index, sizeOf } from '../wgsl/index.js';
import type { ScalarType } from '../wgsl/scalar.js';
import type { DeviceModel } from './deviceModel.js';

/** A reduction shorter than this is not worth a second kernel. */
const shortest = 2048;

/** Reduces parts of long rows first, where the rows are too few to keep the device busy. */
export function splitReductions(
  operations: readonly Operation[],
  device: DeviceModel,
): readonly Operation[] {
  return operations.flatMap((operation) => {
    if (operation.kind !== 'reduce' || operation.accumulators.length !== 1) return [operation];
    const rowCount = sizeOf(sizesOf(operation.output));
    const columnCount = sizeOf(operation.inner);
    if (columnCount < shortest || rowCount * 4 > device.parallelism) return [operation];
    const wanted = Math.ceil(device.parallelism / rowCount);
    const parts = Math.min(wanted, Math.ceil(Math.sqrt(columnCount)));
    return split(operation, parts);
  });
}

function split(operation: ReduceOperation, parts: number): Operation[] {
  const { accumulators, combine, element, inner, output } = operation;
  const { type, initial } = accumulators[0]!;
  const outerShape = sizesOf(output);
  const columnCount = sizeOf(inner);
  const length = Math.ceil(columnCount / parts);
  const partial = new Value(dtypes[type], [...outerShape, parts]);
  const first: ReduceOperation = {
    ...operation,
    output: partial,
    inner: [length],
    along: null,
    element(reader, outer, within) {
      const { emitter } = reader;
      const part = outer.axes.at(-1)!;
      const row = Index.ofAxes(emitter, outerShape, outer.axes.slice(0, -1));
      const column = emitter.let(`(${part} * ${length} + ${within.flat})`);
      const read = () => element(reader, row, Index.ofFlat(emitter, inner, column))[0]!;
      if (columnCount % parts === 0) return [read()];
      const none = () => ({ code: initial, type });
      return [emitter.choose(`${column} < ${columnCount}`, type, read, none)];
    },
    result: (_, [accumulated]) => ({ code: accumulated!, type }),
  };
  const second: ReduceOperation = {
    kind: 'reduce',
    output,
    inputs: [partial],
    inner: [parts],
    along: { input: partial, shape: [...outerShape, parts], axes: [outerShape.length] },
    cost: 1,
    accumulators,
    combine,
    ofSubgroup: operation.ofSubgroup,
    element: (reader, outer, within) => [
      reader.read(
        partial,
        Index.ofFlat(
          reader.emitter,
          [...outerShape, parts],
          reader.emitter.let(`(${outer.flat} * ${parts} + ${within.flat})`),
        ),
      ),
    ],
    result: operation.result,
  };
  return [first, second];
}

const dtypes = { f32: 'float32', i32: 'int32', bool: 'bool' } as const satisfies Record<
  ScalarType,
  string
>;
