import type { Graph, KernelNode, Node, Value } from '../../graph/graph.js';
import { sizeOf } from '../wgsl/index.js';

/** How often a loop is taken to run whose length nobody knows. */
export const usualIterations = 16;

/**
 * What a graph whose sizes are all known computes, in additions, roughly: enough to tell what is worth a decision from
 * what is computed sooner than decided.
 */
export function workOfGraph(graph: Graph): number {
  return graph.nodes.reduce((sum, node) => sum + workOfNode(node), 0);
}

function workOfNode(node: Node): number {
  switch (node.kind) {
    case 'kernel':
      return workOfKernel(node);
    case 'random':
      return 32 * elementsOf(node.outputs);
    case 'if':
      return Math.max(workOfGraph(node.thenBranch), workOfGraph(node.elseBranch));
    case 'while': {
      const { tripCount, test, body } = node;
      const iteration = workOfGraph(body) + (tripCount === null ? workOfGraph(test) : 0);
      return iteration * (tripCount ?? usualIterations);
    }
    default:
      return 0;
  }
}

function workOfKernel({ kernel, inputs, outputs }: KernelNode): number {
  const written = elementsOf(outputs);
  const touched = written + elementsOf(inputs);
  // Each element of a product or of a convolution's result takes in as many as an operand has for it.
  if (/MatMul|Einsum|Conv/.test(kernel)) {
    const [first, second] = inputs.map(({ shape }) => sizeOf(shape as readonly number[]));
    return touched + 2 * Math.sqrt((first ?? 1) * (second ?? 1) * written);
  }
  return touched;
}

function elementsOf(values: readonly Value[]): number {
  return values.reduce((sum, { shape }) => sum + sizeOf(shape as readonly number[]), 0);
}
