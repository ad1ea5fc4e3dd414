import type { Value } from '../../graph/graph.js';
import type { MatMulCluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { type MapOperation, type MatMulOperation, sizesOf } from '../lower/operation.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { convert, literal, type Scalar, scalarTypeOf } from '../wgsl/scalar.js';
import type { Kernel } from './kernel.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { invocations, type KernelContext, KernelWriter } from './writer.js';

/** Each invocation computes a tile of the product, in registers, and then what becomes of its elements. */
export function writeMatMul(
  { members }: MatMulCluster,
  context: KernelContext,
  inputsOf: ClusterInputs,
): Kernel {
  const [product, ...epilogue] = members as [MatMulOperation, ...MapOperation[]];
  const { rows, columns, depth, batch, a, b, transposeA, transposeB } = product;
  const known = new Map<Value, Scalar>();
  const writer = new KernelWriter(context, (value) => known.get(value) ?? null);
  const { emitter } = writer;
  const [tileRows, tileColumns] = tileOf(product, context.device);
  const rowTiles = Math.ceil(rows / tileRows);
  const columnTiles = Math.ceil(columns / tileColumns);
  const count = sizeOf(batch) * rowTiles * columnTiles;
  const workgroupSize = context.device.isSoftware ? 16 : 64;
  const { id, workgroups, isExact } = invocations(emitter, count, workgroupSize, context.device);
  if (!isExact) emitter.line(`if (${id} >= ${count}) { return; }`);

  const tile = Index.ofFlat(emitter, [sizeOf(batch), rowTiles, columnTiles], id);
  const [batchPosition, rowTile, columnTile] = tile.axes as [string, string, string];
  const batchIndex = Index.ofFlat(emitter, batch, batchPosition);
  // TensorFlow.js takes the matrices of an operand that has fewer of them in turn, whichever axis is broadcast.
  const operandBatch = (shape: readonly number[]): Index => {
    const matrices = sizeOf(shape);
    const isWhole = matrices === sizeOf(batch);
    const position = isWhole ? batchPosition : emitter.let(`(${batchPosition} % ${matrices})`);
    return Index.ofFlat(emitter, shape, position);
  };
  const places = (tileIndex: string, length: number, limit: number): string[] =>
    Array.from({ length }, (_, offset) => {
      if (limit === 1) return '0';
      const place = emitter.let(`(${tileIndex} * ${length} + ${offset})`);
      // Beyond the edge the last row or column is computed again, and not written.
      return limit % length === 0 ? place : emitter.let(`min(${place}, ${limit - 1})`);
    });
  const rowPlaces = places(rowTile, tileRows, rows);
  const columnPlaces = places(columnTile, tileColumns, columns);

  const type = product.output.dtype === 'float32' ? 'f32' : 'i32';
  const accumulators = rowPlaces.map(() =>
    columnPlaces.map(() => emitter.variable(type, literal(0, type))),
  );
  const k = emitter.name();
  emitter.block(`for (var ${k}: i32 = 0; ${k} < ${depth}; ${k}++)`, () => {
    const operand = (value: Value, first: string, second: string): string => {
      const sizes = sizesOf(value);
      const ofBatch = operandBatch(sizes.slice(0, -2)).axes;
      const index = Index.ofAxes(emitter, sizes, [...ofBatch, first, second]);
      return emitter.let(convert(writer.read(value, index), type).code);
    };
    const left = rowPlaces.map((row) => (transposeA ? operand(a, k, row) : operand(a, row, k)));
    const right = columnPlaces.map((column) =>
      transposeB ? operand(b, column, k) : operand(b, k, column),
    );
    left.forEach((x, i) => {
      right.forEach((y, j) => {
        const accumulator = accumulators[i]![j]!;
        emitter.line(
          `${accumulator} = ${type === 'f32' ? `fma(${x}, ${y}, ${accumulator})` : `${accumulator} + ${x} * ${y}`};`,
        );
      });
    });
  });

  const stored = members.filter(({ output }) => context.stored.has(output));
  const needed = neededFor(stored, epilogue, inputsOf) as MapOperation[];
  const target = scalarTypeOf(product.output.dtype);
  rowPlaces.forEach((row, i) => {
    columnPlaces.forEach((column, j) => {
      const inside = [
        ...(rows % tileRows === 0 || i === 0 ? [] : [`${rowTile} * ${tileRows} + ${i} < ${rows}`]),
        ...(columns % tileColumns === 0 || j === 0
          ? []
          : [`${columnTile} * ${tileColumns} + ${j} < ${columns}`]),
      ];
      emitter.block(inside.length === 0 ? '' : `if (${inside.join(' && ')})`, () => {
        known.clear();
        known.set(product.output, convert({ code: accumulators[i]![j]!, type }, target));
        const shape = sizesOf(product.output);
        const index = Index.ofAxes(emitter, shape, [...batchIndex.axes, row, column]);
        const position = index.flat;
        for (const member of needed) {
          const sizes = sizesOf(member.output);
          const place = Index.ofAxes(emitter, shape, index.axes, position).reshape(sizes);
          known.set(member.output, member.emit(writer, place));
        }
        for (const { output } of stored) writer.store(output, position, known.get(output)!);
      });
    });
  });
  return writer.finish(
    `matmul of ${[...batch, rows, depth]} and ${depth},${columns}`,
    workgroupSize,
    workgroups,
  );
}

/** As large a tile as leaves enough invocations to keep the device busy. */
function tileOf(
  { rows, columns, batch }: MatMulOperation,
  device: DeviceModel,
): readonly [rows: number, columns: number] {
  const tiles: readonly (readonly [number, number])[] = [
    [8, 8],
    [8, 4],
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
