import type { Graph, Value } from '../graph/graph.js';
import { planRegion, type RegionPlan, writeRegion } from '../webgpu/compileRegion.js';
import { spaceOf } from '../webgpu/fuse/accesses.js';
import type { Cluster } from '../webgpu/fuse/cluster.js';
import type { DeviceModel } from '../webgpu/fuse/deviceModel.js';
import type { Use } from '../webgpu/fuse/materialize.js';
import { operandLoads } from '../webgpu/fuse/tiling.js';
import { memoryCost } from '../webgpu/fuse/work.js';
import type { Kernel } from '../webgpu/kernels/kernel.js';
import { type Operation, type OriginNode, sizesOf } from '../webgpu/lower/operation.js';
import { allPieces } from '../webgpu/program/block.js';
import { allWork, type Group } from '../webgpu/program/instructions.js';
import { clustersIn } from '../webgpu/program/items.js';
import { sizeOf } from '../webgpu/wgsl/index.js';
import { estimatedMs } from './estimate.js';

/** A compiled region with what is known of its kernels, in the order in which they run. */
export interface ExplainedRegion {
  readonly graph: Graph;
  readonly plan: RegionPlan;
  readonly facts: RegionFacts;
  readonly kernels: readonly ExplainedKernel[];
}

/** One dispatch of a compiled region. */
export interface ExplainedKernel {
  readonly kernel: Kernel;
  /** The nodes of the graph that it computes, or parts of, each with what it costs here in additions. */
  readonly fused: ReadonlyMap<OriginNode, number>;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly estimatedMs: number;
}

export function explainRegion(
  graph: Graph,
  replaced: ReadonlyMap<number, number>,
  device: DeviceModel,
): ExplainedRegion {
  const plan = planRegion(graph, replaced, device);
  const facts = factsOf(plan);
  const groups = [...allWork(plan.instructions)];
  const kernels = [...allWork(writeRegion(plan, device).instructions)].map((kernel, index) =>
    explainKernel(kernel, clustersOf(groups[index]!), facts, device),
  );
  return { graph, plan, facts, kernels };
}

/** What is known of all straight code of a region together. */
export interface RegionFacts {
  /** Each after those that it reads, but for those of other iterations. */
  readonly operations: readonly Operation[];
  readonly origins: ReadonlyMap<Value, OriginNode>;
  readonly stored: ReadonlySet<Value>;
  readonly uses: ReadonlyMap<Value, ReadonlyMap<Cluster, Use>>;
}

function factsOf({ program }: RegionPlan): RegionFacts {
  const pieces = [...allPieces(program.block)];
  const uses = new Map<Value, Map<Cluster, Use>>();
  for (const { materialization } of pieces) {
    for (const [value, readers] of materialization.uses) {
      uses.set(value, new Map([...(uses.get(value) ?? []), ...readers]));
    }
  }
  return {
    operations: pieces.flatMap(({ region }) => region.operations),
    origins: new Map(pieces.flatMap(({ region }) => [...region.origins])),
    stored: new Set(pieces.flatMap(({ materialization }) => [...materialization.stored])),
    uses,
  };
}

/** What a kernel computes, step after step. */
export function clustersOf({ items }: Group): Cluster[] {
  return items.flatMap(clustersIn);
}

function explainKernel(
  kernel: Kernel,
  steps: readonly Cluster[],
  facts: RegionFacts,
  device: DeviceModel,
): ExplainedKernel {
  const { stored, uses } = facts;
  const written = steps.flatMap(({ members }): Operation[] =>
    members.filter(({ output }) => stored.has(output)),
  );
  const fused = fusedInto(written, facts, device);
  let [bytesRead, bytesWritten, work] = [0, 0, 0];
  for (const cost of fused.values()) work += cost;
  for (const [value, readers] of uses) {
    for (const step of steps) {
      const loads = readers.get(step)?.loads ?? 0;
      bytesRead += 4 * Math.min(loads, sizeOf(sizesOf(value)));
      work += loads * memoryCost;
    }
  }
  for (const { output } of written) {
    bytesWritten += 4 * sizeOf(sizesOf(output));
    work += sizeOf(sizesOf(output)) * memoryCost;
  }
  const estimate = estimatedMs(work, kernel, device);
  return { kernel, fused, bytesRead, bytesWritten, estimatedMs: estimate };
}

/** What is not stored is computed wherever it is read, so that one kernel of the graph may be in several shaders. */
function fusedInto(
  written: readonly Operation[],
  { operations, origins: known, stored }: RegionFacts,
  device: DeviceModel,
): Map<OriginNode, number> {
  const defined = new Set(operations.map(({ output }) => output));
  const elements = new Map(written.map((one) => [one.output, sizeOf(spaceOf(one))]));
  const origins = new Map<Value, OriginNode | undefined>();
  const fused: [OriginNode, number][] = [];
  // Each operation stands behind those that it reads.
  for (const operation of operations.toReversed()) {
    const { output, inputs } = operation;
    const count = elements.get(output);
    if (count === undefined) continue;
    // The parts of a reduction are none of the graph's tensors.
    const origin = known.get(output) ?? origins.get(output);
    if (origin !== undefined) fused.push([origin, workOf(operation, count)]);
    for (const input of inputs) {
      if (!defined.has(input)) continue;
      origins.set(input, origin);
      if (stored.has(input)) continue;
      const loads = operation.kind === 'matmul' ? operandLoads(operation, device) : count;
      elements.set(input, Math.max(elements.get(input) ?? 0, loads));
    }
  }
  const costs = new Map<OriginNode, number>();
  for (const [node, cost] of fused.toReversed()) costs.set(node, (costs.get(node) ?? 0) + cost);
  return costs;
}

function workOf(operation: Operation, elements: number): number {
  if (operation.kind !== 'matmul') return elements * operation.cost;
  const { batch, rows, columns, depth } = operation;
  return 2 * sizeOf(batch) * rows * columns * depth;
}
