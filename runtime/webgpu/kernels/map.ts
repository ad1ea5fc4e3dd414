import type { MapCluster } from '../fuse/cluster.js';
import { type MapOperation, outputsOf, sizesOf } from '../lower/operation.js';
import { Index } from '../wgsl/index.js';
import type { Grid } from './grid.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { emitVector, type Vectors, vectorsOf } from './vectors.js';
import type { KernelContext, KernelWriter } from './writer.js';

/** How the kernel computes four elements at a time, where it can. */
export function mapVectors(
  { members, size }: MapCluster,
  context: KernelContext,
  inputsOf: ClusterInputs,
): Vectors | null {
  const stored = members.filter(({ output }) => context.stored.has(output));
  return vectorsOf(neededFor(stored, members, inputsOf) as MapOperation[], size, context);
}

/** Each element by itself, or four at a time. */
export function writeMap(
  { members, size }: MapCluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  const { emitter, known, context, vectors } = writer;
  const stored = members.filter(({ output }) => context.stored.has(output));
  const needed = neededFor(stored, members, inputsOf) as MapOperation[];
  if (vectors !== null) {
    grid.forEach(emitter, size / 4, (id) => {
      const first = emitter.let(`${id} * 4`);
      for (const member of needed) {
        const index = Index.ofFlat(emitter, sizesOf(member.output), first);
        known.set(member.output, emitVector(member, index, writer, vectors));
      }
      for (const { output } of stored) writer.storeVector(output, id);
    });
    return;
  }
  grid.forEach(emitter, size, (id) => {
    for (const member of needed) {
      const { output } = member;
      known.set(output, member.emit(writer, Index.ofFlat(emitter, sizesOf(output), id)));
    }
    // What is written may take the place of what was read.
    writer.storeAll(outputsOf(stored), id);
  });
}
