import { kernelNode } from '../graph/builder.js';
import type { Graph, KernelNode } from '../graph/graph.js';
import { withSubgraphs } from '../graph/walk.js';

/** Every device lets a kernel bind eight buffers, of which one is the sum's. */
const mostSummands = 7;

/**
 * The graph with the sums of many tensors taken apart, for the kernel of TensorFlow.js: it binds all of them at once, and
 * gives zeros where they are more than the device lets it bind.
 */
export function withShortSums(graph: Graph): Graph {
  const nodes = graph.nodes.flatMap((node) =>
    node.kind === 'kernel' && node.kernel === 'AddN'
      ? shortSums(node)
      : [withSubgraphs(node, withShortSums)],
  );
  return { ...graph, nodes };
}

function shortSums(node: KernelNode): KernelNode[] {
  const sums: KernelNode[] = [];
  let inputs = node.inputs;
  while (inputs.length > mostSummands) {
    const sum = kernelNode('AddN', inputs.slice(0, mostSummands), null, {}, node.location);
    sums.push(sum);
    inputs = [sum.outputs[0]!, ...inputs.slice(mostSummands)];
  }
  return [...sums, { ...node, inputs }];
}
