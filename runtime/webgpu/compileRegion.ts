import type { Graph, Value } from '../graph/graph.js';
import { isTransparent } from './fuse/accesses.js';
import { type Cluster, type Clustering, cluster, isRowShared, workersOf } from './fuse/cluster.js';
import type { DeviceModel } from './fuse/deviceModel.js';
import { type Materialization, materialize } from './fuse/materialize.js';
import { buffersOf, mergeSmall } from './fuse/mergeSmall.js';
import { schedule } from './fuse/schedule.js';
import { type Grid, SingleWorkgroup, SpreadGrid } from './kernels/grid.js';
import type { Kernel } from './kernels/kernel.js';
import { writeMap } from './kernels/map.js';
import { writeMatMul } from './kernels/matmul.js';
import type { ClusterInputs } from './kernels/needed.js';
import { writeRows } from './kernels/rows.js';
import { type KernelContext, KernelWriter } from './kernels/writer.js';
import { splatOf } from './lower/constants.js';
import { lowerGraph } from './lower/lowering.js';
import type { Operation, Region } from './lower/operation.js';
import { loweringRules } from './lower/rules.js';
import { splitReductions } from './lower/splitReductions.js';
import { type MemoryPlan, planMemory } from './plan.js';

/** A graph of kernels as shaders, and the memory that these need. */
export interface CompiledRegion {
  readonly graph: Graph;
  readonly parameters: readonly Value[];
  readonly outputs: readonly Value[];
  readonly kernels: readonly Kernel[];
  readonly plan: MemoryPlan;
  /** The elements of constants, as bits. */
  readonly constants: Uint32Array<ArrayBuffer>;
}

/** Which kernels compute a graph, and where its tensors are. */
export interface RegionPlan {
  readonly graph: Graph;
  readonly region: Region;
  readonly clustering: Clustering;
  readonly materialization: Materialization;
  readonly memory: MemoryPlan;
  /** What each kernel does, step after step. */
  readonly kernels: readonly (readonly Cluster[])[];
}

/**
 * Writes the shaders of a graph all of whose nodes can be lowered. `replaced` says which parameter each output takes the
 * place of, where one does.
 */
export function compileRegion(
  graph: Graph,
  replaced: ReadonlyMap<number, number>,
  device: DeviceModel,
): CompiledRegion {
  return writeRegion(planRegion(graph, replaced, device), device);
}

export function planRegion(
  graph: Graph,
  replaced: ReadonlyMap<number, number>,
  device: DeviceModel,
): RegionPlan {
  const lowered = writeOutputs(lowerGraph(graph, loweringRules));
  const region = { ...lowered, operations: splitReductions(lowered.operations, device) };
  const predecessors = predecessorsOf(region, replaced);
  const externals = externalsOf(region, predecessors);
  const clustering = cluster(region, externals, device);
  const materialization = materialize(region, clustering, externals, device);
  const ordered = schedule(materialization, predecessors);
  const memory = planMemory(region, materialization, ordered, replaced);
  if (memory.inPlace.size < replaced.size) {
    // Kernels have been made as large as they may be if the outputs share buffers with what they replace.
    const bound = [...buffersOf(ordered, materialization, memory).values()];
    if (bound.some(({ size }) => size > device.storageBufferLimit)) {
      return planRegion(graph, memory.inPlace, device);
    }
  }
  const kernels = mergeSmall(ordered, clustering, materialization, memory, device);
  return { graph, region, clustering, materialization, memory, kernels };
}

export function writeRegion(planned: RegionPlan, device: DeviceModel): CompiledRegion {
  const { graph, region, clustering, materialization, memory: plan, kernels } = planned;
  const { accesses, clusterOf, definitions } = clustering;
  const { constants } = region;
  const { stored } = materialization;
  const context: KernelContext = { definitions, constants, stored, plan, device };
  const inputs = new Map<Operation, readonly Operation[]>();
  const inputsOf: ClusterInputs = (operation) => {
    const known = inputs.get(operation);
    if (known !== undefined) return known;
    const own = clusterOf.get(operation.output);
    const found = accesses
      .get(operation)!
      .filter(({ value }) => clusterOf.get(value) === own)
      .map(({ value }) => definitions.get(value)!);
    inputs.set(operation, found);
    return found;
  };
  return {
    graph,
    parameters: region.parameters,
    outputs: region.outputs,
    kernels: kernels.map((group) => writeKernel(group, context, inputsOf)),
    plan,
    constants: constantBits(region, plan),
  };
}

/** Each output that replaces a parameter, with that parameter. */
function predecessorsOf(
  { parameters, outputs }: Region,
  replaced: ReadonlyMap<number, number>,
): Map<Value, Value> {
  return new Map(
    [...replaced].map(([output, parameter]) => [outputs[output]!, parameters[parameter]!]),
  );
}

/** What enters or leaves, each with the tensor whose buffer it has if it is written in place. */
function externalsOf(
  { parameters, outputs }: Region,
  predecessors: ReadonlyMap<Value, Value>,
): Map<Value, Value> {
  return new Map(
    [...outputs, ...parameters].map((value) => [value, predecessors.get(value) ?? value]),
  );
}

/** Several kernels in one are done by one workgroup, one after the other. */
function writeKernel(
  group: readonly Cluster[],
  context: KernelContext,
  inputsOf: ClusterInputs,
): Kernel {
  const writer = new KernelWriter(context);
  const grid = group.length === 1 ? gridFor(group[0]!, context.device) : new SingleWorkgroup(64);
  for (const one of group) {
    writer.known.clear();
    writeCluster(one, writer, grid, inputsOf);
  }
  return writer.finish(group.map(labelOf).join(', then '), grid);
}

function writeCluster(
  one: Cluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  switch (one.kind) {
    case 'map':
      writeMap(one, writer, grid, inputsOf);
      break;
    case 'rows':
      writeRows(one, writer, grid, inputsOf);
      break;
    case 'matmul':
      writeMatMul(one, writer, grid, inputsOf);
  }
}

function gridFor(one: Cluster, device: DeviceModel): Grid {
  switch (one.kind) {
    case 'map':
      return new SpreadGrid(device, one.size <= 64 ? 64 : Math.min(256, device.workgroupSizeLimit));
    case 'rows':
      return new SpreadGrid(device, isRowShared(one, device) ? workersOf(one, device) : 64);
    case 'matmul':
      return new SpreadGrid(device, device.isSoftware ? 16 : 64);
  }
}

function labelOf(one: Cluster): string {
  switch (one.kind) {
    case 'map':
      return `map of ${one.size}`;
    case 'rows':
      return `${one.rowCount} rows of ${one.columnCount}`;
    case 'matmul':
      return `matmul of ${one.size}`;
  }
}

/** What leaves the region has to be written, also where it is but another tensor read at other places. */
function writeOutputs(region: Region): Region {
  const outputs = new Set(region.outputs);
  const operations = region.operations.map(
    (operation): Operation =>
      isTransparent(operation) && outputs.has(operation.output)
        ? { ...operation, cost: 1 }
        : operation,
  );
  return { ...region, operations };
}

function constantBits({ constants }: Region, plan: MemoryPlan): Uint32Array<ArrayBuffer> {
  const bits = new Uint32Array(plan.constantsSize);
  for (const [value, node] of constants) {
    const location = plan.locations.get(value);
    if (location === undefined || splatOf(node) !== null || !('values' in node.data)) continue;
    const numbers = node.data.values as Float32Array | Int32Array | Uint8Array;
    const target =
      value.dtype === 'float32' ? new Float32Array(bits.buffer) : new Int32Array(bits.buffer);
    target.set(numbers, location.offset);
  }
  return bits;
}
