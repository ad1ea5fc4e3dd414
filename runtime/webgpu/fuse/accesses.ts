import type { Value } from '../../graph/graph.js';
import { type MapOperation, type Operation, type Reader, sizesOf } from '../lower/operation.js';
import { Emitter } from '../wgsl/emitter.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { scalarTypeOf } from '../wgsl/scalar.js';

/** Where an operation reads a tensor, seen from the element that it computes. */
export interface Access {
  readonly value: Value;
  /** Whether it is the element at the same position in row-major order. */
  readonly isSame: boolean;
  /** The expressions of the axes, in terms of `axisName`s of the element computed; those of size one are left out. */
  readonly axes: readonly string[];
}

/** Stands for the position of the element computed. */
const position = 'x';

export const axisName = (axis: number): string => `x${axis}`;

/** Operations by the tensor that they define. */
export type Definitions = ReadonlyMap<Value, Operation>;

/**
 * What an operation reads, looking through those that only compute where to read. It is found by writing the operation
 * once, for an element whose axes have names that can be recognised.
 */
export function accessesOf(operation: Operation, definitions: Definitions): Access[] {
  const emitter = new Emitter();
  const accesses: Access[] = [];
  const space = spaceOf(operation);
  const names = space.map((_, axis) => axisName(axis));
  const reader: Reader = {
    emitter,
    read(value, index) {
      const definition = definitions.get(value);
      if (isTransparent(definition)) return definition.emit(reader, index);
      accesses.push(describe(value, index, sizeOf(space)));
      // Different names, so that no two reads are taken for one.
      return { code: `e${accesses.length}`, type: scalarTypeOf(value.dtype) };
    },
    draw: () => ({ code: 'drawn', type: 'f32' }),
  };
  const whole = Index.ofAxes(emitter, space, names, position);
  switch (operation.kind) {
    case 'map':
      operation.emit(reader, whole);
      break;
    case 'reduce': {
      const { along, inner } = operation;
      if (along !== null) {
        reader.read(along.input, whole);
        break;
      }
      const outer = sizesOf(operation.output);
      const [outerNames, innerNames] = [names.slice(0, outer.length), names.slice(outer.length)];
      operation.element(
        reader,
        Index.ofAxes(emitter, outer, outerNames),
        Index.ofAxes(emitter, inner, innerNames),
      );
      break;
    }
    case 'matmul':
      // Neither operand is read at the place that is computed.
      for (const operand of [operation.a, operation.b]) {
        const sizes = sizesOf(operand);
        const places = sizes.map((_, axis) => axisName(axis));
        reader.read(operand, Index.ofAxes(emitter, sizes, places));
      }
  }
  return accesses;
}

/** All elements that an operation looks at: for a reduction those that it combines. */
export function spaceOf(operation: Operation): readonly number[] {
  if (operation.kind !== 'reduce') return sizesOf(operation.output);
  return operation.along?.shape ?? [...sizesOf(operation.output), ...operation.inner];
}

/** Whether an element costs nothing but the place where it is read. */
export function isTransparent(operation: Operation | undefined): operation is MapOperation {
  return operation?.kind === 'map' && operation.cost === 0;
}

function describe(value: Value, index: Index, spaceSize: number): Access {
  const sizes = sizesOf(value);
  return {
    value,
    isSame: index.knownFlat === position || (spaceSize === 1 && sizeOf(sizes) === 1),
    axes: index.axes.filter((_, axis) => sizes[axis] !== 1),
  };
}
