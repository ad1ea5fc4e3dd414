import type { Graph, KernelNode, Value } from '../graph/graph.js';
import { planRegion, type RegionPlan, writeRegion } from '../webgpu/compileRegion.js';
import { spaceOf } from '../webgpu/fuse/accesses.js';
import type { Cluster } from '../webgpu/fuse/cluster.js';
import type { DeviceModel } from '../webgpu/fuse/deviceModel.js';
import { memoryCost } from '../webgpu/fuse/materialize.js';
import type { Kernel } from '../webgpu/kernels/kernel.js';
import { type Operation, sizesOf } from '../webgpu/lower/operation.js';
import { sizeOf } from '../webgpu/wgsl/index.js';
import { estimatedMs } from './estimate.js';

/** A compiled region with what is known of its kernels, in the order in which they run. */
export interface ExplainedRegion {
  readonly graph: Graph;
  readonly plan: RegionPlan;
  readonly kernels: readonly ExplainedKernel[];
}

/** One dispatch of a compiled region. */
export interface ExplainedKernel {
  readonly kernel: Kernel;
  /** The kernels of the graph that it computes, or parts of, each with what it costs here in additions. */
  readonly fused: ReadonlyMap<KernelNode, number>;
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
  const kernels = writeRegion(plan, device).kernels.map((kernel, index) =>
    explainKernel(kernel, plan.kernels[index]!, plan, device),
  );
  return { graph, plan, kernels };
}

function explainKernel(
  kernel: Kernel,
  steps: readonly Cluster[],
  plan: RegionPlan,
  device: DeviceModel,
): ExplainedKernel {
  const { stored, uses } = plan.materialization;
  const written = steps.flatMap(({ members }) =>
    members.filter(({ output }) => stored.has(output)),
  );
  const fused = fusedInto(written, plan);
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
  { region, clustering, materialization }: RegionPlan,
): Map<KernelNode, number> {
  const { definitions } = clustering;
  const elements = new Map(written.map((one) => [one.output, sizeOf(spaceOf(one))]));
  const origins = new Map<Value, KernelNode | undefined>();
  const fused: [KernelNode, number][] = [];
  // Each operation stands behind those that it reads.
  for (const operation of region.operations.toReversed()) {
    const { output, inputs } = operation;
    const count = elements.get(output);
    if (count === undefined) continue;
    // The parts of a reduction are none of the graph's tensors.
    const origin = region.origins.get(output) ?? origins.get(output);
    if (origin !== undefined) fused.push([origin, workOf(operation, count)]);
    for (const input of inputs) {
      if (!definitions.has(input)) continue;
      origins.set(input, origin);
      if (materialization.stored.has(input)) continue;
      elements.set(input, Math.max(elements.get(input) ?? 0, loadsOf(operation, count)));
    }
  }
  const costs = new Map<KernelNode, number>();
  for (const [node, cost] of fused.toReversed()) costs.set(node, (costs.get(node) ?? 0) + cost);
  return costs;
}

function workOf(operation: Operation, elements: number): number {
  if (operation.kind !== 'matmul') return elements * operation.cost;
  return 2 * productsOf(operation);
}

function loadsOf(operation: Operation, elements: number): number {
  return operation.kind === 'matmul' ? productsOf(operation) / 4 : elements;
}

function productsOf(operation: Operation & { readonly kind: 'matmul' }): number {
  const { batch, rows, columns, depth } = operation;
  return sizeOf(batch) * rows * columns * depth;
}
