import type { Value } from '../../graph/graph.js';
import { type Cluster, isRowLevel } from '../fuse/cluster.js';
import type { Access, Section } from '../kernels/hazards.js';
import type { KernelWriter } from '../kernels/writer.js';
import { sizesOf } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import type { Piece } from './block.js';

/** What a kernel touches as part of a larger one, where `workers` invocations share a row. */
export function sectionOf(
  cluster: Cluster,
  { materialization }: Piece,
  writer: KernelWriter,
  workers: number,
): Section {
  const { stored, reads, uses } = materialization;
  const written = cluster.members.map(({ output }) => output).filter((one) => stored.has(one));
  const isShared = cluster.kind === 'rows' && (workers > 1 || cluster.product !== null);
  const isOwn = (value: Value) =>
    cluster.kind === 'map' || (cluster.kind === 'rows' && !isShared && isRowLevel(cluster, value));
  return {
    count: isShared ? Number.NaN : countOf(cluster),
    reads: (reads.get(cluster) ?? [])
      .filter((value) => writer.context.plan.locations.has(value))
      .map((value) => {
        const isSame = cluster.kind === 'map' && uses.get(value)!.get(cluster)!.isSame;
        return accessOf(value, writer, isSame);
      }),
    writes: written.map(
      (value) => rowAccessOf(value, writer) ?? accessOf(value, writer, isOwn(value)),
    ),
  };
}

/** Which row of a tensor is written is known only then. */
function rowAccessOf(value: Value, { context }: KernelWriter): Access | null {
  const definition = context.definitions.get(value);
  if (definition?.kind !== 'map' || definition.store === undefined) return null;
  const size = definition.store.rows * sizeOf(sizesOf(value));
  return { location: context.plan.locations.get(value)!, size, isOwn: false };
}

/** How many numbers there are whose invocations are known to be those of other sections; not a number where they are not. */
function countOf(cluster: Cluster): number {
  if (cluster.kind === 'rows') return cluster.rowCount;
  return cluster.kind === 'map' || cluster.size === 1 ? cluster.size : Number.NaN;
}

/** Where a value is touched. */
export function accessOf(value: Value, { context }: KernelWriter, isOwn: boolean): Access {
  const location = context.plan.locations.get(value)!;
  return { location, size: sizeOf(sizesOf(value)), isOwn };
}
