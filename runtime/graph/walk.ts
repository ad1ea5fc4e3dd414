import { type Graph, type Node, subgraphs, type Value } from './graph.js';

/** Every node in program order, each before those of the graphs inside it. */
export function* allNodes(graph: Graph): Generator<Node> {
  for (const node of graph.nodes) {
    yield node;
    for (const inner of subgraphs(node)) yield* allNodes(inner);
  }
}

/** How often a graph's own nodes and outputs use each value; values that nobody uses are absent. */
export function useCounts(graph: Graph): Map<Value, number> {
  const counts = new Map<Value, number>();
  const count = (value: Value): void => {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  for (const node of graph.nodes) node.inputs.forEach(count);
  graph.outputs.forEach(count);
  return counts;
}

/** The node with other inputs; the node itself where they are the same. */
export function withInputs<N extends Node>(node: N, inputs: readonly Value[]): N {
  return node.inputs.every((value, index) => value === inputs[index]) ? node : { ...node, inputs };
}

/** The node with each graph inside it replaced; the node itself where `transform` changes none. */
export function withSubgraphs(node: Node, transform: (graph: Graph) => Graph): Node {
  switch (node.kind) {
    case 'if': {
      const thenBranch = transform(node.thenBranch);
      const elseBranch = transform(node.elseBranch);
      const same = thenBranch === node.thenBranch && elseBranch === node.elseBranch;
      return same ? node : { ...node, thenBranch, elseBranch };
    }
    case 'while': {
      const test = transform(node.test);
      const body = transform(node.body);
      return test === node.test && body === node.body ? node : { ...node, test, body };
    }
    default:
      return node;
  }
}

/**
 * The graph with uses of some values replaced by others, also where a replacement is replaced in turn. Graphs inside
 * nodes are closed, so that nothing changes in them.
 */
export function replaceUses(graph: Graph, replacements: ReadonlyMap<Value, Value>): Graph {
  if (replacements.size === 0) return graph;
  const resolve = (value: Value): Value => {
    const replacement = replacements.get(value);
    return replacement === undefined ? value : resolve(replacement);
  };
  return {
    ...graph,
    nodes: graph.nodes.map((node) => withInputs(node, node.inputs.map(resolve))),
    outputs: graph.outputs.map(resolve),
  };
}
