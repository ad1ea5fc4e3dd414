import type { Value } from '../../graph/graph.js';
import { type Access, accessesOf, axisName } from '../fuse/accesses.js';
import type { MatMulCluster } from '../fuse/cluster.js';
import type { DeviceModel } from '../fuse/deviceModel.js';
import { type MapOperation, type MatMulOperation, sizesOf } from '../lower/operation.js';
import { Index, isSameShape, sizeOf } from '../wgsl/index.js';
import { convert, literal, scalarTypeOf } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import { type ClusterInputs, neededFor } from './needed.js';
import type { Vectors } from './vectors.js';
import type { KernelContext, KernelWriter } from './writer.js';

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
    const vectors = writer.vectors === null ? null : vectorOperands(product, context);
    const columnPlaces = places(columnTile, tileColumns, columns, vectors === null ? 1 : 4);
    const sums =
      vectors === null
        ? writeSums(matrix, rowPlaces, columnPlaces)
        : writeVectorSums(matrix, rowPlaces, columnPlaces, vectors);
    if (vectors === null && sums.length === 1) {
      finish(sums[0]!, matrix, rowPlaces[0]!, columnPlaces[0]!);
      return;
    }
    // A loop keeps the shader short: drivers take long to compile what is done with each of many elements.
    const elements = emitter.name();
    const stored = vectors === null ? type : `vec4<${type}>`;
    emitter.line(`var ${elements} = array<${stored}, ${sums.length}>(${sums.join(', ')});`);
    const element = emitter.name();
    const head = `for (var ${element}: i32 = 0; ${element} < ${tileRows * tileColumns}; ${element}++)`;
    emitter.block(head, () => {
      const row = emitter.let(`${rowTile} * ${tileRows} + ${element} / ${tileColumns}`);
      const column = emitter.let(`${columnTile} * ${tileColumns} + ${element} % ${tileColumns}`);
      const inside = [
        ...(rows % tileRows === 0 ? [] : [`${row} < ${rows}`]),
        ...(columns % tileColumns === 0 ? [] : [`${column} < ${columns}`]),
      ];
      const place = vectors === null ? `[${element}]` : `[${element} / 4][${element} % 4]`;
      const write = () => finish(emitter.let(`${elements}${place}`), matrix, row, column);
      if (inside.length === 0) write();
      else emitter.block(`if (${inside.join(' && ')})`, write);
    });
  });

  function places(tile: string, length: number, limit: number, step = 1): string[] {
    return Array.from({ length: length / step }, (_, index) => {
      if (limit === 1) return '0';
      const place = length === 1 ? tile : emitter.let(`(${tile} * ${length} + ${index * step})`);
      // Beyond the edge the last row or column is computed again, and not written.
      return limit % length === 0 ? place : emitter.let(`min(${place}, ${limit - step})`);
    });
  }

  /** The same with four columns in a vector, and where rows of `a` are read by four too, in steps of four. */
  function writeVectorSums(
    matrix: string,
    rowPlaces: string[],
    columnPlaces: string[],
    vectors: VectorOperands,
  ): string[] {
    const sums = rowPlaces.map(() =>
      columnPlaces.map(() => {
        const name = emitter.name();
        emitter.line(`var ${name} = vec4<f32>();`);
        return name;
      }),
    );
    const k = emitter.name();
    const step = vectors.a === null ? 1 : 4;
    emitter.block(`for (var ${k}: i32 = 0; ${k} < ${depth}; ${k} += ${step})`, () => {
      const left = rowPlaces.map((row) =>
        vectors.a === null
          ? operand(a, matrix, ...(transposeA ? ([k, row] as const) : ([row, k] as const)))
          : vector(a, vectors.a, matrix, row, k),
      );
      for (let part = 0; part < step; part++) {
        const inner = part === 0 ? k : emitter.let(`${k} + ${part}`);
        const right = columnPlaces.map((column) => vector(b, vectors.b, matrix, inner, column));
        left.forEach((x, i) => {
          const factor = step === 1 ? x : `${x}.${'xyzw'[part]}`;
          right.forEach((y, j) => {
            emitter.line(`${sums[i]![j]} += ${factor} * ${y};`);
          });
        });
      }
    });
    return sums.flat();
  }

  /** Four elements of a row of an operand, which is `source` in memory. */
  function vector(value: Value, source: Value, matrix: string, first: string, second: string) {
    return writer.readVector(source, placeOf(value, matrix, first, second).reshape(sizesOf(source)))
      .code;
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

  function operand(value: Value, matrix: string, first: string, second: string): string {
    const { code } = convert(writer.read(value, placeOf(value, matrix, first, second)), type);
    return /^\w+$/.test(code) ? code : emitter.let(code);
  }

  /** TensorFlow.js takes the matrices of an operand that has fewer of them in turn, whichever axis is broadcast. */
  function placeOf(value: Value, matrix: string, first: string, second: string): Index {
    const sizes = sizesOf(value);
    const shape = sizes.slice(0, -2);
    const count = sizeOf(shape);
    const own = count === sizeOf(batch) ? matrix : emitter.let(`(${matrix} % ${count})`);
    const { axes } = Index.ofFlat(emitter, shape, own);
    return Index.ofAxes(emitter, sizes, [...axes, first, second]);
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

/** The tensors in memory whose rows are read four elements at a time; the rows of `a` may be read one by one. */
interface VectorOperands {
  readonly a: Value | null;
  readonly b: Value;
}

/** `null` where the columns of the product cannot be taken by four. */
function vectorOperands(product: MatMulOperation, context: KernelContext): VectorOperands | null {
  const { a, b, columns, depth, output, transposeA, transposeB } = product;
  const [, tileColumns] = tileOf(product, context.device);
  if (tileColumns % 4 !== 0 || columns % 4 !== 0 || transposeB) return null;
  if (output.dtype !== 'float32') return null;
  const accesses = accessesOf(product, context.definitions);
  if (accesses.length !== 2) return null;
  const [ofA, ofB] = accesses as [Access, Access];
  const inMemory = (operand: Value, access: Access) =>
    isWhole(operand, access) && isInMemory(access.value, context) ? access.value : null;
  const source = inMemory(b, ofB);
  if (source === null) return null;
  return { a: transposeA || depth % 4 !== 0 ? null : inMemory(a, ofA), b: source };
}

/** Whether the operand is what it reads, of the same layout. */
function isWhole(operand: Value, { value, axes }: Access): boolean {
  const sizes = sizesOf(operand);
  const names = sizes.flatMap((size, axis) => (size === 1 ? [] : [axisName(axis)]));
  const [own, others] = [sizes, sizesOf(value)].map((shape) => shape.filter((size) => size !== 1));
  return value.dtype === 'float32' && String(axes) === String(names) && isSameShape(own!, others!);
}

function isInMemory(value: Value, { definitions, stored, plan }: KernelContext): boolean {
  const isInlined = definitions.get(value)?.kind === 'map' && !stored.has(value);
  return !isInlined && plan.locations.has(value);
}

/** The buffers that the kernel binds as arrays of vectors. */
export function matMulVectors({ members }: MatMulCluster, context: KernelContext): Vectors | null {
  const product = members.find((member): member is MatMulOperation => member.kind === 'matmul')!;
  const operands = vectorOperands(product, context);
  if (operands === null) return null;
  const values = [operands.b, ...(operands.a === null ? [] : [operands.a])];
  const buffers = new Set(values.map((value) => context.plan.locations.get(value)!.buffer));
  return { readings: new Map(), buffers };
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
