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
import { rowTilingOf } from './rowTiling.js';

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
export interface RowCluster extends ClusterOf<'rows', Operation> {
  /** The product whose rows they are, where the kernel computes that too. */
  readonly product: MatMulOperation | null;
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
 * another way, so that no circle comes about, and one look at each operation is enough. An operation that reads nothing
 * but what enters the region waits until one that reads it has found its kernel, and goes there too.
 *
 * `externals` has the tensors that enter or leave, each with the one whose buffer it is expected to have.
 */
export function cluster(
  region: Region,
  externals: ReadonlyMap<Value, Value>,
  device: DeviceModel,
): Clustering {
  const clusterer = new Clusterer(region, externals, device);
  for (const operation of region.operations) {
    if (!isTransparent(operation)) clusterer.add(operation);
  }
  return clusterer.finish();
}

class Clusterer {
  readonly #definitions: ReadonlyMap<Value, Operation>;
  readonly #accesses = new Map<Operation, readonly Access[]>();
  readonly #clusterOf = new Map<Value, Cluster>();
  readonly #clusters = new Set<Cluster>();
  readonly #bound: BoundBuffers;
  /** The places of operations in the program. */
  readonly #positions = new Map<Operation, number>();
  /** Operations that have no kernel yet, in the program's order. */
  readonly #waiting = new Map<Value, MapOperation>();
  #latestOrder = 0;
  #earliestOrder = 0;

  constructor(
    region: Region,
    externals: ReadonlyMap<Value, Value>,
    readonly device: DeviceModel,
  ) {
    this.#definitions = new Map(region.operations.map((one) => [one.output, one]));
    this.#bound = new BoundBuffers(externals, device.storageBufferLimit - 2);
  }

  add(operation: Operation): void {
    const accesses = accessesOf(operation, this.#definitions);
    this.#accesses.set(operation, accesses);
    this.#positions.set(operation, this.#positions.size);
    const isWaiting = accesses.every(({ value }) => !this.#clusterOf.has(value));
    if (isWaiting && operation.kind === 'map') this.#waiting.set(operation.output, operation);
    else this.#place(operation);
  }

  finish(): Clustering {
    for (const operation of [...this.#waiting.values()].reverse()) {
      if (this.#waiting.delete(operation.output)) this.#place(operation);
    }
    const clusters = [...this.#clusters].sort((a, b) => a.order - b.order);
    // Members that waited were put in behind those that read them.
    const position = this.#positions;
    for (const { members } of clusters) {
      (members as Operation[]).sort((a, b) => position.get(a)! - position.get(b)!);
    }
    return {
      clusters,
      clusterOf: this.#clusterOf,
      accesses: this.#accesses,
      definitions: this.#definitions,
    };
  }

  #place(operation: Operation): void {
    const awaited = this.#awaitedBy(operation);
    // What a kernel computes by now that one of them reads, it has to come after. What takes its place may take others along.
    const isDue = (waiting: MapOperation): boolean =>
      this.#waiting.has(waiting.output) &&
      this.#accesses.get(waiting)!.some(({ value }) => this.#clusterOf.has(value));
    for (let due = awaited.find(isDue); due !== undefined; due = awaited.find(isDue)) {
      this.#waiting.delete(due.output);
      this.#put(due);
    }
    this.#put(operation);
  }

  #put(operation: Operation): void {
    const accesses = this.#accesses.get(operation)!;
    const mentioned = [operation.output, ...accesses.map(({ value }) => value)];
    const latest = this.#latestOf(accesses);
    let target =
      latest !== null && this.#bound.fit(latest, mentioned)
        ? joined(latest, operation, accesses, this.#clusterOf, this.device)
        : null;
    if (target === null) {
      target = begin(operation, ++this.#latestOrder);
    } else if (target !== latest) {
      this.#clusters.delete(latest!);
      for (const member of target.members) this.#clusterOf.set(member.output, target);
      this.#bound.replace(latest!, target);
    }
    this.#join(target, operation);
    this.#fetch(target, operation);
  }

  #join(target: Cluster, operation: Operation): void {
    this.#clusters.add(target);
    (target.members as Operation[]).push(operation);
    this.#clusterOf.set(operation.output, target);
    const values = this.#accesses.get(operation)!.map(({ value }) => value);
    this.#bound.add(target, [operation.output, ...values]);
  }

  /** Puts what waited for `operation` into its kernel, or into kernels that run before all others. */
  #fetch(home: Cluster, operation: Operation): void {
    const fetched = new Set<MapOperation>();
    const early = new Set<MapOperation>();
    const pending: Operation[] = [operation];
    while (pending.length > 0) {
      const reader = pending.pop()!;
      for (const access of this.#accesses.get(reader)!) {
        const waiting = this.#waiting.get(access.value);
        if (waiting === undefined || fetched.has(waiting) || early.has(waiting)) continue;
        if (!canFetch(home, reader, waiting, access, this.device)) {
          early.add(waiting);
        } else {
          fetched.add(waiting);
          pending.push(waiting);
        }
      }
    }
    // What is fetched may be read at other places too, and whatever an early kernel reads is early itself.
    for (const reader of [operation, ...fetched]) {
      for (const access of this.#accesses.get(reader)!) {
        const waiting = this.#waiting.get(access.value);
        if (waiting === undefined) continue;
        if (!canFetch(home, reader, waiting, access, this.device)) early.add(waiting);
      }
    }
    const mentioned = new Set<Value>();
    for (const waiting of fetched) {
      const values = this.#accesses.get(waiting)!.map(({ value }) => value);
      const externals = this.#bound.externalsOf([...values, waiting.output]);
      if (this.#bound.fit(home, [...mentioned, ...externals])) {
        for (const value of externals) mentioned.add(value);
      } else early.add(waiting);
    }
    for (const waiting of early) {
      for (const { value } of this.#accesses.get(waiting)!) {
        const before = this.#waiting.get(value);
        if (before !== undefined) early.add(before);
      }
    }
    for (const waiting of early) fetched.delete(waiting);
    for (const waiting of fetched) {
      this.#waiting.delete(waiting.output);
      this.#join(home, waiting);
    }
    this.#putEarly(early);
  }

  /** Operations that are read by kernels before all others, and read nothing but one another and what enters. */
  #putEarly(operations: ReadonlySet<MapOperation>): void {
    const readers = new Map<Value, { readonly kernel: Cluster; readonly isSame: boolean }[]>();
    const last = [...operations].sort((a, b) => this.#positions.get(b)! - this.#positions.get(a)!);
    for (const operation of last) {
      this.#waiting.delete(operation.output);
      const ofOutput = readers.get(operation.output) ?? [];
      const only = ofOutput[0]?.kernel;
      const isAtHand =
        only !== undefined &&
        ofOutput.every(({ kernel, isSame }) => kernel === only && isSame) &&
        only.size === sizeOf(sizesOf(operation.output)) &&
        this.#fits(only, operation);
      const kernel = isAtHand ? only : begin(operation, --this.#earliestOrder);
      this.#join(kernel, operation);
      for (const { value, isSame } of this.#accesses.get(operation)!) {
        readers.set(value, [...(readers.get(value) ?? []), { kernel, isSame }]);
      }
    }
  }

  #fits(home: Cluster, operation: Operation): boolean {
    const values = this.#accesses.get(operation)!.map(({ value }) => value);
    return this.#bound.fit(home, [operation.output, ...values]);
  }

  /** The operations without a kernel that `operation` depends on, in the program's order. */
  #awaitedBy(operation: Operation): MapOperation[] {
    const found = new Set<MapOperation>();
    const pending: Operation[] = [operation];
    while (pending.length > 0) {
      for (const { value } of this.#accesses.get(pending.pop()!)!) {
        const waiting = this.#waiting.get(value);
        if (waiting === undefined || found.has(waiting)) continue;
        found.add(waiting);
        pending.push(waiting);
      }
    }
    return [...found].sort((a, b) => this.#positions.get(a)! - this.#positions.get(b)!);
  }

  #latestOf(accesses: readonly Access[]): Cluster | null {
    let latest: Cluster | null = null;
    for (const { value } of accesses) {
      const candidate = this.#clusterOf.get(value);
      if (candidate !== undefined && (latest === null || candidate.order > latest.order)) {
        latest = candidate;
      }
    }
    return latest;
  }
}

/** Whether the kernel of `reader` has the element at hand that it reads of an operation which depends on no kernel. */
function canFetch(
  home: Cluster,
  reader: Operation,
  waiting: MapOperation,
  access: Access,
  device: DeviceModel,
): boolean {
  if (!access.isSame || reader.kind === 'matmul') return false;
  const sizes = sizesOf(waiting.output);
  if (home.kind !== 'rows') return sizeOf(sizes) === home.size;
  if (isRowLevel(home, reader.output) && reader.kind === 'map') {
    return sizeOf(sizes) === home.rowCount && isRowLevel(home, waiting.output);
  }
  if (!home.isAlongTensor || !isSameShape(sizes, home.space)) return false;
  return canGoOver(home, device) && !isRowLevel(home, waiting.output);
}

/** Whether going over the rows several times pays. */
function canGoOver({ product, rowCount, columnCount }: RowCluster, device: DeviceModel): boolean {
  return product !== null || device.canKeepRows(rowCount, columnCount);
}

/** Which of the buffers that come from outside, or leave, each kernel binds: a stage can bind only few. */
class BoundBuffers {
  readonly #bound = new Map<Cluster, Set<Value>>();

  constructor(
    readonly externals: ReadonlyMap<Value, Value>,
    readonly limit: number,
  ) {}

  fit(cluster: Cluster, values: readonly Value[]): boolean {
    const bound = this.#bound.get(cluster) ?? new Set<Value>();
    const more = this.externalsOf(values).filter((value) => !bound.has(value));
    return bound.size + new Set(more).size <= this.limit;
  }

  externalsOf(values: readonly Value[]): Value[] {
    return values.flatMap((value) => this.externals.get(value) ?? []);
  }

  add(cluster: Cluster, values: readonly Value[]): void {
    const bound = this.#bound.get(cluster) ?? new Set<Value>();
    for (const value of this.externalsOf(values)) bound.add(value);
    this.#bound.set(cluster, bound);
  }

  replace(before: Cluster, after: Cluster): void {
    this.#bound.set(after, this.#bound.get(before)!);
  }
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
  members: readonly (MapOperation | MatMulOperation)[],
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
    product: members.find((member) => member.kind === 'matmul') ?? null,
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
  if (along === null || !isSame) return null;
  const { members }: { members: readonly (MapOperation | MatMulOperation)[] } = latest;
  if (!members.every(({ output }) => isSameShape(sizesOf(output), along.shape))) return null;
  const rows = rowsOf(operation, latest.order, members);
  if (rows.product !== null) return isAlongRowsOf(rows.product, rows, device) ? rows : null;
  return canGoOver(rows, device) ? rows : null;
}

/** Whether rows of the product are reduced, and a workgroup may as well compute whole ones. */
function isAlongRowsOf(product: MatMulOperation, rows: RowCluster, device: DeviceModel): boolean {
  const isLast = rows.axes.length === 1 && rows.axes[0] === rows.space.length - 1;
  return isLast && rowTilingOf(product, device) !== null;
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
  if (!rows.isAlongTensor || !canGoOver(rows, device)) return false;
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

/** Whether the invocations of a workgroup share a row, because rows are too few for one each, or lie side by side. */
export function isRowShared(
  { rowCount, columnCount, space, axes }: RowCluster,
  device: DeviceModel,
): boolean {
  if (columnCount <= 16 || rowCount >= device.parallelism) return false;
  if (device.isSoftware) return rowCount < 4 && columnCount >= 2048;
  const isContiguous = axes.includes(space.length - 1);
  return isContiguous || rowCount < 1024;
}

/** How many invocations share a row: a power of two. */
export function workersOf({ columnCount }: RowCluster, device: DeviceModel): number {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(columnCount, 2)));
  return Math.min(256, device.workgroupSizeLimit, wanted);
}
