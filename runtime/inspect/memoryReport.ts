import type { Value } from '../graph/graph.js';
import { formatType } from '../graph/types.js';
import type { RegionPlan } from '../webgpu/compileRegion.js';
import { type Operation, sizesOf } from '../webgpu/lower/operation.js';
import { sizeOf } from '../webgpu/wgsl/index.js';
import type { ExplainedRegion } from './regionKernels.js';
import { formatBytes, formatTable } from './text.js';

/** Where the tensors of regions are, and from which kernel to which they are needed. */
export function reportMemory(regions: readonly NumberedRegion[]): string[] {
  const rows = regions.flatMap(rowsOf);
  const arenas = regions.flatMap(({ region: { plan }, first }) => {
    const { memory, kernels } = plan;
    if (memory.arenaSize === 0) return [];
    const all = spanOf(first, first + kernels.length - 1);
    const together = inArena(plan).reduce((sum, value) => sum + bytesOf(value), 0);
    return [
      `kernels ${all} share an arena of ${formatBytes(4 * memory.arenaSize)} for tensors of ${formatBytes(together)}`,
    ];
  });
  const heading = ['tensor', 'bytes', 'place', 'kernels'];
  return [...formatTable([heading, ...rows], ['left', 'right', 'left', 'left']), ...arenas];
}

export interface NumberedRegion {
  readonly region: ExplainedRegion;
  /** The number of its first kernel. */
  readonly first: number;
}

function rowsOf({ region: { plan }, first }: NumberedRegion): string[][] {
  const { region, memory, materialization, kernels } = plan;
  const kernelOf = new Map(kernels.flatMap((steps, index) => steps.map((step) => [step, index])));
  return storedBy(plan).map(({ value, index }) => {
    const readers = [...(materialization.uses.get(value)?.keys() ?? [])];
    const last = Math.max(index, ...readers.map((reader) => kernelOf.get(reader)!));
    const origin = region.origins.get(value);
    const name = value.name ?? (origin?.outputs.includes(value) ? origin.kernel : 'partial result');
    return [
      `${name}: ${formatType(value)}`,
      formatBytes(bytesOf(value)),
      placeOf(value),
      spanOf(first + index, first + last),
    ];
  });

  function placeOf(value: Value): string {
    const { buffer, offset } = memory.locations.get(value)!;
    if (buffer === 'arena') return `arena at ${4 * offset}`;
    const output = region.outputs.indexOf(value);
    const replaced = memory.inPlace.get(output);
    if (replaced === undefined) return `output ${output}`;
    return `in place of ${region.parameters[replaced]!.name ?? `input ${replaced}`}`;
  }
}

function storedBy({ kernels, materialization }: RegionPlan): { value: Value; index: number }[] {
  return kernels.flatMap((steps, index) =>
    steps
      .flatMap(({ members }): readonly Operation[] => members)
      .filter(({ output }) => materialization.stored.has(output))
      .map(({ output }) => ({ value: output, index })),
  );
}

function inArena(plan: RegionPlan): Value[] {
  const values = storedBy(plan).map(({ value }) => value);
  return values.filter((value) => plan.memory.locations.get(value)!.buffer === 'arena');
}

function bytesOf(value: Value): number {
  return 4 * sizeOf(sizesOf(value));
}

function spanOf(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}
