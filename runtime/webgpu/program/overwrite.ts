import type { Value } from '../../graph/graph.js';
import { sizesOf } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import type { Block, Piece, Step } from './block.js';

/**
 * Whether `output` can be written in the place of `previous`: one of the kernels of the block makes it, no other kernel
 * reads `previous` from then on, and no other invocation of that kernel does.
 */
export function canOverwrite(block: Block, previous: Value, output: Value): boolean {
  const sizes = [previous, output].map((value) => sizeOf(sizesOf(value)));
  if (previous.dtype !== output.dtype || sizes[0] !== sizes[1]) return false;
  const writing = block.findIndex(
    (step) => step.kind === 'piece' && step.region.outputs.includes(output),
  );
  if (writing < 0) return false;
  if (block.slice(writing + 1).some((step) => readsOf(step).includes(previous))) return false;
  return isReadBefore(block[writing] as Piece, previous, output);
}

function isReadBefore(
  { clusters, materialization }: Piece,
  previous: Value,
  output: Value,
): boolean {
  const position = clusters.findIndex(({ members }) => members.some((m) => m.output === output));
  const writer = clusters[position];
  if (writer === undefined) return false;
  return [...(materialization.uses.get(previous) ?? [])].every(
    ([reader, { isSame }]) => clusters.indexOf(reader) < position || (reader === writer && isSame),
  );
}

/** What a step reads of what was there before it. */
export function readsOf(step: Step): readonly Value[] {
  return step.kind === 'piece' ? step.region.parameters : step.inputs;
}
