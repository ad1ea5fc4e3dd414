import { type Graph, type KernelNode, type Node, Value } from '../../graph/graph.js';
import type { TensorType } from '../../graph/types.js';

/** Whether the node takes rows of its first input, by their numbers. */
export function isRowRead(node: Node): node is KernelNode {
  if (node.kind !== 'kernel' || node.kernel !== 'GatherV2') return false;
  const { axis = 0, batchDims = 0 } = node.attributes;
  return axis === 0 && batchDims === 0;
}

/** Whether it takes so many rows from a number on, as `all[0]` does. */
function isRowSlice({ kernel, attributes }: KernelNode): boolean {
  return kernel === 'Slice' && (attributes.size as readonly number[])[0]! >= 0;
}

/**
 * The graph in which `to`, which has other rows behind those of `from`, stands in its place; `null` where anything is done
 * with it but to read rows of it.
 */
export function withRowsRead(graph: Graph, from: Value, to: Value): Graph | null {
  if (graph.outputs.includes(from)) return null;
  const nodes = graph.nodes.map((node) =>
    node.inputs.includes(from) ? reading(node, from, to) : node,
  );
  return nodes.includes(null) ? null : { ...graph, nodes: nodes as Node[] };
}

function reading(node: Node, from: Value, to: Value): Node | null {
  const inputs = node.inputs.map((input) => (input === from ? to : input));
  const places = node.inputs.flatMap((input, index) => (input === from ? [index] : []));
  switch (node.kind) {
    case 'kernel':
      return (isRowRead(node) || isRowSlice(node)) && places.every((place) => place === 0)
        ? { ...node, inputs }
        : null;
    case 'if': {
      const [thenBranch, elseBranch] = [node.thenBranch, node.elseBranch].map((branch) =>
        inside(
          branch,
          places.map((place) => place - 1),
          to,
        ),
      );
      return !thenBranch || !elseBranch || places[0] === 0
        ? null
        : { ...node, inputs, thenBranch, elseBranch };
    }
    case 'while': {
      if (places.some((place) => place < node.loopVariableCount)) return null;
      const [test, body] = [node.test, node.body].map((graph) => inside(graph, places, to));
      return !test || !body ? null : { ...node, inputs, test, body };
    }
    default:
      return null;
  }
}

function inside(graph: Graph, places: readonly number[], type: TensorType): Graph | null {
  return places.reduce<Graph | null>(
    (current, place) => (current === null ? null : withParameterRead(current, place, type)),
    graph,
  );
}

/** The graph one of whose parameters has another type, of which rows are read as before; `null` where more is done with it. */
export function withParameterRead(graph: Graph, place: number, type: TensorType): Graph | null {
  const from = graph.parameters[place]!;
  const to = new Value(type.dtype, type.shape, from.name);
  const read = withRowsRead(graph, from, to);
  return read === null ? null : { ...read, parameters: read.parameters.with(place, to) };
}
