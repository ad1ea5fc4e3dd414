import type { MatMulOperation } from '../lower/operation.js';
import { sizeOf } from '../wgsl/index.js';
import type { DeviceModel } from './deviceModel.js';
import {
  costOf,
  direct,
  loadsOf,
  longestInSection,
  single,
  type Tiling,
  tilingOf,
} from './tiling.js';
import { memoryCost } from './work.js';

/** How a workgroup computes whole rows of a product into its memory, where it goes on with them. */
export interface RowTiling {
  readonly rows: number;
  /** What an invocation computes of them at a time. */
  readonly block: Tiling['block'];
  readonly invocations: number;
}

/** In elements: a quarter of the 16 KiB that every device has. */
const mostInMemory = 1024;

/** The cheapest way; `null` where a kernel for the product and one for what becomes of its rows cost less. */
export function rowTilingOf(product: MatMulOperation, device: DeviceModel): RowTiling | null {
  const { batch, rows, columns, depth } = product;
  const count = sizeOf(batch) * rows;
  const invocations = device.isSoftware ? 4 : 64;
  let best: RowTiling | null = null;
  let least = Infinity;
  for (const tiling of [single, ...direct]) {
    const { block } = tiling;
    const [height, width] = block;
    // A block lies in one matrix.
    const isWhole = sizeOf(batch) === 1 || rows % height === 0;
    if (height * width > longestInSection || !isWhole || columns < Math.max(width, 2)) continue;
    for (let tile = height; tile * columns <= mostInMemory; tile *= 2) {
      const rounds = Math.ceil(((tile / height) * Math.ceil(columns / width)) / invocations);
      const workers = Math.max(Math.ceil(count / tile) * invocations, device.parallelism);
      const cost = workers * rounds * height * width * (1 + device.loadCost * loadsOf(tiling));
      if (cost < least) {
        least = cost;
        best = { rows: tile, block, invocations };
      }
      if (tile >= count) break;
    }
  }
  const more = (least - costOf(tilingOf(product, device), product, device)) * depth;
  const saved = device.dispatchCost + 2 * memoryCost * count * columns;
  return more <= saved ? best : null;
}
