import type { RowCluster } from '../fuse/cluster.js';
import { type RowTiling, rowTilingOf } from '../fuse/rowTiling.js';
import type { MatMulOperation } from '../lower/operation.js';
import { convert, scalarTypeOf } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import { writeSums } from './matmul.js';
import type { ClusterInputs } from './needed.js';
import { ProductOperands } from './product.js';
import { writeRow } from './rows.js';
import type { KernelWriter } from './writer.js';

/** Rows that a kernel computes itself, as those of a product. */
export interface ProductRows extends RowCluster {
  readonly product: MatMulOperation;
}

export function isOfProduct(rows: RowCluster): rows is ProductRows {
  return rows.product !== null;
}

/** Rows of at most so many columns are worked on by one invocation each. */
const longestAlone = 16;

/** The arrays of accumulators have lower numbers. */
const numberOfTile = 2;

/** A workgroup computes rows of a product into its memory, and then what becomes of whole rows, such as their softmax. */
export function writeProductRows(
  rows: ProductRows,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  const { emitter } = writer;
  const { device } = writer.context;
  const tiling = rowTilingOf(rows.product, device)!;
  const operands = new ProductOperands(rows.product, writer);
  const { columns, output } = rows.product;
  const { rowCount } = rows;
  // Few lengths, since kernels of one workgroup may hold several.
  const length = 2 ** Math.ceil(Math.log2(tiling.rows * columns));
  const tile = writer.shared(operands.type, length, numberOfTile);
  const workers = device.isSoftware || columns <= longestAlone ? 1 : grid.workgroupSize;

  grid.forEachGroup(emitter, Math.ceil(rowCount / tiling.rows), (group) => {
    const first = emitter.let(`${group} * ${tiling.rows}`);
    writeTile(operands, tile, tiling, first, grid.workgroupSize);
    emitter.line('workgroupBarrier();');
    const own = emitter.name();
    const [start, step] = workers === 1 ? ['i32(local)', grid.workgroupSize] : ['0', 1];
    const head = `for (var ${own}: i32 = ${start}; ${own} < ${tiling.rows}; ${own} += ${step})`;
    emitter.block(head, () => {
      const row = emitter.let(`${first} + ${own}`);
      const write = () =>
        writeRow(row, rows, writer, workers, inputsOf, (column) => {
          const code = emitter.let(`${tile}[${own} * ${columns} + ${column}]`);
          return convert({ code, type: operands.type }, scalarTypeOf(output.dtype));
        });
      if (rowCount % tiling.rows === 0) write();
      else emitter.block(`if (${row} < ${rowCount})`, write);
    });
  });
}

/** Each invocation computes some blocks of the tile. */
function writeTile(
  operands: ProductOperands,
  tile: string,
  tiling: RowTiling,
  first: string,
  invocations: number,
): void {
  const { emitter } = operands.writer;
  const [height, width] = tiling.block;
  const { rows, columns, batch } = operands.product;
  const across = Math.ceil(columns / width);
  const count = batch.reduce((product, size) => product * size, rows);
  const id = emitter.name();
  const blocks = (tiling.rows / height) * across;
  const head = `for (var ${id}: i32 = i32(local); ${id} < ${blocks}; ${id} += ${invocations})`;
  emitter.block(head, () => {
    const ownRow = emitter.let(`${id} / ${across} * ${height}`);
    const ownColumn = emitter.let(`${id} % ${across} * ${width}`);
    const ownRows = placesFrom(ownRow, height);
    const ownColumns = placesFrom(ownColumn, width);
    // Beyond the edge the last row or column is computed again, and not read.
    const rowPlaces = ownRows.map((own) => emitter.let(`min(${first} + ${own}, ${count - 1})`));
    const columnPlaces = ownColumns.map((own) =>
      columns % width === 0 ? own : emitter.let(`min(${own}, ${columns - 1})`),
    );
    const isOne = count === rows;
    const matrix = isOne ? '0' : emitter.let(`${rowPlaces[0]} / ${rows}`);
    const inMatrix = isOne ? rowPlaces : rowPlaces.map((row) => emitter.let(`${row} % ${rows}`));
    const sums = writeSums(operands, matrix, inMatrix, columnPlaces);
    ownRows.forEach((row, i) => {
      ownColumns.forEach((column, j) => {
        const store = () =>
          emitter.line(`${tile}[${row} * ${columns} + ${column}] = ${sums[i * width + j]};`);
        if (columns % width === 0) store();
        else emitter.block(`if (${column} < ${columns})`, store);
      });
    });
  });

  function placesFrom(start: string, length: number): string[] {
    return Array.from({ length }, (_, index) =>
      index === 0 ? start : emitter.let(`${start} + ${index}`),
    );
  }
}
