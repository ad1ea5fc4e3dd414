import type { Graph, Node, Value } from '../../graph/graph.js';
import { printGraph } from '../../graph/printer.js';

/** A graph as users see it: the same, and readable. */
export class GraphView implements Graph {
  readonly name: string;
  readonly parameters: readonly Value[];
  readonly nodes: readonly Node[];
  readonly outputs: readonly Value[];

  constructor({ name, parameters, nodes, outputs }: Graph) {
    this.name = name;
    this.parameters = parameters;
    this.nodes = nodes;
    this.outputs = outputs;
  }

  /** All that comes in: tensor arguments, captured tensors, then variables. */
  get inputs(): readonly Value[] {
    return this.parameters;
  }

  toString(): string {
    return printGraph(this);
  }
}
