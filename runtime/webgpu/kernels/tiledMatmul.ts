import type { MatMulCluster } from '../fuse/cluster.js';
import type { Tile, Tiling } from '../fuse/tiling.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { literal, type Scalar } from '../wgsl/scalar.js';
import type { SpreadGrid } from './grid.js';
import type { ClusterInputs } from './needed.js';
import { type ProductVectors, ProductWriter } from './product.js';
import type { KernelWriter } from './writer.js';

/**
 * A workgroup computes a tile of the product: it brings a part of the rows of one operand and of the columns of the other
 * into its memory, from which each invocation multiplies a block in its registers, and goes on to the next part.
 */
export function writeTiledMatMul(
  cluster: MatMulCluster,
  writer: KernelWriter,
  grid: SpreadGrid,
  inputsOf: ClusterInputs,
  [height, width]: Tiling['block'],
  tile: Tile,
  vectors: ProductVectors,
): void {
  const { emitter } = writer;
  const product = new ProductWriter(cluster, writer, inputsOf);
  const { rows, columns, depth, batch, a, b, transposeA, transposeB } = product.product;
  const vectorType = `vec4<${product.type}>`;
  const isHalf = writer.context.device.usesFloat16 && product.type === 'f32';
  const tileType = isHalf ? 'vec4<f16>' : vectorType;
  const quads = { depth: tile.depth / 4, columns: tile.columns / 4 };
  const across = tile.columns / width;
  const rowTiles = Math.ceil(rows / tile.rows);
  const columnTiles = Math.ceil(columns / tile.columns);
  // Rows of both, in vectors: the one's along the common side, the other's along the columns.
  const tileA = writer.shared(tileType, tile.rows * quads.depth, 0);
  const tileB = writer.shared(tileType, tile.depth * quads.columns, 1);

  grid.forEachGroup(emitter, sizeOf(batch) * rowTiles * columnTiles, (group) => {
    const { axes } = Index.ofFlat(emitter, [sizeOf(batch), rowTiles, columnTiles], group);
    const [matrix, rowTile, columnTile] = axes as [string, string, string];
    const firstRow = emitter.let(`${rowTile} * ${tile.rows}`);
    const firstColumn = emitter.let(`${columnTile} * ${tile.columns}`);
    const local = emitter.let('i32(local)');
    const ownRow = emitter.let(`${local} / ${across} * ${height}`);
    const ownColumn = emitter.let(`${local} % ${across}`);
    const sums = Array.from({ length: height }, () =>
      Array.from({ length: width / 4 }, () => {
        const name = emitter.name();
        emitter.line(`var ${name} = ${vectorType}();`);
        return name;
      }),
    );
    const start = emitter.name();
    const head = `for (var ${start}: i32 = 0; ${start} < ${depth}; ${start} += ${tile.depth})`;
    emitter.block(head, () => {
      loadRows(start, matrix, firstRow, local);
      loadColumns(start, matrix, firstColumn, local);
      emitter.line('workgroupBarrier();');
      multiply(sums, ownRow, ownColumn);
      emitter.line('workgroupBarrier();');
    });
    finish(sums, matrix, emitter.let(`${firstRow} + ${ownRow}`), firstColumn, ownColumn);
  });

  function loadRows(start: string, matrix: string, firstRow: string, local: string): void {
    forEachVector(tile.rows * quads.depth, local, (id) => {
      // Neighbours read what lies side by side.
      const [row, quad] = transposeA
        ? [emitter.let(`${id} % ${tile.rows}`), emitter.let(`${id} / ${tile.rows}`)]
        : [emitter.let(`${id} / ${quads.depth}`), emitter.let(`${id} % ${quads.depth}`)];
      const place = inside(emitter.let(`${firstRow} + ${row}`), rows, tile.rows, 1);
      const inner = emitter.let(`${start} + ${quad} * 4`);
      const source = transposeA ? null : vectors.a;
      const to = `${tileA}[${emitter.let(`${row} * ${quads.depth} + ${quad}`)}]`;
      if (source !== null) {
        assign(to, inner, () => product.vector(a, source, matrix, place, inner));
        return;
      }
      const elements = [0, 1, 2, 3].map((part) => {
        const k = part === 0 ? inner : emitter.let(`${inner} + ${part}`);
        const read = (): Scalar => ({ code: product.left(matrix, place, k), type: product.type });
        const none = (): Scalar => ({ code: literal(0, product.type), type: product.type });
        const isFull = depth % tile.depth === 0;
        return isFull
          ? read().code
          : emitter.choose(`${k} < ${depth}`, product.type, read, none).code;
      });
      emitter.line(`${to} = ${inTile(`${vectorType}(${elements.join(', ')})`)};`);
    });
  }

  function loadColumns(start: string, matrix: string, firstColumn: string, local: string): void {
    forEachVector(tile.depth * quads.columns, local, (id) => {
      const [row, quad] = transposeB
        ? [emitter.let(`${id} % ${tile.depth}`), emitter.let(`${id} / ${tile.depth}`)]
        : [emitter.let(`${id} / ${quads.columns}`), emitter.let(`${id} % ${quads.columns}`)];
      const inner = emitter.let(`${start} + ${row}`);
      const column = emitter.let(`${firstColumn} + ${quad} * 4`);
      const source = transposeB ? null : vectors.b;
      const to = `${tileB}[${emitter.let(`${row} * ${quads.columns} + ${quad}`)}]`;
      if (source !== null) {
        const place = inside(column, columns, tile.columns, 4);
        assign(to, inner, () => product.vector(b, source, matrix, inner, place));
        return;
      }
      assign(to, inner, () => {
        const elements = [0, 1, 2, 3].map((part) => {
          const next = part === 0 ? column : emitter.let(`${column} + ${part}`);
          return product.right(matrix, inner, inside(next, columns, tile.columns, 1));
        });
        return `${vectorType}(${elements.join(', ')})`;
      });
    });
  }

  /** Beyond the end of the common side there are zeros. */
  function assign(to: string, inner: string, vector: () => string): void {
    if (depth % tile.depth === 0) {
      emitter.line(`${to} = ${inTile(vector())};`);
      return;
    }
    emitter.block(`if (${inner} < ${depth})`, () => emitter.line(`${to} = ${inTile(vector())};`));
    emitter.block('else', () => emitter.line(`${to} = ${tileType}();`));
  }

  function inTile(vector: string): string {
    return isHalf ? `${tileType}(${vector})` : vector;
  }

  /** What is multiplied and added up has 32 bits in any case. */
  function fromTile(element: string): string {
    return emitter.let(isHalf ? `${vectorType}(${element})` : element);
  }

  function forEachVector(count: number, local: string, body: (id: string) => void): void {
    const workers = grid.workgroupSize;
    if (count === workers) {
      emitter.block('', () => body(local));
      return;
    }
    const id = emitter.name();
    const head = `for (var ${id}: i32 = ${local}; ${id} < ${count}; ${id} += ${workers})`;
    emitter.block(head, () => body(id));
  }

  /** Beyond the edge the last row or column is read again, and not written. */
  function inside(place: string, limit: number, length: number, step: number): string {
    return limit % length === 0 ? place : emitter.let(`min(${place}, ${limit - step})`);
  }

  function multiply(sums: readonly string[][], ownRow: string, ownColumn: string): void {
    const quad = emitter.name();
    const head = `for (var ${quad}: i32 = 0; ${quad} < ${quads.depth}; ${quad}++)`;
    emitter.block(head, () => {
      const left = sums.map((_, i) =>
        fromTile(`${tileA}[(${ownRow} + ${i}) * ${quads.depth} + ${quad}]`),
      );
      for (const [part, component] of ['x', 'y', 'z', 'w'].entries()) {
        const row = emitter.let(`(${quad} * 4 + ${part}) * ${quads.columns} + ${ownColumn}`);
        const right = sums[0]!.map((_, j) => fromTile(`${tileB}[${row} + ${j * across}]`));
        left.forEach((x, i) => {
          right.forEach((y, j) => {
            emitter.line(`${sums[i]![j]} += ${x}.${component} * ${y};`);
          });
        });
      }
    });
  }

  function finish(
    sums: readonly string[][],
    matrix: string,
    firstRow: string,
    firstColumn: string,
    ownColumn: string,
  ): void {
    const perRow = width / 4;
    const finishOne = (sum: string, i: string, j: string): void => {
      const row = emitter.let(`${firstRow} + ${i}`);
      const column = emitter.let(`${firstColumn} + (${ownColumn} + ${j} * ${across}) * 4`);
      const isBelow = rows % tile.rows !== 0;
      const isBeside = columns % tile.columns !== 0;
      const { epilogue } = vectors;
      if (epilogue !== null) {
        within(
          [
            [isBelow, row, rows],
            [isBeside, column, columns],
          ],
          () => product.finishVector(sum, epilogue, matrix, row, column),
        );
        return;
      }
      within([[isBelow, row, rows]], () => {
        for (const [part, component] of ['x', 'y', 'z', 'w'].entries()) {
          emitter.block('', () => {
            const own = emitter.let(`${column} + ${part}`);
            within([[isBeside, own, columns]], () =>
              product.finish(emitter.let(`${sum}.${component}`), matrix, row, own),
            );
          });
        }
      });
    };
    if (product.isShort) {
      sums.forEach((ofRow, i) => {
        ofRow.forEach((sum, j) => {
          emitter.block('', () => finishOne(sum, String(i), String(j)));
        });
      });
      return;
    }
    const all = emitter.name();
    const count = height * perRow;
    emitter.line(`var ${all} = array<${vectorType}, ${count}>(${sums.flat().join(', ')});`);
    const id = emitter.name();
    emitter.block(`for (var ${id}: i32 = 0; ${id} < ${count}; ${id}++)`, () => {
      const sum = emitter.let(`${all}[${id}]`);
      finishOne(sum, emitter.let(`${id} / ${perRow}`), emitter.let(`${id} % ${perRow}`));
    });
  }

  function within(
    bounds: readonly (readonly [isNeeded: boolean, place: string, limit: number])[],
    body: () => void,
  ): void {
    const checks = bounds.flatMap(([isNeeded, place, limit]) =>
      isNeeded ? [`(${place} < ${limit})`] : [],
    );
    if (checks.length === 0) body();
    else emitter.block(`if (${checks.join(' & ')})`, body);
  }
}
