import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { DeferredNode, Graph } from '../graph/graph.js';
import type { DataType, TensorType } from '../graph/types.js';
import { allNodes } from '../graph/walk.js';
import { type Program, prepare } from './program.js';
import type { Context } from './run.js';

/** The graph that a deferred node is for inputs of these types. */
export type Expand = (node: DeferredNode, types: readonly TensorType[]) => Graph;

/** More combinations of sizes than these are traced again when they come back. */
const mostKept = 16;

/** The programs of one run's deferred nodes, each for one combination of its inputs' sizes. */
export class DeferredPrograms {
  readonly #programs = new Map<DeferredNode, Map<string, Program>>();

  constructor(readonly expand: Expand) {}

  get(node: DeferredNode, inputs: readonly TensorInfo[], context: Context): Program {
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
    const program = prepare(this.expand(node, types));
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
