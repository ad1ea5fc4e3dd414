import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { DeferredNode, Graph } from '../graph/graph.js';
import type { DataType, TensorType } from '../graph/types.js';
import { allNodes } from '../graph/walk.js';
import { type Program, prepare } from './program.js';
import type { Context } from './run.js';

/** What runs a deferred node. */
export interface Deferral {
  /** The graph that the node is for inputs of these types; `null` where it can only be computed op by op. */
  expand(node: DeferredNode, types: readonly TensorType[]): Graph | null;
  /** Computes it op by op. `decisions` are what the conditions in it are, in the order in which they are reached. */
  compute(
    node: DeferredNode,
    inputs: readonly TensorInfo[],
    decisions: readonly boolean[],
    context: Context,
  ): TensorInfo[];
}

/** More combinations of sizes than these are traced again when they come back. */
const mostKept = 16;

/** The programs of one run's deferred nodes, each for one combination of its inputs' sizes. */
export class DeferredPrograms {
  readonly #programs = new Map<DeferredNode, Map<string, Program>>();
  readonly #opByOp = new Set<DeferredNode>();

  constructor(readonly deferral: Deferral) {}

  /** `null` where the node can only be computed op by op. */
  get(node: DeferredNode, inputs: readonly TensorInfo[], context: Context): Program | null {
    if (this.#opByOp.has(node)) return null;
    let programs = this.#programs.get(node);
    if (programs === undefined) {
      programs = new Map();
      this.#programs.set(node, programs);
    }
    const key = inputs.map(({ shape }) => shape.join()).join(';');
    const known = programs.get(key);
    if (known !== undefined) {
      // The map is in the order of use.
      programs.delete(key);
      programs.set(key, known);
      return known;
    }
    const types = inputs.map(({ dtype, shape }) => ({ dtype: dtype as DataType, shape }));
    const graph = this.deferral.expand(node, types);
    if (graph === null) {
      this.#opByOp.add(node);
      return null;
    }
    const program = prepare(graph);
    programs.set(key, program);
    if (programs.size > mostKept) {
      const [oldest, unused] = programs.entries().next().value!;
      programs.delete(oldest);
      forget(unused.graph, context);
    }
    return program;
  }
}

function forget(graph: Graph, { constants, kernels }: Context): void {
  for (const node of allNodes(graph)) {
    if (node.kind === 'constant') constants.free(node);
    else if (node.kind === 'kernel') kernels.delete(node);
  }
}
