import type { MapCluster } from '../fuse/cluster.js';
import { type MapOperation, sizesOf } from '../lower/operation.js';
import { Index } from '../wgsl/index.js';
import type { Grid } from './grid.js';
import { type ClusterInputs, neededFor } from './needed.js';
import type { KernelWriter } from './writer.js';

/** Each element by itself. */
export function writeMap(
  { members, size }: MapCluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  const { emitter, known, context } = writer;
  const stored = members.filter(({ output }) => context.stored.has(output));
  const needed = neededFor(stored, members, inputsOf) as MapOperation[];
  grid.forEach(emitter, size, (id) => {
    for (const member of needed) {
      const { output } = member;
      known.set(output, member.emit(writer, Index.ofFlat(emitter, sizesOf(output), id)));
    }
    // What is written may take the place of what was read.
    for (const { output } of stored) writer.store(output, id);
  });
}
