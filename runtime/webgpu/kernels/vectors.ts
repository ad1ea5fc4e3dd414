import type { Value } from '../../graph/graph.js';
import { type Access, accessesOf, axisName, isTransparent } from '../fuse/accesses.js';
import { type MapOperation, type Reader, sizesOf } from '../lower/operation.js';
import type { Index } from '../wgsl/index.js';
import type { Scalar } from '../wgsl/scalar.js';
import type { BufferName } from './memoryPlan.js';
import type { KernelContext, KernelWriter } from './writer.js';

/** How four elements that lie side by side read another tensor: four elements of it side by side, or all the same one. */
type Reading = 'vector' | 'splat';

/** Which operations of a kernel compute four elements at a time, and how each of their reads is done, in their order. */
export interface Vectors {
  readonly readings: ReadonlyMap<MapOperation, readonly Reading[]>;
  /** The buffers that are bound as arrays of vectors. */
  readonly buffers: ReadonlySet<BufferName>;
}

/**
 * How a kernel of `members`, each of `size` elements, computes four of them at a time; `null` where it cannot, or where too
 * few invocations would remain to keep the device busy.
 */
export function vectorsOf(
  members: readonly MapOperation[],
  size: number,
  context: KernelContext,
): Vectors | null {
  if (size % 4 !== 0 || size < 4 * context.device.parallelism) return null;
  return vectorsBeside(null, members, context);
}

/** How a kernel that has four elements of `given` at hand computes four of each of `members`. */
export function vectorsBeside(
  given: Value | null,
  members: readonly MapOperation[],
  context: KernelContext,
): Vectors | null {
  const { definitions, stored, plan } = context;
  const readings = new Map<MapOperation, readonly Reading[]>();
  const buffers = new Set<BufferName>();
  const own = new Set(members.map(({ output }) => output));
  if (given !== null) own.add(given);

  const isVector = (operation: MapOperation): boolean => {
    if (readings.has(operation)) return true;
    if (!operation.takesVectors) return false;
    const accesses = accessesOf(operation, definitions);
    const found = accesses.map((access) => readingOf(access, sizesOf(operation.output)));
    if (!found.every((reading) => reading !== null)) return false;
    readings.set(operation, found);
    return accesses.every(
      ({ value }, index) => found[index] === 'splat' || own.has(value) || canRead(value),
    );
  };
  const canRead = (value: Value): boolean => {
    const inlined = inlinedDefinition(value, context);
    if (inlined !== null) return isVector(inlined);
    bind(value);
    return true;
  };
  const bind = (value: Value): void => {
    const location = plan.locations.get(value);
    if (location !== undefined) buffers.add(location.buffer);
  };

  if (!members.every(isVector)) return null;
  for (const value of own) if (stored.has(value)) bind(value);
  return { readings, buffers };
}

/** What computes the tensor where it is read, because it is not in memory. */
function inlinedDefinition(
  value: Value,
  { definitions, stored }: KernelContext,
): MapOperation | null {
  const definition = definitions.get(value);
  return definition?.kind === 'map' && !stored.has(value) ? definition : null;
}

/** `null` where it is neither, or where that is not known. */
function readingOf({ value, isSame, axes }: Access, shape: readonly number[]): Reading | null {
  if (isSame) return 'vector';
  if (axes.length === 0) return 'splat';
  const last = shape.findLastIndex((size) => size !== 1);
  if (shape[last]! % 4 !== 0 || !axes.every((axis) => /^(x\d+|\d+)$/.test(axis))) return null;
  const lane = axisName(last);
  if (!axes.includes(lane)) return 'splat';
  const isContiguous =
    axes.indexOf(lane) === axes.length - 1 &&
    sizesOf(value).findLast((size) => size !== 1) === shape[last];
  return isContiguous ? 'vector' : null;
}

/** Writes an operation for four elements that lie side by side; `index` is the place of the first. */
export function emitVector(
  operation: MapOperation,
  index: Index,
  writer: KernelWriter,
  vectors: Vectors,
): Scalar {
  const { emitter } = writer;
  const readings = vectors.readings.get(operation)!.values();
  const reader: Reader = {
    emitter,
    draw: (node, place, iterations) => writer.draw(node, place, iterations),
    read(value, place) {
      const inlined = inlinedDefinition(value, writer.context);
      if (inlined !== null && isTransparent(inlined)) return inlined.emit(reader, place);
      const reading = readings.next().value!;
      if (reading === 'splat') {
        const { code, type } = emitter.inLanes(1, () => writer.read(value, place));
        return /^v\d+$/.test(code) ? emitter.scalar(`vec4(${code})`, type) : { code, type };
      }
      const known = writer.known.get(value);
      if (known !== undefined) return known;
      return emitter.once(`${value.id} ${place.key} by four`, () =>
        inlined === null
          ? writer.readVector(value, place)
          : emitVector(inlined, place, writer, vectors),
      );
    },
  };
  return emitter.inLanes(4, () => operation.emit(reader, index));
}
