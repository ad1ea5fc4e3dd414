import type { Value } from '../../graph/graph.js';
import { addTo } from '../../lists.js';
import type { Cluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import type { BufferName, Location, MemoryPlan } from '../kernels/memoryPlan.js';
import { splatOf } from '../lower/constants.js';
import { sizesOf } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import { type Lifetime, placeLifetimes } from './arena.js';
import type { Block, Control, Piece } from './block.js';
import type { Program } from './build.js';
import { canOverwrite, readsOf } from './overwrite.js';

/** Every tensor begins at a multiple of so many elements, so that vectors of four can be loaded. */
const alignment = 4;

/**
 * Gives each stored tensor its place, for a program whose parts run in their order. Parameters come first among the
 * external buffers, then the outputs that kernels write. What is needed between kernels shares one arena, each place used
 * again when its tensor has been read for the last time.
 *
 * `kept` is in the arena all the time. `replaced` says which parameter each output replaces, where one does: such an output is written in place when no other
 * kernel, and no other invocation, reads the parameter from then on.
 */
export function planMemory(
  { block, outputs }: Program,
  parameters: readonly Value[],
  replaced: ReadonlyMap<number, number>,
  kept: readonly Value[],
  { bindingSizeLimit }: DeviceModel,
): MemoryPlan {
  const locations = new Map<Value, Location>();
  parameters.forEach((parameter, index) => {
    locations.set(parameter, { buffer: `external${index}`, offset: 0 });
  });
  const inPlace = new Map<number, number>();
  outputs.forEach((output, index) => {
    if (locations.has(output)) return;
    const parameterIndex = replaced.get(index);
    const parameter = parameterIndex === undefined ? undefined : parameters[parameterIndex];
    if (
      parameter !== undefined &&
      !outputs.includes(parameter) &&
      canOverwrite(block, parameter, output)
    ) {
      inPlace.set(index, parameterIndex!);
      locations.set(output, { buffer: `external${parameterIndex!}`, offset: 0 });
    } else {
      locations.set(output, { buffer: `external${parameters.length + index}`, offset: 0 });
    }
  });
  const writtenOver = new Set([...inPlace.keys()].map((index) => outputs[index]!));
  const planner = new Planner(locations, writtenOver);
  planner.keep(kept);
  planner.block(block);
  const { constantsSize } = planner;
  const arenaSizes = planner.placeArena(Math.floor(bindingSizeLimit / 4));
  return { locations, arenaSizes, constantsSize, inPlace, writtenOver };
}

/** A tensor whose place other tensors may have too. */
interface ArenaTensor extends Lifetime {
  readonly location: { buffer: BufferName; offset: number };
  end: number;
}

class Planner {
  constantsSize = 0;
  #time = 0;
  readonly #inArena = new Map<Value, ArenaTensor>();

  constructor(
    readonly locations: Map<Value, Location>,
    readonly writtenOver: Set<Value>,
  ) {}

  /** Places that nothing else takes. */
  keep(values: readonly Value[]): void {
    for (const value of values) this.#take(value, new Set());
  }

  /** What the block has taken is free after it, but for what has a place given from outside. */
  block(block: Block): void {
    const lastUses = new Map<Value, number>();
    block.forEach((step, index) => {
      for (const value of readsOf(step)) lastUses.set(value, index);
    });
    const taken = new Set<Value>();
    block.forEach((step, index) => {
      const isNeeded = (value: Value) => (lastUses.get(value) ?? -1) > index;
      if (step.kind === 'piece') this.#piece(step, isNeeded, taken);
      else this.#control(step, taken);
      for (const value of taken) {
        if (isNeeded(value)) continue;
        this.#free(value);
        taken.delete(value);
      }
    });
  }

  #piece(
    { region, materialization, clusters }: Piece,
    isNeeded: (value: Value) => boolean,
    taken: Set<Value>,
  ): void {
    const { stored, uses } = materialization;
    const ends = endsOf(materialization, clusters);
    for (const [value, node] of region.constants) {
      if (splatOf(node) !== null || (uses.get(value)?.size ?? 0) === 0) continue;
      if (this.locations.has(value)) continue;
      this.locations.set(value, { buffer: 'constants', offset: this.constantsSize });
      this.constantsSize += aligned(sizeOf(sizesOf(value)));
    }
    for (const cluster of clusters) {
      for (const { output } of cluster.members) {
        if (stored.has(output)) this.#take(output, taken);
      }
      for (const value of ends.get(cluster) ?? []) {
        if (!isNeeded(value) && taken.delete(value)) this.#free(value);
      }
    }
  }

  #control(step: Control, taken: Set<Value>): void {
    for (const output of step.outputs) this.#take(output, taken);
    if (step.kind === 'if') {
      for (const flag of [step.thenBranch.flag, step.elseBranch.flag]) this.#take(flag, taken);
      for (const { block, results } of [step.thenBranch, step.elseBranch]) {
        this.#place(results, step.outputs);
        this.block(block);
      }
      return;
    }
    const { variables, rows, entry, test, body, outputs } = step;
    this.#place(variables, outputs);
    this.#place([...rows.keys()], [...rows.values()]);
    this.#place(entry.results, outputs);
    this.#place(body.results, outputs);
    for (const result of body.results) if (result !== null) this.writtenOver.add(result);
    this.block(entry.block);
    if (test !== null) {
      for (const value of [test.active, test.rounds, test.holds]) this.#take(value, taken);
      this.block(test.block);
    }
    this.block(body.block);
  }

  /** Gives values the places of others. */
  #place(values: readonly (Value | null)[], places: readonly Value[]): void {
    for (const [index, value] of values.entries()) {
      if (value !== null) this.locations.set(value, this.locations.get(places[index]!)!);
    }
  }

  #take(value: Value, taken: Set<Value>): void {
    if (this.locations.has(value)) return;
    const location: ArenaTensor['location'] = { buffer: 'arena', offset: 0 };
    const size = aligned(sizeOf(sizesOf(value)));
    this.#inArena.set(value, { location, size, start: this.#time++, end: Infinity });
    this.locations.set(value, location);
    taken.add(value);
  }

  #free(value: Value): void {
    this.#inArena.get(value)!.end = this.#time++;
  }

  /** Gives what was taken its place when all is known, in pages of so many elements. */
  placeArena(pageSize: number): readonly number[] {
    const tensors = [...this.#inArena.values()];
    const { offsets } = placeLifetimes(tensors, pageSize);
    const sizes: number[] = [];
    for (const [index, { location, size }] of tensors.entries()) {
      const page = Math.floor(offsets[index]! / pageSize);
      location.buffer = page === 0 ? 'arena' : `arena${page}`;
      location.offset = offsets[index]! - page * pageSize;
      sizes[page] = Math.max(sizes[page] ?? 0, location.offset + size);
    }
    return Array.from(sizes, (size) => size ?? 0);
  }
}

/** The tensors that each kernel is the last one to read or write. */
function endsOf(
  { stored, uses }: Piece['materialization'],
  clusters: readonly Cluster[],
): Map<Cluster, Value[]> {
  const lasts = new Map<Value, Cluster>();
  for (const cluster of clusters) {
    for (const { output } of cluster.members) if (stored.has(output)) lasts.set(output, cluster);
  }
  const positions = new Map(clusters.map((cluster, position) => [cluster, position]));
  const ends = new Map<Cluster, Value[]>();
  for (const [value, writer] of lasts) {
    let last = writer;
    for (const reader of uses.get(value)?.keys() ?? []) {
      if (positions.get(reader)! > positions.get(last)!) last = reader;
    }
    addTo(ends, last, value);
  }
  return ends;
}

function aligned(size: number): number {
  return Math.ceil(size / alignment) * alignment;
}
