import type { Value } from '../../graph/graph.js';
import type { MapCluster } from '../fuse/cluster.js';
import { type MapOperation, sizesOf } from '../lower/operation.js';
import { Index } from '../wgsl/index.js';
import type { Scalar } from '../wgsl/scalar.js';
import type { Kernel } from './kernel.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { invocations, type KernelContext, KernelWriter } from './writer.js';

/** One invocation an element. */
export function writeMap(
  { members, size }: MapCluster,
  context: KernelContext,
  inputsOf: ClusterInputs,
): Kernel {
  const known = new Map<Value, Scalar>();
  const writer = new KernelWriter(context, (value) => known.get(value) ?? null);
  const { emitter } = writer;
  const workgroupSize = Math.min(context.device.workgroupSizeLimit, size <= 64 ? 64 : 256);
  const { id, workgroups, isExact } = invocations(emitter, size, workgroupSize, context.device);
  if (!isExact) emitter.line(`if (${id} >= ${size}) { return; }`);

  const stored = members.filter(({ output }) => context.stored.has(output));
  for (const member of neededFor(stored, members, inputsOf) as MapOperation[]) {
    const { output } = member;
    known.set(output, member.emit(writer, Index.ofFlat(emitter, sizesOf(output), id)));
  }
  for (const { output } of stored) writer.store(output, id, known.get(output)!);
  return writer.finish(`map of ${size}`, workgroupSize, workgroups);
}
