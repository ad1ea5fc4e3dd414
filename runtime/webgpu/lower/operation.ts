import type { ConstantNode, KernelNode, RandomNode, Value } from '../../graph/graph.js';
import type { Emitter } from '../wgsl/emitter.js';
import type { Index } from '../wgsl/index.js';
import type { Scalar, ScalarType } from '../wgsl/scalar.js';

/** Gives elements of tensors inside a kernel that is being written. */
export interface Reader {
  readonly emitter: Emitter;
  read(value: Value, index: Index): Scalar;
  /** A number drawn for one element; `iterations` are those of the loops around. */
  draw(node: RandomNode, index: Index, iterations: readonly Scalar[]): Scalar;
}

interface OperationOf<Kind extends string> {
  readonly kind: Kind;
  readonly output: Value;
  /** The tensors that it reads. */
  readonly inputs: readonly Value[];
}

/** A tensor each of whose elements is an expression over elements of others. */
export interface MapOperation extends OperationOf<'map'> {
  /** What an element costs in additions; 0 where it is an element of an input: then only the index is computed. */
  readonly cost: number;
  /** Whether `emit` uses nothing but operators and functions that vectors have too. */
  readonly takesVectors: boolean;
  /** Where it is a row of a tensor of so many rows: which one, as its first read says. */
  readonly store?: { readonly index: Value; readonly rows: number };
  emit(reader: Reader, index: Index): Scalar;
}

/** A tensor each of whose elements combines many of others. */
export interface ReduceOperation extends OperationOf<'reduce'> {
  /** What is combined for one element of the output. */
  readonly inner: readonly number[];
  /** Where the reduction goes along axes of one input; `null` where it does not, as in a convolution. */
  readonly along: {
    readonly input: Value;
    readonly shape: readonly number[];
    readonly axes: readonly number[];
  } | null;
  readonly cost: number;
  readonly accumulators: readonly { readonly type: ScalarType; readonly initial: string }[];
  element(reader: Reader, outer: Index, inner: Index): readonly Scalar[];
  /** Two partial results as one. It must be associative. */
  combine(emitter: Emitter, a: readonly string[], b: readonly string[]): readonly string[];
  /** The built-in function that combines one partial result of each invocation of a subgroup, where there is one. */
  readonly ofSubgroup?: string | undefined;
  result(emitter: Emitter, accumulated: readonly string[]): Scalar;
}

/** Products of matrices `[batch, rows, depth]` and `[batch, depth, columns]`, either of them stored transposed. */
export interface MatMulOperation extends OperationOf<'matmul'> {
  readonly a: Value;
  readonly b: Value;
  readonly transposeA: boolean;
  readonly transposeB: boolean;
  readonly batch: readonly number[];
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
}

export type Operation = MapOperation | ReduceOperation | MatMulOperation;

/** A node that operations are made of. */
export type OriginNode = KernelNode | RandomNode;

/** A graph of kernels as operations on elements. */
export interface Region {
  readonly parameters: readonly Value[];
  readonly outputs: readonly Value[];
  readonly constants: ReadonlyMap<Value, ConstantNode>;
  /** Each after those that it reads. */
  readonly operations: readonly Operation[];
  /** The node of the graph that each operation's output comes from. */
  readonly origins: ReadonlyMap<Value, OriginNode>;
}

/** The sizes of a value of a region, which all are known. */
export function sizesOf(value: Value): readonly number[] {
  return value.shape as readonly number[];
}

export function outputsOf(operations: readonly Operation[]): Value[] {
  return operations.map(({ output }) => output);
}
