import { type Cluster, isRowShared } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { workOf } from '../fuse/work.js';
import type { BufferName, MemoryPlan } from '../kernels/memoryPlan.js';
import {
  allPieces,
  type Block,
  blocksOf,
  type Conditional,
  type Control,
  type Loop,
  type Piece,
} from './block.js';

/** What becomes a kernel, by itself or with its neighbours. */
export type Item =
  | { readonly kind: 'cluster'; readonly cluster: Cluster; readonly piece: Piece }
  /** Control flow done by one workgroup. */
  | { readonly kind: 'control'; readonly step: Control }
  /** Sets the flags of a conditional's branches. */
  | { readonly kind: 'choose'; readonly step: Conditional; readonly guard: Guard }
  /** Notes whether a loop goes on, before the first round and behind each. */
  | {
      readonly kind: 'continue';
      readonly step: Loop;
      readonly guard: Guard;
      readonly isFirst: boolean;
    };

/** The flag without which kernels leave at once. */
export type Guard = Conditional['predicate'] | null;

/** More steps than this in one kernel take drivers long to compile. */
const mostSteps = 32;

/** And more statements than this. */
const mostStatements = 1024;

/**
 * Puts items that follow each other into one kernel where each is so small that a single workgroup does its work in less
 * time than a kernel of its own takes to begin. Items that no small one stands beside remain alone.
 */
export function mergeSmall(
  items: readonly Item[],
  guard: Guard,
  plan: MemoryPlan,
  device: DeviceModel,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let bound: ReadonlySet<BufferName> = new Set();
  let isOpen = false;
  let length = 0;
  for (const item of items) {
    const own = buffersOf(item, guard, plan);
    const isSmall = isDoneByOneWorkgroup(item, device);
    const joint = new Set([...bound, ...own]);
    const last = groups.at(-1);
    const isShort = (last?.length ?? 0) < mostSteps && length + lengthOf(item) <= mostStatements;
    if (isSmall && isOpen && isShort && joint.size <= device.storageBufferLimit) {
      last!.push(item);
      bound = joint;
      length += lengthOf(item);
    } else {
      groups.push([item]);
      bound = own;
      length = lengthOf(item);
    }
    isOpen = isSmall;
  }
  return groups;
}

/** How many statements it is, roughly. */
function lengthOf(item: Item): number {
  if (item.kind === 'cluster') return item.piece.materialization.lengths.get(item.cluster)!;
  if (item.kind !== 'control') return 1;
  return [...allPieces([item.step])].reduce(
    (sum, { clusters, materialization: { lengths } }) =>
      clusters.reduce((all, one) => all + lengths.get(one)!, sum),
    1,
  );
}

function isDoneByOneWorkgroup(item: Item, device: DeviceModel): boolean {
  if (item.kind !== 'cluster') return true;
  const { cluster, piece } = item;
  const isOfRows = cluster.kind === 'rows' && cluster.product === null;
  if (isOfRows && isRowShared(cluster, device)) return false;
  return workOf(cluster, piece.clustering) <= device.smallWork;
}

/** The buffers that an item binds, and the flag without which it does nothing. */
export function buffersOf(
  item: Item,
  guard: Guard,
  { locations }: MemoryPlan,
): ReadonlySet<BufferName> {
  const found = new Set<BufferName>();
  add(guard);
  switch (item.kind) {
    case 'cluster':
      ofCluster(item.cluster, item.piece);
      break;
    case 'control':
      ofControl(item.step);
      break;
    case 'choose': {
      const { predicate, thenBranch, elseBranch } = item.step;
      for (const flag of [predicate, thenBranch.flag, elseBranch.flag, item.guard]) add(flag);
      break;
    }
    case 'continue': {
      const { holds, active, rounds } = item.step.test!;
      for (const value of [holds, active, rounds, item.guard]) add(value);
    }
  }
  return found;

  function ofControl(step: Control): void {
    // Where slices note how far they are.
    found.add('arena');
    add(step.kind === 'if' ? step.predicate : (step.test?.holds ?? null));
    for (const output of step.outputs) add(output);
    for (const block of blocksOf(step)) ofBlock(block);
  }

  function ofBlock(block: Block): void {
    for (const step of block) {
      if (step.kind !== 'piece') ofControl(step);
      else for (const cluster of step.clusters) ofCluster(cluster, step);
    }
  }

  function ofCluster(cluster: Cluster, { materialization }: Piece): void {
    const { stored, reads } = materialization;
    for (const value of reads.get(cluster) ?? []) add(value);
    for (const { output } of cluster.members) if (stored.has(output)) add(output);
  }

  function add(value: Guard): void {
    const location = value === null ? undefined : locations.get(value);
    if (location !== undefined) found.add(location.buffer);
  }
}

/** What an item computes, step after step. */
export function clustersIn(item: Item): readonly Cluster[] {
  if (item.kind === 'cluster') return [item.cluster];
  if (item.kind !== 'control') return [];
  return [...allPieces([item.step])].flatMap(({ clusters }) => clusters);
}
