import { constantNode, kernelNode } from '../../runtime/graph/builder.js';
import { type Graph, type Node, Value } from '../../runtime/graph/graph.js';
import type { DataType, Shape } from '../../runtime/graph/types.js';

export function parameter(shape: Shape, dtype: DataType = 'float32', name?: string): Value {
  return new Value(dtype, shape, name);
}

/** Collects the nodes of a graph that a test writes down by hand. */
export class GraphBuilder {
  readonly nodes: Node[] = [];

  constructor(
    readonly name: string,
    readonly parameters: readonly Value[],
  ) {}

  add<N extends Node>(node: N): N {
    this.nodes.push(node);
    return node;
  }

  /** The first output of a kernel. */
  call(
    kernel: string,
    inputs: Readonly<Record<string, Value>> | readonly Value[],
    attributes: Readonly<Record<string, unknown>> = {},
    location: string | null = null,
  ): Value {
    const names = Array.isArray(inputs) ? null : Object.keys(inputs);
    return this.add(kernelNode(kernel, Object.values(inputs), names, attributes, location))
      .outputs[0]!;
  }

  scalar(value: number, dtype: DataType = 'float32'): Value {
    return this.add(constantNode({ splat: value }, { dtype, shape: [] })).outputs[0]!;
  }

  graph(...outputs: Value[]): Graph {
    return { name: this.name, parameters: this.parameters, nodes: this.nodes, outputs };
  }
}

/** A graph with a body. */
export function graph(
  name: string,
  parameters: readonly Value[],
  body: (builder: GraphBuilder, ...parameters: Value[]) => Value[],
): Graph {
  const builder = new GraphBuilder(name, parameters);
  return builder.graph(...body(builder, ...parameters));
}
