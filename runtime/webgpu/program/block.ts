import type { IfNode, Value, WhileNode } from '../../graph/graph.js';
import type { Cluster, Clustering } from '../fuse/cluster.js';
import type { Materialization } from '../fuse/materialize.js';
import type { Region } from '../lower/operation.js';

/** A graph as what a device does in turn: straight code and control flow. */
export type Block = readonly Step[];

export type Step = Piece | Conditional | Loop;

/** Straight code, as kernels in the order in which they run. */
export interface Piece {
  readonly kind: 'piece';
  readonly region: Region;
  readonly clustering: Clustering;
  readonly materialization: Materialization;
  readonly clusters: readonly Cluster[];
}

interface ControlOf<Kind extends string, Node> {
  readonly kind: Kind;
  readonly node: Node;
  /** What it reads of what was there before. */
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
}

/** A conditional whose branches each leave a value in the place of each of its outputs. */
export interface Conditional extends ControlOf<'if', IfNode> {
  readonly predicate: Value;
  readonly thenBranch: Branch;
  readonly elseBranch: Branch;
}

/** Straight code and control flow, and what it writes in the place of each output. */
export interface Part {
  readonly block: Block;
  readonly results: readonly Value[];
}

export interface Branch extends Part {
  /** Whether the branch is taken, where the host does not choose and kernels have to know. */
  readonly flag: Value;
}

/** A loop whose variables each have one place, in which every iteration finds and leaves their values. */
export interface Loop extends ControlOf<'while', WhileNode> {
  readonly variables: readonly Value[];
  /** Copies the first values to the variables' places. `null` among the results: nobody reads it. */
  readonly entry: { readonly block: Block; readonly results: readonly (Value | null)[] };
  /** The rows that an iteration writes to some of the variables, each with its variable. */
  readonly rows: ReadonlyMap<Value, Value>;
  /** Absent where the number of iterations is known. */
  readonly test: LoopTest | null;
  /** `null` among the results: the variable stays as it is. */
  readonly body: { readonly block: Block; readonly results: readonly (Value | null)[] };
  /** How often the body runs; at most, where there is a test. `null` where only the test ends the loop. */
  readonly limit: number | null;
}

export interface LoopTest {
  readonly block: Block;
  readonly holds: Value;
  /** Whether the loop goes on and how many iterations it has begun, where kernels or the host have to know. */
  readonly active: Value;
  readonly rounds: Value;
}

export type Control = Conditional | Loop;

/** The blocks inside, in the order in which they may run. */
export function blocksOf(step: Control): readonly Block[] {
  if (step.kind === 'if') return [step.thenBranch.block, step.elseBranch.block];
  const { entry, test, body } = step;
  return [entry.block, ...(test === null ? [] : [test.block]), body.block];
}

/** All straight code, also inside of control flow. */
export function* allPieces(block: Block): Generator<Piece> {
  for (const step of block) {
    if (step.kind === 'piece') yield step;
    else for (const inner of blocksOf(step)) yield* allPieces(inner);
  }
}
