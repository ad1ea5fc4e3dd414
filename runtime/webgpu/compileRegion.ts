import type { Graph, Value } from '../graph/graph.js';
import { isTransparent } from './fuse/accesses.js';
import { type Cluster, cluster } from './fuse/cluster.js';
import type { DeviceModel } from './fuse/deviceModel.js';
import { materialize } from './fuse/materialize.js';
import type { Kernel } from './kernels/kernel.js';
import { writeMap } from './kernels/map.js';
import { writeMatMul } from './kernels/matmul.js';
import type { ClusterInputs } from './kernels/needed.js';
import { writeRows } from './kernels/rows.js';
import type { KernelContext } from './kernels/writer.js';
import { lowerGraph } from './lower/lowering.js';
import type { Operation, Region } from './lower/operation.js';
import { loweringRules } from './lower/rules.js';
import { splitReductions } from './lower/splitReductions.js';
import { type MemoryPlan, planMemory } from './plan.js';

/** A graph of kernels as shaders, and the memory that these need. */
export interface CompiledRegion {
  readonly parameters: readonly Value[];
  readonly outputs: readonly Value[];
  readonly kernels: readonly Kernel[];
  readonly plan: MemoryPlan;
  /** The elements of constants, as bits. */
  readonly constants: Uint32Array<ArrayBuffer>;
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
  const lowered = writeOutputs(lowerGraph(graph, loweringRules));
  const region = { ...lowered, operations: splitReductions(lowered.operations, device) };
  const clustering = cluster(region, device);
  const materialization = materialize(region, clustering, device);
  const plan = planMemory(region, materialization, replaced);

  const { accesses, clusterOf, definitions } = clustering;
  const { constants } = region;
  const { stored } = materialization;
  const context: KernelContext = { definitions, constants, stored, plan, device };
  const inputsOf: ClusterInputs = (operation) => {
    const own = clusterOf.get(operation.output);
    return accesses
      .get(operation)!
      .filter(({ value }) => clusterOf.get(value) === own)
      .map(({ value }) => definitions.get(value)!);
  };
  return {
    parameters: region.parameters,
    outputs: region.outputs,
    kernels: materialization.clusters.map((one) => writeKernel(one, context, inputsOf)),
    plan,
    constants: constantBits(region, plan),
  };
}

function writeKernel(one: Cluster, context: KernelContext, inputsOf: ClusterInputs): Kernel {
  switch (one.kind) {
    case 'map':
      return writeMap(one, context, inputsOf);
    case 'rows':
      return writeRows(one, context, inputsOf);
    case 'matmul':
      return writeMatMul(one, context, inputsOf);
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
  for (const [value, { data }] of constants) {
    const location = plan.locations.get(value);
    if (location === undefined || !('values' in data)) continue;
    const numbers = data.values as Float32Array | Int32Array | Uint8Array;
    const target =
      value.dtype === 'float32' ? new Float32Array(bits.buffer) : new Int32Array(bits.buffer);
    target.set(numbers, location.offset);
  }
  return bits;
}
