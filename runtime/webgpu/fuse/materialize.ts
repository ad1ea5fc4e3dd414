import type { Value } from '../../graph/graph.js';
import { addTo } from '../../lists.js';
import type { Operation, Region } from '../lower/operation.js';
import { sizesOf } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import { spaceOf } from './accesses.js';
import type { Cluster, Clustering } from './cluster.js';
import type { DeviceModel } from './deviceModel.js';
import { keptColumns } from './passes.js';
import { operandLoads } from './tiling.js';
import { memoryCost } from './work.js';

/** How a kernel reads a tensor that is not its own. */
export interface Use {
  /** How many elements it reads, each as often as it does. */
  readonly loads: number;
  /** Whether the invocation that computes an element reads that element alone. */
  readonly isSame: boolean;
  /** Through how many expressions that it computes itself. */
  readonly depth: number;
}

export interface Materialization {
  /** The kernels that remain, in the order in which they run. */
  readonly clusters: readonly Cluster[];
  /** The tensors that kernels write into memory. Others are computed where they are read. */
  readonly stored: ReadonlySet<Value>;
  /** Which kernels read each stored tensor, parameter or constant. */
  readonly uses: ReadonlyMap<Value, ReadonlyMap<Cluster, Use>>;
  /** What each kernel reads. */
  readonly reads: ReadonlyMap<Cluster, readonly Value[]>;
  /** How many statements each kernel has, roughly. */
  readonly lengths: ReadonlyMap<Cluster, number>;
}

/** What one more reader pays for each access, since the places are computed again. */
const indexCost = 1;

/** Expressions are written by functions that call one another, and the stack is finite. */
const deepest = 256;

/** Drivers take long for long kernels: one with more statements than this in place of what it would read gets no further ones. */
const mostAgain = 128;

/**
 * Decides which tensors are written to memory: those that leave the region, and those that would cost more to compute
 * again in each kernel that reads them than to write and read. A kernel that then writes nothing is dropped.
 */
export function materialize(
  region: Region,
  { clusters, clusterOf, accesses, definitions }: Clustering,
  externals: ReadonlyMap<Value, Value>,
  device: DeviceModel,
): Materialization {
  const uses = new Map<Value, Map<Cluster, Use>>();
  const outputs = new Set(region.outputs);
  const bound = new Map<Cluster, Set<Value>>(clusters.map((cluster) => [cluster, new Set()]));
  const stored = new Set<Value>();
  /** How many statements each kernel has in place of what it would read. */
  const again = new Map<Cluster, number>();

  const use = (value: Value, reader: Cluster, { loads, isSame, depth }: Use): void => {
    const ofValue = uses.get(value) ?? new Map<Cluster, Use>();
    const known = ofValue.get(reader);
    ofValue.set(reader, {
      loads: loads + (known?.loads ?? 0),
      isSame: isSame && (known?.isSame ?? true),
      depth: Math.max(depth, known?.depth ?? 0),
    });
    uses.set(value, ofValue);
    const external = externals.get(value);
    if (external !== undefined) bound.get(reader)!.add(external);
  };

  for (const cluster of clusters) {
    for (const member of cluster.members) {
      const external = outputs.has(member.output) ? externals.get(member.output) : undefined;
      if (external !== undefined) bound.get(cluster)!.add(external);
      const size = sizeOf(spaceOf(member));
      for (const { value, isSame } of accesses.get(member)!) {
        if (clusterOf.get(value) === cluster) continue;
        const loads = member.kind === 'matmul' ? operandLoads(member, device) : size;
        use(value, cluster, { loads, isSame: isSame && member.kind !== 'matmul', depth: 0 });
      }
    }
  }

  const remaining: Cluster[] = [];
  for (const cluster of [...clusters].reverse()) {
    const costs = cluster.kind === 'map' ? costsOf(cluster, accesses, clusterOf) : null;
    let isNeeded = false;
    for (const member of [...cluster.members].reverse()) {
      const value = member.output;
      const readers = uses.get(value);
      if (outputs.has(value)) {
        stored.add(value);
        isNeeded = true;
        continue;
      }
      if (readers === undefined) continue;
      const inlined = costs !== null && !isNeeded && canInline(member, readers, costs.get(value)!);
      if (!inlined) {
        stored.add(value);
        isNeeded = true;
        continue;
      }
      uses.delete(value);
      const length = lengthOf([member], accesses);
      for (const [reader, { loads, isSame, depth }] of readers) {
        again.set(reader, (again.get(reader) ?? 0) + length);
        for (const access of accesses.get(member)!) {
          const inner = { loads, isSame: isSame && access.isSame, depth: depth + 1 };
          use(access.value, reader, inner);
        }
      }
    }
    if (!isNeeded) {
      forget(cluster);
      continue;
    }
    remaining.push(cluster);
    if (cluster.kind !== 'rows') continue;
    const kept = keptColumns(cluster, { accesses, clusterOf, definitions });
    for (const value of kept) stored.add(value);
  }
  const lengths = new Map(
    remaining.map((one) => [one, lengthOf(one.members, accesses) + (again.get(one) ?? 0)]),
  );
  return { clusters: remaining.reverse(), stored, uses, reads: readsOf(uses), lengths };

  /** A dropped kernel reads nothing. */
  function forget(cluster: Cluster): void {
    for (const member of cluster.members) {
      for (const { value } of accesses.get(member)!) uses.get(value)?.delete(cluster);
    }
  }

  function canInline(member: Operation, readers: ReadonlyMap<Cluster, Use>, cost: number): boolean {
    const size = sizeOf(sizesOf(member.output));
    let anew = 0;
    let written = size * (cost + memoryCost) + device.dispatchCost;
    for (const [reader, { loads, depth }] of readers) {
      if (depth >= deepest || (again.get(reader) ?? 0) > mostAgain) return false;
      anew += loads * (cost + indexCost);
      written += loads * memoryCost;
      const joint = new Set([...bound.get(reader)!, ...boundBy(member)]);
      if (joint.size > device.storageBufferLimit - 2) return false;
    }
    return anew <= written;
  }

  /** The buffers from outside that computing the value needs. */
  function boundBy(member: Operation): Value[] {
    const cluster = clusterOf.get(member.output)!;
    const found: Value[] = [];
    const pending = [member];
    const seen = new Set<Operation>(pending);
    while (pending.length > 0) {
      for (const { value } of accesses.get(pending.pop()!)!) {
        const external = externals.get(value);
        if (external !== undefined) found.push(external);
        const definition = definitions.get(value);
        if (definition === undefined || clusterOf.get(value) !== cluster) continue;
        if (!seen.has(definition)) pending.push(definition);
        seen.add(definition);
      }
    }
    return found;
  }
}

function lengthOf(members: readonly Operation[], accesses: Clustering['accesses']): number {
  return members.reduce((sum, member) => sum + 1 + accesses.get(member)!.length, 0);
}

function readsOf(uses: Materialization['uses']): Map<Cluster, Value[]> {
  const reads = new Map<Cluster, Value[]>();
  for (const [value, readers] of uses) {
    for (const reader of readers.keys()) addTo(reads, reader, value);
  }
  return reads;
}

/** What an element of each tensor costs to compute from what the kernel reads, loads included. */
function costsOf(
  cluster: Cluster,
  accesses: Clustering['accesses'],
  clusterOf: Clustering['clusterOf'],
): Map<Value, number> {
  const costs = new Map<Value, number>();
  for (const member of cluster.members) {
    if (member.kind !== 'map') continue;
    let cost = member.cost;
    const read = new Set(accesses.get(member)!.map(({ value }) => value));
    for (const value of read) {
      cost += clusterOf.get(value) === cluster ? (costs.get(value) ?? 0) : memoryCost;
    }
    costs.set(member.output, cost);
  }
  return costs;
}
