import { constantNode, kernelNode } from '../../graph/builder.js';
import { type Graph, type Node, Value, type WhileNode } from '../../graph/graph.js';
import type { SourceLocation, TensorType } from '../../graph/types.js';
import { inlined } from './inlined.js';

/** What a loop's test or body is written with: the nodes, the loop's variables and its invariants. */
type Part<Result> = (
  nodes: NodeList,
  variables: readonly Value[],
  invariants: readonly Value[],
) => Result;

/** Nodes of a graph that is being written. */
export class NodeList {
  readonly nodes: Node[] = [];

  constructor(readonly location: SourceLocation | null) {}

  number(value: number): Value {
    return this.constant(value, { dtype: 'int32', shape: [] });
  }

  constant(splat: number, type: TensorType): Value {
    return this.add(constantNode({ splat }, type, this.location))[0]!;
  }

  kernel(
    kernel: string,
    inputs: Readonly<Record<string, Value>>,
    attributes: Readonly<Record<string, unknown>> = {},
  ): Value {
    const names = Object.keys(inputs);
    const node = kernelNode(kernel, Object.values(inputs), names, attributes, this.location);
    return this.add(node)[0]!;
  }

  binary(kernel: string, a: Value, b: Value | number): Value {
    return this.kernel(kernel, { a, b: typeof b === 'number' ? this.number(b) : b });
  }

  add(node: Node): readonly Value[] {
    this.nodes.push(node);
    return node.outputs;
  }

  /** What the graph gives for these arguments. */
  inline(graph: Graph, operands: readonly Value[]): readonly Value[] {
    const { nodes, outputs } = inlined(graph, operands);
    this.nodes.push(...nodes);
    return outputs;
  }

  /** The last variables of a loop. */
  loop(
    name: string,
    initial: readonly Value[],
    invariants: readonly Value[],
    maximumIterations: number | null,
    test: Part<Value>,
    body: Part<readonly Value[]>,
  ): readonly Value[] {
    const inputs = [...initial, ...invariants];
    const graphOf = (part: string, write: Part<readonly Value[]>): Graph => {
      const parameters = inputs.map(like);
      const list = new NodeList(this.location);
      const outputs = write(
        list,
        parameters.slice(0, initial.length),
        parameters.slice(initial.length),
      );
      return { name: `${name} ${part}`, parameters, nodes: list.nodes, outputs };
    };
    return this.add({
      kind: 'while',
      inputs,
      outputs: initial.map(like),
      test: graphOf('test', (...args) => [test(...args)]),
      body: graphOf('body', body),
      loopVariableCount: initial.length,
      tripCount: null,
      maximumIterations,
      location: this.location,
    } satisfies WhileNode);
  }
}

function like({ dtype, shape, name }: Value): Value {
  return new Value(dtype, shape, name);
}
