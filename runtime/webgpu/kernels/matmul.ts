import type { MatMulCluster } from '../fuse/cluster.js';
import type { Tiling } from '../fuse/tiling.js';
import { Index, sizeOf } from '../wgsl/index.js';
import { literal } from '../wgsl/scalar.js';
import type { Grid } from './grid.js';
import type { ClusterInputs } from './needed.js';
import { type ProductOperands, type ProductVectors, ProductWriter } from './product.js';
import type { KernelWriter } from './writer.js';

/** Each invocation computes a block of the product, in registers, and then what becomes of its elements. */
export function writeMatMul(
  cluster: MatMulCluster,
  writer: KernelWriter,
  grid: Grid,
  inputsOf: ClusterInputs,
  [height, width]: Tiling['block'],
  vectors: ProductVectors,
): void {
  const { emitter } = writer;
  const product = new ProductWriter(cluster, writer, inputsOf);
  const { type } = product;
  const { rows, columns, depth, batch, a, b } = product.product;
  const rowBlocks = Math.ceil(rows / height);
  const columnBlocks = Math.ceil(columns / width);
  const lanes = vectors.b === null ? 1 : 4;

  grid.forEach(emitter, sizeOf(batch) * rowBlocks * columnBlocks, (id) => {
    const block = Index.ofFlat(emitter, [sizeOf(batch), rowBlocks, columnBlocks], id);
    const [matrix, rowBlock, columnBlock] = block.axes as [string, string, string];
    const rowPlaces = places(rowBlock, height, rows, 1);
    const columnPlaces = places(columnBlock, width, columns, lanes);
    const sums =
      lanes === 1
        ? writeSums(product, matrix, rowPlaces, columnPlaces)
        : writeVectorSums(matrix, rowPlaces, columnPlaces);
    if (lanes === 1 && sums.length === 1) {
      product.finish(sums[0]!, matrix, rowPlaces[0]!, columnPlaces[0]!);
      return;
    }
    // A loop keeps the shader short.
    const all = emitter.name();
    const stored = lanes === 1 ? type : `vec4<${type}>`;
    emitter.line(`var ${all} = array<${stored}, ${sums.length}>(${sums.join(', ')});`);
    const step = vectors.epilogue === null ? 1 : 4;
    const perRow = width / step;
    const count = height * perRow;
    const element = emitter.name();
    const head = `for (var ${element}: i32 = 0; ${element} < ${count}; ${element}++)`;
    emitter.block(head, () => {
      const row = emitter.let(`${rowBlock} * ${height} + ${element} / ${perRow}`);
      const first = emitter.let(`${element} % ${perRow}`);
      const column = emitter.let(`${columnBlock} * ${width} + ${first} * ${step}`);
      const inside = [
        ...(rows % height === 0 ? [] : [`${row} < ${rows}`]),
        ...(columns % width === 0 ? [] : [`${column} < ${columns}`]),
      ];
      const place = lanes === step ? `[${element}]` : `[${element} / 4][${element} % 4]`;
      const write = () => {
        const sum = emitter.let(`${all}${place}`);
        if (vectors.epilogue === null) product.finish(sum, matrix, row, column);
        else product.finishVector(sum, vectors.epilogue, matrix, row, column);
      };
      if (inside.length === 0) write();
      else emitter.block(`if (${inside.join(' && ')})`, write);
    });
  });

  function places(block: string, length: number, limit: number, step: number): string[] {
    return Array.from({ length: length / step }, (_, index) => {
      if (limit === 1) return '0';
      const place = length === 1 ? block : emitter.let(`(${block} * ${length} + ${index * step})`);
      // Beyond the edge the last row or column is computed again, and not written.
      return limit % length === 0 ? place : emitter.let(`min(${place}, ${limit - step})`);
    });
  }

  /** With four columns in a vector, and where rows of `a` are read by four too, in steps of four. */
  function writeVectorSums(matrix: string, rowPlaces: string[], columnPlaces: string[]): string[] {
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
          ? product.left(matrix, row, k)
          : product.vector(a, vectors.a, matrix, row, k),
      );
      for (let part = 0; part < step; part++) {
        const inner = part === 0 ? k : emitter.let(`${k} + ${part}`);
        const right = columnPlaces.map((column) =>
          product.vector(b, vectors.b!, matrix, inner, column),
        );
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
}

/** The sums of a block, each along the operands' common side. */
export function writeSums(
  operands: ProductOperands,
  matrix: string,
  rowPlaces: readonly string[],
  columnPlaces: readonly string[],
): string[] {
  const { type, product, writer } = operands;
  const { emitter } = writer;
  const sums = rowPlaces.map(() =>
    columnPlaces.map(() => emitter.variable(type, literal(0, type))),
  );
  const k = emitter.name();
  emitter.block(`for (var ${k}: i32 = 0; ${k} < ${product.depth}; ${k}++)`, () => {
    const left = rowPlaces.map((row) => operands.left(matrix, row, k));
    const right = columnPlaces.map((column) => operands.right(matrix, k, column));
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
