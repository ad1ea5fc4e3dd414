import type { Value } from '../graph/graph.js';
import { formatType } from '../graph/types.js';
import type { Cluster } from '../webgpu/fuse/cluster.js';
import { type Operation, sizesOf } from '../webgpu/lower/operation.js';
import { allWork } from '../webgpu/program/instructions.js';
import { sizeOf } from '../webgpu/wgsl/index.js';
import { nameOf } from './optimizerReport.js';
import { clustersOf, type ExplainedRegion } from './regionKernels.js';
import { formatBytes, formatTable } from './text.js';

/** Where the tensors of regions are, and from which kernel to which they are needed. */
export function reportMemory(regions: readonly NumberedRegion[]): string[] {
  const rows = regions.flatMap(rowsOf);
  const arenas = regions.flatMap(({ region, first }) => {
    const { memory } = region.plan;
    if (memory.arenaSizes.length === 0) return [];
    const all = spanOf(first, first + region.kernels.length - 1);
    const together = inArena(region).reduce((sum, value) => sum + bytesOf(value), 0);
    return [
      `kernels ${all} share an arena of ${formatBytes(memory.arenaSizes.reduce((sum, size) => sum + 4 * size, 0))} for tensors of ${formatBytes(together)}`,
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

function rowsOf({ region, first }: NumberedRegion): string[][] {
  const { plan, facts } = region;
  const { program, memory, graph } = plan;
  const kernelOf = new Map(
    stepsOf(region).flatMap((steps, index) => steps.map((step) => [step, index])),
  );
  return storedBy(region).map(({ value, index }) => {
    const readers = [...(facts.uses.get(value)?.keys() ?? [])];
    const last = Math.max(index, ...readers.map((reader) => kernelOf.get(reader)!));
    const origin = facts.origins.get(value);
    const name =
      value.name ?? (origin?.outputs.includes(value) ? nameOf(origin) : 'partial result');
    return [
      `${name}: ${formatType(value)}`,
      formatBytes(bytesOf(value)),
      placeOf(value),
      spanOf(first + index, first + last),
    ];
  });

  function placeOf(value: Value): string {
    const { buffer, offset } = memory.locations.get(value)!;
    if (buffer.startsWith('arena')) return `${buffer} at ${4 * offset}`;
    const output = program.outputs.indexOf(value);
    const replaced = memory.inPlace.get(output);
    if (replaced === undefined) return `output ${output}`;
    return `in place of ${graph.parameters[replaced]!.name ?? `input ${replaced}`}`;
  }
}

function stepsOf({ plan }: ExplainedRegion): Cluster[][] {
  return Array.from(allWork(plan.instructions), clustersOf);
}

function storedBy(region: ExplainedRegion): { value: Value; index: number }[] {
  return stepsOf(region).flatMap((steps, index) =>
    steps
      .flatMap(({ members }): readonly Operation[] => members)
      .filter(({ output }) => region.facts.stored.has(output))
      .map(({ output }) => ({ value: output, index })),
  );
}

function inArena(region: ExplainedRegion): Value[] {
  const { locations } = region.plan.memory;
  const values = storedBy(region).map(({ value }) => value);
  return values.filter((value) => locations.get(value)!.buffer.startsWith('arena'));
}

function bytesOf(value: Value): number {
  return 4 * sizeOf(sizesOf(value));
}

function spanOf(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}
