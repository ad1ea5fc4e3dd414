import type { Value } from '../../graph/graph.js';
import type { MatMulCluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { type MapOperation, type MatMulOperation, sizesOf } from '../lower/operation.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { convert, literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import { type ClusterInputs, neededFor } from './needed.js';
import type { KernelWriter } from './writer.js';

/** Each invocation computes a tile of the product, in registers, and then what becomes of its elements. */
export function writeMatMul(
  { members }: MatMulCluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
): void {
  // What only the epilogue reads may stand before the product.
  const product = members.find((member): member is MatMulOperation => member.kind === 'matmul')!;
  const epilogue = members.filter((member): member is MapOperation => member !== product);
  const { rows, columns, depth, batch, a, b, transposeA, transposeB } = product;
  const { emitter, known, context } = writer;
  const [tileRows, tileColumns] = tileOf(product, context.device);
  const rowTiles = Math.ceil(rows / tileRows);
  const columnTiles = Math.ceil(columns / tileColumns);
  const type = product.output.dtype === 'float32' ? 'f32' : 'i32';

  grid.forEach(emitter, sizeOf(batch) * rowTiles * columnTiles, (id) => {
    const tile = Index.ofFlat(emitter, [sizeOf(batch), rowTiles, columnTiles], id);
    const [matrix, rowTile, columnTile] = tile.axes as [string, string, string];
    const rowPlaces = places(rowTile, tileRows, rows);
    const columnPlaces = places(columnTile, tileColumns, columns);
    const sums = writeSums(matrix, rowPlaces, columnPlaces);
    if (sums.length === 1) {
      finish(sums[0]!, matrix, rowPlaces[0]!, columnPlaces[0]!);
      return;
    }
    // A loop keeps the shader short: drivers take long to compile what is done with each of many elements.
    const elements = emitter.name();
    emitter.line(`var ${elements} = array<${type}, ${sums.length}>(${sums.join(', ')});`);
    const element = emitter.name();
    const head = `for (var ${element}: i32 = 0; ${element} < ${sums.length}; ${element}++)`;
    emitter.block(head, () => {
      const row = emitter.let(`${rowTile} * ${tileRows} + ${element} / ${tileColumns}`);
      const column = emitter.let(`${columnTile} * ${tileColumns} + ${element} % ${tileColumns}`);
      const inside = [
        ...(rows % tileRows === 0 ? [] : [`${row} < ${rows}`]),
        ...(columns % tileColumns === 0 ? [] : [`${column} < ${columns}`]),
      ];
      const write = () => finish(emitter.let(`${elements}[${element}]`), matrix, row, column);
      if (inside.length === 0) write();
      else emitter.block(`if (${inside.join(' && ')})`, write);
    });
  });

  function places(tile: string, length: number, limit: number): string[] {
    return Array.from({ length }, (_, offset) => {
      if (limit === 1) return '0';
      const place = length === 1 ? tile : emitter.let(`(${tile} * ${length} + ${offset})`);
      // Beyond the edge the last row or column is computed again, and not written.
      return limit % length === 0 ? place : emitter.let(`min(${place}, ${limit - 1})`);
    });
  }

  function writeSums(matrix: string, rowPlaces: string[], columnPlaces: string[]): string[] {
    const sums = rowPlaces.map(() =>
      columnPlaces.map(() => emitter.variable(type, literal(0, type))),
    );
    const k = emitter.name();
    emitter.block(`for (var ${k}: i32 = 0; ${k} < ${depth}; ${k}++)`, () => {
      const left = rowPlaces.map((row) =>
        transposeA ? operand(a, matrix, k, row) : operand(a, matrix, row, k),
      );
      const right = columnPlaces.map((column) =>
        transposeB ? operand(b, matrix, column, k) : operand(b, matrix, k, column),
      );
      left.forEach((x, i) => {
        right.forEach((y, j) => {
          const sum = sums[i]![j]!;
          const next = type === 'f32' ? `fma(${x}, ${y}, ${sum})` : `${sum} + ${x} * ${y}`;
          emitter.line(`${sum} = ${next};`);
        });
      });
    });
    return sums.flat();
  }

  /** TensorFlow.js takes the matrices of an operand that has fewer of them in turn, whichever axis is broadcast. */
  function operand(value: Value, matrix: string, first: string, second: string): string {
    const sizes = sizesOf(value);
    const shape = sizes.slice(0, -2);
    const count = sizeOf(shape);
    const own = count === sizeOf(batch) ? matrix : emitter.let(`(${matrix} % ${count})`);
    const { axes } = Index.ofFlat(emitter, shape, own);
    const index = Index.ofAxes(emitter, sizes, [...axes, first, second]);
    const { code } = convert(writer.read(value, index), type);
    return /^\w+$/.test(code) ? code : emitter.let(code);
  }

  /** What becomes of one element of the product. */
  function finish(sum: string, matrix: string, row: string, column: string): void {
    const isStored = ({ output }: { output: Value }) => context.stored.has(output);
    const stored = members.filter(isStored);
    const target = scalarTypeOf(product.output.dtype);
    known.set(product.output, convert({ code: sum, type }, target));
    const shape = sizesOf(product.output);
    const ofBatch = Index.ofFlat(emitter, batch, matrix);
    const index = Index.ofAxes(emitter, shape, [...ofBatch.axes, row, column]);
    const position = index.flat;
    const place = Index.ofAxes(emitter, shape, index.axes, position);
    for (const member of neededFor(stored, epilogue, inputsOf) as MapOperation[]) {
      known.set(member.output, member.emit(writer, place.reshape(sizesOf(member.output))));
    }
    for (const { output } of stored) writer.store(output, position);
  }
}

/** As large a tile as leaves enough invocations to keep the device busy. */
function tileOf(
  { rows, columns, batch }: MatMulOperation,
  device: DeviceModel,
): readonly [rows: number, columns: number] {
  const tiles: readonly (readonly [number, number])[] = [
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ];
  for (const [height, width] of tiles) {
    if (height > rows || width > columns) continue;
    if (!device.isSoftware && height * width > 16) continue;
    const count = sizeOf(batch) * Math.ceil(rows / height) * Math.ceil(columns / width);
    if (count >= device.parallelism) return [height, width];
  }
  return [1, 1];
}
