import type { Value } from '../graph/graph.js';
import type { Cluster } from './fuse/cluster.js';
import type { Materialization } from './fuse/materialize.js';
import { splatOf } from './lower/constants.js';
import type { Region } from './lower/operation.js';
import { sizesOf } from './lower/operation.js';
import { sizeOf } from './wgsl/index.js';

/** Where the elements of a tensor are. */
export interface Location {
  readonly buffer: BufferName;
  /** The first element, in elements of four bytes. */
  readonly offset: number;
}

/** A buffer that kernels bind: one that enters or leaves a run, what a run needs in between, or constants. */
export type BufferName = `external${number}` | 'arena' | 'constants';

export interface MemoryPlan {
  readonly locations: ReadonlyMap<Value, Location>;
  /** In elements. */
  readonly arenaSize: number;
  /** In elements; the places of constants that kernels read. */
  readonly constantsSize: number;
  /** Which parameter's buffer each output is written into, where it replaces that one. */
  readonly inPlace: ReadonlyMap<number, number>;
  /** Those outputs. */
  readonly writtenOver: ReadonlySet<Value>;
}

/** Every tensor begins at a multiple of so many elements, so that vectors of four can be loaded. */
const alignment = 4;

/**
 * Gives each stored tensor its place, for kernels that run in the order of `clusters`. Parameters come first among the external buffers, then the outputs that kernels
 * write. What is needed between kernels shares one arena, each place used again when its tensor has been read for the
 * last time.
 *
 * `replaced` says which parameter each output replaces, where one does: such an output is written in place when no other
 * kernel, and no other invocation, reads the parameter from then on.
 */
export function planMemory(
  region: Region,
  { stored, uses }: Materialization,
  clusters: readonly Cluster[],
  replaced: ReadonlyMap<number, number>,
): MemoryPlan {
  const positions = new Map(clusters.map((cluster, position) => [cluster, position]));
  const positionOf = (cluster: Cluster): number => positions.get(cluster)!;
  const locations = new Map<Value, Location>();
  region.parameters.forEach((parameter, index) => {
    locations.set(parameter, { buffer: `external${index}`, offset: 0 });
  });
  const inPlace = new Map<number, number>();
  const writers = new Map(
    clusters.flatMap((cluster) => cluster.members.map(({ output }) => [output, cluster] as const)),
  );
  region.outputs.forEach((output, index) => {
    if (locations.has(output)) return;
    const parameterIndex = replaced.get(index);
    const parameter = parameterIndex === undefined ? undefined : region.parameters[parameterIndex];
    if (parameter !== undefined && canReplace(parameter, output)) {
      inPlace.set(index, parameterIndex!);
      locations.set(output, { buffer: `external${parameterIndex!}`, offset: 0 });
    } else {
      locations.set(output, { buffer: `external${region.parameters.length + index}`, offset: 0 });
    }
  });

  let constantsSize = 0;
  for (const [value, node] of region.constants) {
    if (splatOf(node) !== null || (uses.get(value)?.size ?? 0) === 0) continue;
    locations.set(value, { buffer: 'constants', offset: constantsSize });
    constantsSize += aligned(sizeOf(sizesOf(value)));
  }

  const writtenOver = new Set([...inPlace.keys()].map((index) => region.outputs[index]!));

  const arena = new Arena();
  const ends = new Map<number, Value[]>();
  for (const value of stored) {
    if (locations.has(value)) continue;
    const readers = [...(uses.get(value)?.keys() ?? [])].map(positionOf);
    const end = Math.max(positionOf(writers.get(value)!), ...readers);
    ends.set(end, [...(ends.get(end) ?? []), value]);
  }
  for (const cluster of clusters) {
    for (const { output } of cluster.members) {
      if (!stored.has(output) || locations.has(output)) continue;
      const offset = arena.take(sizeOf(sizesOf(output)));
      locations.set(output, { buffer: 'arena', offset });
    }
    for (const value of ends.get(positionOf(cluster)) ?? []) {
      arena.free(locations.get(value)!.offset, sizeOf(sizesOf(value)));
    }
  }
  return { locations, arenaSize: arena.size, constantsSize, inPlace, writtenOver };

  function canReplace(parameter: Value, output: Value): boolean {
    const isAlike =
      parameter.dtype === output.dtype && sizeOf(sizesOf(parameter)) === sizeOf(sizesOf(output));
    const writer = writers.get(output);
    if (!isAlike || writer === undefined || region.outputs.includes(parameter)) return false;
    return [...(uses.get(parameter) ?? [])].every(
      ([reader, { isSame }]) =>
        positionOf(reader) < positionOf(writer) || (reader === writer && isSame),
    );
  }
}

/** Places in one buffer, each taken where it fits best. */
class Arena {
  size = 0;
  readonly #holes: { offset: number; size: number }[] = [];

  take(size: number): number {
    const length = aligned(size);
    let best = -1;
    for (const [index, hole] of this.#holes.entries()) {
      if (hole.size < length) continue;
      if (best < 0 || hole.size < this.#holes[best]!.size) best = index;
    }
    if (best >= 0) {
      const hole = this.#holes[best]!;
      const { offset } = hole;
      if (hole.size === length) this.#holes.splice(best, 1);
      else this.#holes[best] = { offset: offset + length, size: hole.size - length };
      return offset;
    }
    // The hole at the end, where there is one, grows.
    const last = this.#holes.findIndex((hole) => hole.offset + hole.size === this.size);
    const offset = last < 0 ? this.size : this.#holes.splice(last, 1)[0]!.offset;
    this.size = offset + length;
    return offset;
  }

  free(offset: number, size: number): void {
    let freed = { offset, size: aligned(size) };
    for (let index = this.#holes.length - 1; index >= 0; index--) {
      const hole = this.#holes[index]!;
      if (hole.offset + hole.size === freed.offset) {
        freed = { offset: hole.offset, size: hole.size + freed.size };
      } else if (freed.offset + freed.size === hole.offset) {
        freed = { offset: freed.offset, size: freed.size + hole.size };
      } else continue;
      this.#holes.splice(index, 1);
    }
    this.#holes.push(freed);
  }
}

function aligned(size: number): number {
  return Math.ceil(size / alignment) * alignment;
}
