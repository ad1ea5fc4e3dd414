import type { Value } from '../../graph/graph.js';
import type {
  MapOperation,
  MatMulOperation,
  Operation,
  ReduceOperation,
  Region,
} from '../lower/operation.js';
import { sizesOf } from '../lower/operation.js';
import { isSameShape, sizeOf } from '../wgsl/index.js';
import { type Access, accessesOf, axisName, isTransparent, spaceOf } from './accesses.js';
import type { DeviceModel } from './deviceModel.js';

/** Operations that one kernel computes together. */
export type Cluster = MapCluster | RowCluster | MatMulCluster;

interface ClusterOf<Kind extends string, Member extends Operation> {
  readonly kind: Kind;
  /** Kernels run in this order, and each depends on earlier ones alone. */
  readonly order: number;
  readonly members: Member[];
  /** How many elements the tensors have that it computes. */
  readonly size: number;
}

/** Tensors of equal size whose elements at one position depend on each other alone. */
export type MapCluster = ClusterOf<'map', MapOperation>;

/** Products of matrices, and what becomes of each of their elements. */
export type MatMulCluster = ClusterOf<'matmul', MatMulOperation | MapOperation>;

/** Reductions of the same rows, what becomes of their results, and of the rows once these are known. */
export interface RowCluster extends ClusterOf<'rows', ReduceOperation | MapOperation> {
  /** The elements of all rows, and the axes that make up a row. */
  readonly space: readonly number[];
  readonly axes: readonly number[];
  readonly rowCount: number;
  readonly columnCount: number;
  /** Whether the rows are those of a tensor, and not of sums that no tensor has, as those of a convolution. */
  readonly isAlongTensor: boolean;
}

/** What is known of each operation. */
export interface Clustering {
  readonly clusters: readonly Cluster[];
  readonly clusterOf: ReadonlyMap<Value, Cluster>;
  readonly accesses: ReadonlyMap<Operation, readonly Access[]>;
  readonly definitions: ReadonlyMap<Value, Operation>;
}

/**
 * Puts each operation into the latest kernel that it reads a result of, where that kernel has the element at hand, and
 * begins a new kernel otherwise. Since that kernel is the latest, nothing that the operation reads can depend on it in
 * another way, so that no circle comes about, and one look at each operation is enough.
 */
export function cluster(region: Region, device: DeviceModel): Clustering {
  const definitions = new Map(region.operations.map((operation) => [operation.output, operation]));
  const accesses = new Map<Operation, readonly Access[]>();
  const clusterOf = new Map<Value, Cluster>();
  const externals = new Externals(region, device.storageBufferLimit - 2);
  const clusters: Cluster[] = [];

  for (const operation of region.operations) {
    if (isTransparent(operation)) continue;
    const read = accessesOf(operation, definitions);
    accesses.set(operation, read);
    const latest = latestOf(read, clusterOf);
    const bound = [operation.output, ...read.map(({ value }) => value)];
    let target =
      latest !== null && externals.fit(latest, bound)
        ? joined(latest, operation, read, clusterOf, device)
        : null;
    if (target === null) {
      target = begin(operation, clusters.length);
      clusters.push(target);
    } else if (target !== latest) {
      clusters[target.order] = target;
      for (const member of target.members) clusterOf.set(member.output, target);
      externals.replace(latest!, target);
    }
    (target.members as Operation[]).push(operation);
    clusterOf.set(operation.output, target);
    externals.add(target, bound);
  }
  return { clusters, clusterOf, accesses, definitions };
}

/** Which of the buffers that come from outside, or leave, each kernel binds: a stage can bind only few. */
class Externals {
  readonly #values: ReadonlySet<Value>;
  readonly #bound = new Map<Cluster, Set<Value>>();

  constructor(
    region: Region,
    readonly limit: number,
  ) {
    this.#values = new Set([...region.parameters, ...region.outputs]);
  }

  fit(cluster: Cluster, values: readonly Value[]): boolean {
    const bound = this.#bound.get(cluster)!;
    const added = new Set(values.filter((value) => this.#values.has(value) && !bound.has(value)));
    return bound.size + added.size <= this.limit;
  }

  add(cluster: Cluster, values: readonly Value[]): void {
    const bound = this.#bound.get(cluster) ?? new Set<Value>();
    for (const value of values) if (this.#values.has(value)) bound.add(value);
    this.#bound.set(cluster, bound);
  }

  replace(before: Cluster, after: Cluster): void {
    this.#bound.set(after, this.#bound.get(before)!);
  }
}

function latestOf(
  accesses: readonly Access[],
  clusterOf: ReadonlyMap<Value, Cluster>,
): Cluster | null {
  let latest: Cluster | null = null;
  for (const { value } of accesses) {
    const candidate = clusterOf.get(value);
    if (candidate !== undefined && (latest === null || candidate.order > latest.order)) {
      latest = candidate;
    }
  }
  return latest;
}

function begin(operation: Operation, order: number): Cluster {
  switch (operation.kind) {
    case 'map':
      return { kind: 'map', order, members: [], size: sizeOf(sizesOf(operation.output)) };
    case 'matmul':
      return { kind: 'matmul', order, members: [], size: sizeOf(sizesOf(operation.output)) };
    case 'reduce':
      return rowsOf(operation, order, []);
  }
}

function rowsOf(
  operation: ReduceOperation,
  order: number,
  members: readonly MapOperation[],
): RowCluster {
  const { along, inner, output } = operation;
  const size = sizeOf(sizesOf(output));
  const space = spaceOf(operation);
  return {
    kind: 'rows',
    order,
    members: [...members],
    size,
    space,
    axes: along?.axes ?? inner.map((_, axis) => axis + sizesOf(output).length),
    rowCount: size,
    columnCount: sizeOf(inner),
    isAlongTensor: along !== null,
  };
}

/** The kernel that computes the operation too, which may replace `latest`; `null` where there is none. */
function joined(
  latest: Cluster,
  operation: Operation,
  accesses: readonly Access[],
  clusterOf: ReadonlyMap<Value, Cluster>,
  device: DeviceModel,
): Cluster | null {
  if (operation.kind === 'matmul') return null;
  const inside = accesses.filter(({ value }) => clusterOf.get(value) === latest);
  const isSame = inside.every((access) => access.isSame);
  if (latest.kind === 'rows') return fitsRows(latest, operation, inside, device) ? latest : null;
  if (operation.kind === 'map') {
    return isSame && sizeOf(sizesOf(operation.output)) === latest.size ? latest : null;
  }
  const { along } = operation;
  if (latest.kind !== 'map' || along === null || !isSame) return null;
  if (!latest.members.every(({ output }) => isSameShape(sizesOf(output), along.shape))) return null;
  const rows = rowsOf(operation, latest.order, latest.members);
  return device.canKeepRows(rows.rowCount, rows.columnCount) ? rows : null;
}

function fitsRows(
  rows: RowCluster,
  operation: MapOperation | ReduceOperation,
  inside: readonly Access[],
  device: DeviceModel,
): boolean {
  if (operation.kind === 'map' && sizeOf(sizesOf(operation.output)) === rows.rowCount) {
    const isOfRows = inside.every((access) => access.isSame && isRowLevel(rows, access.value));
    if (isOfRows) return true;
  }
  if (!rows.isAlongTensor || !device.canKeepRows(rows.rowCount, rows.columnCount)) return false;
  if (!isSameShape(spaceOf(operation), rows.space)) return false;
  if (operation.kind === 'reduce') {
    const axes = operation.along?.axes;
    if (axes === undefined || axes.length !== rows.axes.length) return false;
    if (!axes.every((axis) => rows.axes.includes(axis))) return false;
  }
  const names = rows.space.flatMap((size, axis) =>
    size === 1 || rows.axes.includes(axis) ? [] : [axisName(axis)],
  );
  return inside.every((access) =>
    isRowLevel(rows, access.value)
      ? access.axes.length === names.length && access.axes.every((axis, i) => axis === names[i])
      : access.isSame,
  );
}

/** Whether a tensor that the rows' kernel computes has one element for each row, and not one for each of its columns. */
export function isRowLevel(rows: RowCluster, value: Value): boolean {
  if (rows.columnCount > 1) return sizeOf(sizesOf(value)) === rows.rowCount;
  const member = rows.members.find(({ output }) => output === value);
  return member?.kind === 'reduce' || !isSameShape(sizesOf(value), rows.space);
}
