import type { Value } from '../../graph/graph.js';
import { type Access, accessesOf, axisName } from '../fuse/accesses.js';
import type { MatMulCluster } from '../fuse/cluster.js';
import type { Tiling } from '../fuse/tiling.js';
import { type MapOperation, type MatMulOperation, sizesOf } from '../lower/operation.js';
import { Index, isSameShape, sizeOf } from '../wgsl/index.js';
import { convert, scalarTypeOf } from '../wgsl/scalar.js';
import { type ClusterInputs, neededFor } from './needed.js';
import { emitVector, type Vectors, vectorsBeside } from './vectors.js';
import type { KernelContext, KernelWriter } from './writer.js';

/** What only the epilogue reads may stand before the product. */
export function productOf({ members }: MatMulCluster): MatMulOperation {
  return members.find((member): member is MatMulOperation => member.kind === 'matmul')!;
}

/** How a kernel computes a product with vectors of four elements; each part `null` where that goes one by one. */
export interface ProductVectors {
  /** The tensors in memory whose rows are the operands'. */
  readonly a: Value | null;
  readonly b: Value | null;
  /** What becomes of the product, four columns at a time. */
  readonly epilogue: Vectors | null;
}

/** Where everything goes one by one. */
export const noVectors: ProductVectors = { a: null, b: null, epilogue: null };

export function productVectors(
  cluster: MatMulCluster,
  tiling: Tiling,
  context: KernelContext,
  inputsOf: ClusterInputs,
): ProductVectors {
  const product = productOf(cluster);
  const { a, b, columns, output, transposeA, transposeB } = product;
  const accesses = accessesOf(product, context.definitions);
  const isSimple = output.dtype === 'float32' && accesses.length === 2;
  const source = (operand: Value, access: Access) =>
    isSimple && sizesOf(operand).at(-1)! % 4 === 0 && isRead(operand, access, context)
      ? access.value
      : null;
  const ofA = transposeA ? null : source(a, accesses[0]!);
  const ofB = transposeB ? null : source(b, accesses[1]!);
  // Without a tile, blocks are of vectors where the second operand is read in vectors.
  const isOfVectors = tiling.tile !== null || (ofB !== null && tiling.block[1] % 4 === 0);
  if (!isOfVectors) return noVectors;
  const epilogue = epilogueOf(cluster, context, inputsOf);
  return {
    a: ofA,
    b: ofB,
    epilogue: columns % 4 === 0 ? vectorsBeside(output, epilogue, context) : null,
  };
}

/** The buffers that the kernel binds as arrays of vectors. */
export function bindingsOf({ a, b, epilogue }: ProductVectors, { plan }: KernelContext): Vectors {
  const buffers = new Set(epilogue?.buffers);
  for (const value of [a, b]) {
    if (value !== null) buffers.add(plan.locations.get(value)!.buffer);
  }
  return { readings: epilogue?.readings ?? new Map(), buffers };
}

/** Whether the operand is what it reads, of the same layout and in memory. */
function isRead(operand: Value, { value, axes }: Access, context: KernelContext): boolean {
  const sizes = sizesOf(operand);
  const names = sizes.flatMap((size, axis) => (size === 1 ? [] : [axisName(axis)]));
  const [own, others] = [sizes, sizesOf(value)].map((shape) => shape.filter((size) => size !== 1));
  if (value.dtype !== 'float32' || String(axes) !== String(names)) return false;
  const { definitions, stored, plan } = context;
  const isInlined = definitions.get(value)?.kind === 'map' && !stored.has(value);
  return isSameShape(own!, others!) && !isInlined && plan.locations.has(value);
}

function epilogueOf(
  { members }: MatMulCluster,
  { stored }: KernelContext,
  inputsOf: ClusterInputs,
): MapOperation[] {
  const roots = members.filter(({ output }) => stored.has(output));
  const others = members.filter((member): member is MapOperation => member.kind === 'map');
  return neededFor(roots, others, inputsOf) as MapOperation[];
}

/** Longer epilogues are written once, in a loop: drivers take long to compile what is done with each of many elements. */
const longestWrittenOut = 4;

/** Reads the operands of a product. */
export class ProductOperands {
  /** Of the sums. */
  readonly type: 'f32' | 'i32';

  constructor(
    readonly product: MatMulOperation,
    readonly writer: KernelWriter,
  ) {
    this.type = product.output.dtype === 'float32' ? 'f32' : 'i32';
  }

  /** An element of the first operand. */
  left(matrix: string, row: string, inner: string): string {
    const { a, transposeA } = this.product;
    return this.#element(
      a,
      matrix,
      ...(transposeA ? ([inner, row] as const) : ([row, inner] as const)),
    );
  }

  /** An element of the second operand. */
  right(matrix: string, inner: string, column: string): string {
    const { b, transposeB } = this.product;
    return this.#element(
      b,
      matrix,
      ...(transposeB ? ([column, inner] as const) : ([inner, column] as const)),
    );
  }

  /** Four elements of a row of an operand, which is `source` in memory. */
  vector(operand: Value, source: Value, matrix: string, row: string, column: string): string {
    const place = this.#placeOf(operand, matrix, row, column);
    return this.writer.readVector(source, place.reshape(sizesOf(source))).code;
  }

  #element(operand: Value, matrix: string, first: string, second: string): string {
    const { writer, type } = this;
    const { code } = convert(
      writer.read(operand, this.#placeOf(operand, matrix, first, second)),
      type,
    );
    return /^\w+$/.test(code) ? code : writer.emitter.let(code);
  }

  /** TensorFlow.js takes the matrices of an operand that has fewer of them in turn, whichever axis is broadcast. */
  #placeOf(operand: Value, matrix: string, first: string, second: string): Index {
    const { emitter } = this.writer;
    const sizes = sizesOf(operand);
    const shape = sizes.slice(0, -2);
    const count = sizeOf(shape);
    const isWhole = count === sizeOf(this.product.batch);
    const own = isWhole ? matrix : emitter.let(`(${matrix} % ${count})`);
    const { axes } = Index.ofFlat(emitter, shape, own);
    return Index.ofAxes(emitter, sizes, [...axes, first, second]);
  }
}

/** Writes what becomes of a product's elements, too. */
export class ProductWriter extends ProductOperands {
  readonly #stored: readonly Value[];
  readonly #epilogue: readonly MapOperation[];

  constructor(cluster: MatMulCluster, writer: KernelWriter, inputsOf: ClusterInputs) {
    super(productOf(cluster), writer);
    const { context } = writer;
    this.#epilogue = epilogueOf(cluster, context, inputsOf);
    this.#stored = cluster.members.flatMap(({ output }) =>
      context.stored.has(output) ? [output] : [],
    );
  }

  /** Whether what becomes of the product may be written for each of the elements that an invocation computes. */
  get isShort(): boolean {
    return this.#epilogue.length <= longestWrittenOut;
  }

  /** What becomes of one element of the product. */
  finish(sum: string, matrix: string, row: string, column: string): void {
    const { writer, product } = this;
    const place = this.#place(matrix, row, column);
    const target = scalarTypeOf(product.output.dtype);
    writer.known.set(product.output, convert({ code: sum, type: this.type }, target));
    for (const member of this.#epilogue) {
      const index = place.reshape(sizesOf(member.output));
      writer.known.set(member.output, member.emit(writer, index));
    }
    writer.storeAll(this.#stored, place.flat);
  }

  /** What becomes of four elements side by side; `column` is that of the first. */
  finishVector(sum: string, vectors: Vectors, matrix: string, row: string, column: string): void {
    const { writer, product } = this;
    const place = this.#place(matrix, row, column);
    writer.known.set(product.output, { code: sum, type: this.type });
    for (const member of this.#epilogue) {
      const index = place.reshape(sizesOf(member.output));
      writer.known.set(member.output, emitVector(member, index, writer, vectors));
    }
    const position = writer.emitter.let(`${place.flat} / 4`);
    for (const output of this.#stored) writer.storeVector(output, position);
  }

  #place(matrix: string, row: string, column: string): Index {
    const { batch, output } = this.product;
    const { emitter } = this.writer;
    const shape = sizesOf(output);
    const { axes } = Index.ofFlat(emitter, batch, matrix);
    const index = Index.ofAxes(emitter, shape, [...axes, row, column]);
    return Index.ofAxes(emitter, shape, index.axes, index.flat);
  }
}
