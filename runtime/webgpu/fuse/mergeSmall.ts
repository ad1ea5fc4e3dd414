import type { BufferName, MemoryPlan } from '../plan.js';
import { sizeOf } from '../wgsl/index.js';
import { spaceOf } from './accesses.js';
import { type Cluster, type Clustering, isRowShared } from './cluster.js';
import type { DeviceModel } from './deviceModel.js';
import type { Materialization } from './materialize.js';

/** More steps than this in one kernel take drivers long to compile. */
const mostSteps = 32;

/**
 * Puts kernels that follow each other into one where each is so small that a single workgroup does its work in less time
 * than a kernel of its own takes to begin. Kernels that no small one stands beside remain alone.
 */
export function mergeSmall(
  clusters: readonly Cluster[],
  clustering: Clustering,
  materialization: Materialization,
  plan: MemoryPlan,
  device: DeviceModel,
): readonly (readonly Cluster[])[] {
  const buffers = buffersOf(clusters, materialization, plan);
  const groups: Cluster[][] = [];
  let bound = new Set<BufferName>();
  let isOpen = false;
  for (const cluster of clusters) {
    const isSmall = !isShared(cluster) && workOf(cluster, clustering) <= device.smallWork;
    const joint = new Set([...bound, ...buffers.get(cluster)!]);
    const last = groups.at(-1);
    if (isSmall && isOpen && last!.length < mostSteps && joint.size <= device.storageBufferLimit) {
      last!.push(cluster);
      bound = joint;
    } else {
      groups.push([cluster]);
      bound = buffers.get(cluster)!;
    }
    isOpen = isSmall;
  }
  return groups;

  function isShared(cluster: Cluster): boolean {
    return cluster.kind === 'rows' && isRowShared(cluster, device);
  }
}

/** The buffers that each kernel binds. */
export function buffersOf(
  clusters: readonly Cluster[],
  { uses, stored }: Materialization,
  { locations }: MemoryPlan,
): Map<Cluster, Set<BufferName>> {
  const buffers = new Map(clusters.map((cluster) => [cluster, new Set<BufferName>()]));
  for (const [value, readers] of uses) {
    const location = locations.get(value);
    if (location === undefined) continue;
    for (const reader of readers.keys()) buffers.get(reader)?.add(location.buffer);
  }
  for (const cluster of clusters) {
    for (const { output } of cluster.members) {
      if (stored.has(output)) buffers.get(cluster)!.add(locations.get(output)!.buffer);
    }
  }
  return buffers;
}

/** In additions, with what is read and computed again left out. */
function workOf(cluster: Cluster, { accesses }: Clustering): number {
  let work = 0;
  for (const member of cluster.members) {
    if (member.kind === 'matmul') {
      work += 2 * sizeOf(member.batch) * member.rows * member.columns * member.depth;
    } else {
      work += sizeOf(spaceOf(member)) * (member.cost + accesses.get(member)!.length);
    }
  }
  return work;
}
