import type { MatMulOperation } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import type { DeviceModel } from './deviceModel.js';

/** How the elements of a product are shared out. */
export interface Tiling {
  /** The rows and columns that one invocation computes, in registers. */
  readonly block: readonly [rows: number, columns: number];
  /** What a workgroup computes together, from parts of the operands in its memory; `null` where each reads for itself. */
  readonly tile: Tile | null;
}

export interface Tile {
  readonly rows: number;
  readonly columns: number;
  /** How much of the operands' common side is in the workgroup's memory at a time. */
  readonly depth: number;
}

/** Blocks are whole vectors of columns, and the parts of both operands fit the 16 KiB that every device has. */
const tiled: readonly Tiling[] = [
  { block: [4, 8], tile: { rows: 64, columns: 64, depth: 16 } },
  { block: [4, 4], tile: { rows: 32, columns: 32, depth: 32 } },
  { block: [1, 4], tile: { rows: 16, columns: 16, depth: 32 } },
];

export const single: Tiling = { block: [1, 1], tile: null };

export const direct: readonly Tiling[] = [
  { block: [8, 8], tile: null },
  { block: [4, 8], tile: null },
  { block: [4, 4], tile: null },
  { block: [2, 4], tile: null },
  { block: [2, 2], tile: null },
  { block: [1, 2], tile: null },
];

/** How many invocations compute a tile. */
export function invocationsOf([height, width]: Tiling['block'], { rows, columns }: Tile): number {
  return (rows / height) * (columns / width);
}

/** The cheapest way, where invocations that the device has no work for cost as much as those that it has. */
export function tilingOf(product: MatMulOperation, device: DeviceModel): Tiling {
  return cheapest(device.sharedLoadCost === null ? direct : [...tiled, ...direct], product, device);
}

/** What each invocation computes of a product that is a section among others in one workgroup: little, so that it is short. */
export function directBlockOf(product: MatMulOperation, device: DeviceModel): Tiling['block'] {
  return cheapest(direct, product, { ...device, largestBlock: longestInSection }).block;
}

export const longestInSection = 4;

/** How often the elements of an operand are read, in the mean of both operands. */
export function operandLoads(product: MatMulOperation, device: DeviceModel): number {
  const { batch, rows, columns, depth } = product;
  return (sizeOf(batch) * rows * columns * depth * loadsOf(tilingOf(product, device))) / 2;
}

function cheapest(
  tilings: readonly Tiling[],
  product: MatMulOperation,
  device: DeviceModel,
): Tiling {
  let best = single;
  let least = costOf(single, product, device);
  for (const tiling of tilings) {
    const [height, width] = tiling.block;
    const isTooLarge = height * width > device.largestBlock;
    if (isTooLarge || height > product.rows || width > product.columns) continue;
    const cost = costOf(tiling, product, device);
    if (cost >= least) continue;
    best = tiling;
    least = cost;
  }
  return best;
}

/** In additions, for each step along the operands' common side. */
export function costOf(
  tiling: Tiling,
  { batch, rows, columns }: MatMulOperation,
  device: DeviceModel,
): number {
  const { block, tile } = tiling;
  const [height, width] = block;
  const ofTile = tile === null ? 1 : invocationsOf(block, tile);
  const tiles =
    sizeOf(batch) *
    Math.ceil(rows / (tile?.rows ?? height)) *
    Math.ceil(columns / (tile?.columns ?? width));
  const elements = Math.max(tiles * ofTile, device.parallelism) * height * width;
  const shared = tile === null ? 0 : (device.sharedLoadCost ?? 0) * (1 / height + 1 / width);
  return elements * (1 + device.loadCost * loadsOf(tiling) + shared);
}

/** How many elements of the operands are read from memory for an element of the product, in each step. */
export function loadsOf({ block, tile }: Tiling): number {
  return 1 / (tile?.rows ?? block[0]) + 1 / (tile?.columns ?? block[1]);
}
