import type { ConstantNode, Value } from '../../graph/graph.js';
import { type Cluster, isRowShared, workersOf } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { rowTilingOf } from '../fuse/rowTiling.js';
import { directBlockOf, invocationsOf, tilingOf } from '../fuse/tiling.js';
import { SingleWorkgroup, SpreadGrid } from '../kernels/grid.js';
import type { Kernel } from '../kernels/kernel.js';
import { mapVectors, writeMap } from '../kernels/map.js';
import { writeMatMul } from '../kernels/matmul.js';
import type { MemoryPlan } from '../kernels/memoryPlan.js';
import type { ClusterInputs } from '../kernels/needed.js';
import { bindingsOf, noVectors, productOf, productVectors } from '../kernels/product.js';
import { isOfProduct, writeProductRows } from '../kernels/productRows.js';
import { writeRows } from '../kernels/rows.js';
import { writeTiledMatMul } from '../kernels/tiledMatmul.js';
import { type KernelContext, KernelWriter } from '../kernels/writer.js';
import type { Operation } from '../lower/operation.js';
import { allPieces, type Block, type Piece } from './block.js';
import { ControlWriter, writeChoice, writeContinuation } from './control.js';
import type { Group } from './instructions.js';
import { clustersIn, type Guard, type Item } from './items.js';
import { labelOf } from './label.js';
import { sectionOf } from './section.js';
import type { Slicing } from './slices.js';

/** Writes the kernels of a program. */
export class ProgramWriter {
  readonly #context: KernelContext;
  readonly #inputsOf: ClusterInputs;

  constructor(
    block: Block,
    plan: MemoryPlan,
    readonly device: DeviceModel,
  ) {
    const { context, inputsOf } = contextOf(block, plan, device);
    this.#context = context;
    this.#inputsOf = inputsOf;
  }

  /** Several items in one kernel are done by one workgroup, one after the other. */
  write({ items, guard, slicing }: Group): Kernel {
    const [first] = items as readonly [Item];
    if (items.length === 1 && first.kind === 'cluster') {
      return this.#writeAlone(first.cluster, labelOf(first), guard);
    }
    const writer = new KernelWriter(this.#context);
    const grid = new SingleWorkgroup(this.device, workgroupSizeFor(items, this.device));
    if (guard !== null) writer.guard(guard, true);
    for (const item of items) this.#writeItem(item, slicing, writer, grid);
    return writer.finish(items.map(labelOf).join(', then '), grid);
  }

  #writeAlone(cluster: Cluster, label: string, guard: Guard): Kernel {
    const context = this.#context;
    const inputsOf = this.#inputsOf;
    const { device } = this;
    const mostWorkgroups = guard === null ? Infinity : device.mostInVain;
    switch (cluster.kind) {
      case 'map': {
        const workgroupSize = cluster.size <= 64 ? 64 : Math.min(256, device.workgroupSizeLimit);
        const grid = new SpreadGrid(device, workgroupSize, mostWorkgroups);
        const writer = new KernelWriter(context, mapVectors(cluster, context, inputsOf));
        if (guard !== null) writer.guard(guard, false);
        writeMap(cluster, writer, grid, inputsOf);
        return writer.finish(label, grid);
      }
      case 'rows': {
        if (isOfProduct(cluster)) {
          const { invocations } = rowTilingOf(cluster.product, device)!;
          const grid = new SpreadGrid(device, invocations);
          const writer = new KernelWriter(context);
          if (guard !== null) writer.guard(guard, true);
          writeProductRows(cluster, writer, grid, inputsOf);
          return writer.finish(label, grid);
        }
        const isShared = isRowShared(cluster, device);
        const grid = isShared
          ? new SpreadGrid(device, workersOf(cluster, device))
          : new SpreadGrid(device, 64, mostWorkgroups);
        const writer = new KernelWriter(context);
        if (guard !== null) writer.guard(guard, grid.workersOf(cluster) > 1);
        writeRows(cluster, writer, grid, inputsOf);
        return writer.finish(label, grid);
      }
      case 'matmul': {
        const tiling = tilingOf(productOf(cluster), device);
        const { block, tile } = tiling;
        const vectors = productVectors(cluster, tiling, context, inputsOf);
        const writer = new KernelWriter(context, bindingsOf(vectors, context));
        if (guard !== null) writer.guard(guard, tile !== null);
        const invocations = tile === null ? 64 : invocationsOf(block, tile);
        const grid = new SpreadGrid(device, device.isSoftware ? 16 : invocations, mostWorkgroups);
        if (tile === null) {
          writeMatMul(cluster, writer, grid, inputsOf, block, vectors);
          return writer.finish(label, grid);
        }
        writeTiledMatMul(cluster, writer, grid, inputsOf, block, tile, vectors);
        const half = device.usesFloat16 && productOf(cluster).output.dtype === 'float32';
        const tiles = `in tiles of ${tile.rows}×${tile.columns}${half ? ' of 16-bit floats' : ''}`;
        return writer.finish(`${label} ${tiles}`, grid);
      }
    }
  }

  #writeSection(cluster: Cluster, piece: Piece, writer: KernelWriter, grid: SingleWorkgroup): void {
    const workers = cluster.kind === 'rows' ? grid.workersOf(cluster) : 1;
    grid.begin(sectionOf(cluster, piece, writer, workers));
    writer.known.clear();
    writeCluster(cluster, writer, grid, this.#inputsOf);
  }

  #writeItem(
    item: Item,
    slicing: Slicing | null,
    writer: KernelWriter,
    grid: SingleWorkgroup,
  ): void {
    writer.known.clear();
    switch (item.kind) {
      case 'cluster':
        this.#writeSection(item.cluster, item.piece, writer, grid);
        break;
      case 'control':
        new ControlWriter(writer, grid, slicing, (piece) => {
          for (const cluster of piece.clusters) this.#writeSection(cluster, piece, writer, grid);
        }).write(item.step);
        break;
      case 'choose':
        writeChoice(item.step, item.guard, writer, grid);
        break;
      case 'continue':
        writeContinuation(item, writer, grid);
    }
  }
}

/**
 * How many invocations do the work of one workgroup. Where a processor runs them in turn, at each barrier it has to switch
 * between as many as its vectors do not hold together.
 */
function workgroupSizeFor(items: readonly Item[], device: DeviceModel): number {
  if (device.isSoftware) return 4;
  const isLarge = items.some((item) => clustersIn(item).some(({ size }) => size > 256));
  return isLarge ? Math.min(256, device.workgroupSizeLimit) : 64;
}

/** What is known of all pieces together: each value has one definition. */
function contextOf(
  block: Block,
  plan: MemoryPlan,
  device: DeviceModel,
): { readonly context: KernelContext; readonly inputsOf: ClusterInputs } {
  const definitions = new Map<Value, Operation>();
  const constants = new Map<Value, ConstantNode>();
  const stored = new Set<Value>();
  const inputs = new Map<Operation, Operation[]>();
  for (const { region, clustering, materialization } of allPieces(block)) {
    for (const [value, definition] of clustering.definitions) definitions.set(value, definition);
    for (const [value, node] of region.constants) constants.set(value, node);
    for (const value of materialization.stored) stored.add(value);
    for (const [operation, accesses] of clustering.accesses) {
      const own = clustering.clusterOf.get(operation.output);
      const ofCluster = accesses.filter(({ value }) => clustering.clusterOf.get(value) === own);
      inputs.set(
        operation,
        ofCluster.map(({ value }) => clustering.definitions.get(value)!),
      );
    }
  }
  return {
    context: { definitions, constants, stored, plan, device },
    inputsOf: (operation) => inputs.get(operation)!,
  };
}

/** Writes a kernel's work as a section of a larger one. */
function writeCluster(
  one: Cluster,
  writer: KernelWriter,
  grid: SingleWorkgroup,
  inputsOf: ClusterInputs,
): void {
  switch (one.kind) {
    case 'map':
      writeMap(one, writer, grid, inputsOf);
      break;
    case 'rows':
      if (isOfProduct(one)) writeProductRows(one, writer, grid, inputsOf);
      else writeRows(one, writer, grid, inputsOf);
      break;
    case 'matmul': {
      const block = directBlockOf(productOf(one), writer.context.device);
      writeMatMul(one, writer, grid, inputsOf, block, noVectors);
    }
  }
}
