import type { Tensor } from '@tensorflow/tfjs-core';
import type { DataType, Shape, SourceLocation, TensorType } from './types.js';

/**
 * The intermediate representation: a graph is a list of nodes in program order over values in single static assignment
 * form. Control flow holds its branches and bodies as graphs of their own, closed over nothing: what they use from
 * outside comes in through their parameters. A variable is a value like any other: its content enters as a parameter
 * and what was assigned to it leaves as an output, so that only `print`, `assert`, `throw`, `host` and `random`
 * nodes depend on order.
 */
export interface Graph {
  readonly name: string;
  readonly parameters: readonly Value[];
  readonly nodes: readonly Node[];
  readonly outputs: readonly Value[];
  /** Whether those who run it wait for its results, and may wait for its loops. */
  readonly isAwaited?: boolean;
}

/** One tensor of a graph, made by one node or entering as a parameter. */
export class Value implements TensorType {
  static #next = 0;
  readonly id = Value.#next++;

  constructor(
    readonly dtype: DataType,
    readonly shape: Shape,
    /** The user's name for it, where one is known. */
    readonly name?: string,
  ) {}
}

export type Node =
  | KernelNode
  | ConstantNode
  | RandomNode
  | IfNode
  | WhileNode
  | DeferredNode
  | PrintNode
  | AssertNode
  | ThrowNode
  | HostNode;

interface NodeOf<Kind extends string> {
  readonly kind: Kind;
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  /** The line of the user's program that made the node. */
  readonly location: SourceLocation | null;
  /** The function that the line is in, and who called it. */
  readonly caller?: Caller;
}

/** A function of the user's that ran in the trace: its name, where it was called, and the function that called it. */
export interface Caller {
  readonly name: string;
  readonly calledAt: SourceLocation | null;
  readonly outer: Caller | null;
}

/** A TensorFlow.js kernel: the same name, inputs and attributes as in `engine().runKernel`. */
export interface KernelNode extends NodeOf<'kernel'> {
  readonly kernel: string;
  /** The kernel's names for its inputs, in the order of `inputs`; `null` for kernels that take an array (ConcatV2, Pack, AddN). */
  readonly inputNames: readonly string[] | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of an `Identity` whose first input has the gradient that the user's code gave it; the other inputs are what that needs. */
  readonly gradient?: CustomGradient;
}

/**
 * The gradient of a result: for each of so many inputs it has one output. The graph's parameters are the gradient of what
 * comes after, and then what else it uses. An error is what the user's code threw in place of a gradient.
 */
export type CustomGradient = { readonly inputCount: number } & (
  | { readonly graph: Graph }
  | { readonly error: unknown }
);

export interface ConstantNode extends NodeOf<'constant'> {
  readonly data: ConstantData;
}

/** The elements of a constant in row-major order, or the one number that all of them are. */
export type ConstantData =
  | { readonly values: Float32Array | Int32Array | Uint8Array | readonly Uint8Array[] }
  | { readonly splat: number };

/**
 * Numbers drawn anew at every execution: a function of the call's seed, of the node's number and of the node's inputs,
 * which are the iterations of the loops around it (`random/draw.ts`).
 */
export interface RandomNode extends NodeOf<'random'> {
  /** No other random node of the graph has it, but copies of this one that are to draw the same. */
  readonly number: number;
  readonly distribution: RandomDistribution;
}

export type RandomDistribution =
  | { readonly kind: 'uniform'; readonly minimum: number; readonly maximum: number }
  | {
      readonly kind: 'normal' | 'truncatedNormal';
      readonly mean: number;
      readonly deviation: number;
    }
  | { readonly kind: 'gamma'; readonly alpha: number; readonly scale: number };

/**
 * A conditional. `inputs[0]` is the predicate, a bool tensor of one element; the rest are the parameters of both
 * branches. The branches have equally many outputs of equal dtypes; where their shapes differ, the node's output has
 * what they share.
 */
export interface IfNode extends NodeOf<'if'> {
  readonly thenBranch: Graph;
  readonly elseBranch: Graph;
}

/**
 * A loop. The inputs are the loop variables' first values and then the invariants; `test` and `body` both take the
 * current loop variables and the invariants as parameters. `test` gives one bool, `body` the next loop variables. The
 * outputs are the last loop variables.
 */
export interface WhileNode extends NodeOf<'while'> {
  readonly test: Graph;
  readonly body: Graph;
  readonly loopVariableCount: number;
  /** How often the body runs, where the trace knew it: then `test` need not be evaluated. */
  readonly tripCount: number | null;
  readonly maximumIterations: number | null;
}

/**
 * What TensorFlow.js can only trace where it knows all sizes, in a graph that serves several: a gradient above all. It is
 * traced when it runs, once for each combination of its inputs' sizes.
 */
export interface DeferredNode extends NodeOf<'deferred'> {
  readonly operation: string;
  /** What a gradient is the gradient of. */
  readonly of: Graph | null;
  /** Computes the outputs by ops of TensorFlow.js, in a trace or, for a tape around the graph, outside of any. */
  readonly compute: (
    inputs: readonly Tensor[],
    replay: Replay,
    of: Graph | null,
  ) => readonly Tensor[];
  /** The first of the numbers that are free for random nodes of what is traced. */
  readonly firstDraw: number;
}

/**
 * Ends the trace of a deferred node where sizes are not known even then: a loop lets a tensor grow, or a gradient of a
 * gradient goes through what the first one kept of a loop. It is then computed op by op.
 */
export class SizesNeeded extends Error {}

/** Runs a graph by ops of TensorFlow.js. */
export type Replay = (graph: Graph, inputs: readonly Tensor[]) => Tensor[];

/** Prints at every execution, in program order. */
export interface PrintNode extends NodeOf<'print'> {
  /** What `print` was given, each tensor replaced by a hole that holds its index in `inputs`. */
  readonly values: readonly unknown[];
}

export class PrintHole {
  constructor(readonly input: number) {}
}

/** A template literal that `print` was given: its texts, and what stands in its holes. */
export class PrintText {
  constructor(readonly pieces: readonly unknown[]) {}
}

/** Fails the execution with `message` when `inputs[0]`, a bool tensor, is not all true. */
export interface AssertNode extends NodeOf<'assert'> {
  readonly message: string;
  /** What stands in the message for the text of each input behind the first. */
  readonly holes: readonly string[];
  /** A synchronous call goes without it where the backend cannot be read, rather than be refused. */
  readonly isLenient?: boolean;
}

/** Ends the execution with a value that the user's program throws. */
export interface ThrowNode extends NodeOf<'throw'> {
  readonly thrown: unknown;
  /** What stands in the text of `thrown` for the text of each of `inputs`. */
  readonly holes: readonly string[];
  /** Those of the holes in which a number of JavaScript's would stand, and not a tensor of the program's. */
  readonly numbers?: readonly string[];
  /** What properties of `thrown` hold where it is thrown, which other paths of the program leave without. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** What `thrown` holds of those of `inputs` that are behind those of the holes. */
  readonly held?: readonly HeldInput[];
}

export interface HeldInput {
  /** The keys on the way to it; none where it is what is thrown. */
  readonly path: readonly PropertyKey[];
  /** Whether it is a number, boolean or text of JavaScript's to the program, and not a tensor. */
  readonly isPlain: boolean;
}

/** Calls a function of the host with real tensors at every execution, in program order. */
export interface HostNode extends NodeOf<'host'> {
  readonly name: string;
  /** What of use-graph or of TensorFlow.js the user calls that calls the function, for messages. */
  readonly calledBy: string;
  /** Whether it only computes: it may be left out or run again, and no gradient goes through what it gives. */
  readonly isPure: boolean;
  readonly call: HostFunction;
}

/** Gives what becomes of each output of its node, a tensor or what one can be made of, or a promise of these. */
export type HostFunction = (
  inputs: readonly Tensor[],
) => readonly unknown[] | PromiseLike<readonly unknown[]>;

/** The graphs inside a node, in the order in which they may run. */
export function subgraphs(node: Node): readonly Graph[] {
  switch (node.kind) {
    case 'if':
      return [node.thenBranch, node.elseBranch];
    case 'while':
      return [node.test, node.body];
    case 'deferred':
      return node.of === null ? [] : [node.of];
    default:
      return [];
  }
}

/** Whether leaving the node out would be noticed although nobody uses its outputs. */
export function hasEffect(node: Node): boolean {
  switch (node.kind) {
    case 'print':
    case 'assert':
    case 'throw':
      return true;
    case 'host':
      return !node.isPure;
    case 'deferred':
      return false;
    default:
      return subgraphs(node).some((graph) => graph.nodes.some(hasEffect));
  }
}
