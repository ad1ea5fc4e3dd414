import { kernelNode } from '../../graph/builder.js';
import type { Graph, IfNode, Node, Value } from '../../graph/graph.js';
import { inlined } from './inlined.js';

/** The nodes of both branches of a conditional, and a choice between what they give. */
export function* selected(node: IfNode): Generator<Node> {
  const [predicate, ...operands] = node.inputs as [Value, ...Value[]];
  const reshaped = kernelNode('Reshape', [predicate], ['x'], { shape: [] }, node.location);
  yield reshaped;
  const condition = reshaped.outputs[0]!;
  const then = inlined(node.thenBranch, operands);
  const otherwise = inlined(node.elseBranch, operands);
  yield* then.nodes;
  yield* otherwise.nodes;
  for (const [index, output] of node.outputs.entries()) {
    const branches = [then.outputs[index]!, otherwise.outputs[index]!] as const;
    const names = ['condition', 't', 'e'];
    const select = kernelNode('Select', [condition, ...branches], names, {}, node.location);
    yield { ...select, outputs: [output] };
  }
}

/** The graph without conditionals, all of whose branches are computed. */
export function straightened(graph: Graph): Graph {
  if (!graph.nodes.some(({ kind }) => kind === 'if')) return graph;
  const nodes = graph.nodes.flatMap((node) => {
    if (node.kind !== 'if') return [node];
    const thenBranch = straightened(node.thenBranch);
    const elseBranch = straightened(node.elseBranch);
    return [...selected({ ...node, thenBranch, elseBranch })];
  });
  return { ...graph, nodes };
}
