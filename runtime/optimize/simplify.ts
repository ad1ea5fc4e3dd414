import { kernelNode } from '../graph/builder.js';
import type { ConstantNode, Graph, KernelNode, Node, Value } from '../graph/graph.js';
import { isFullyKnown, sameShape, sameType } from '../graph/types.js';
import { withInputs, withSubgraphs } from '../graph/walk.js';
import { type Known, rules } from './simplifications.js';

/**
 * Replaces kernels by cheaper ones, or by their input, where the result is the same for every element, signs of zero and
 * not-a-numbers included (see `simplifications.ts`).
 */
export function simplify(graph: Graph): Graph {
  const replacements = new Map<Value, Value>();
  const producers = new Map<Value, KernelNode | ConstantNode>();
  const resolve = (value: Value): Value => replacements.get(value) ?? value;
  const known: Known = (value) => producers.get(value);
  const nodes: Node[] = [];
  const add = (node: Node): void => {
    nodes.push(node);
    if (node.kind !== 'kernel' && node.kind !== 'constant') return;
    for (const output of node.outputs) producers.set(output, node);
  };

  for (const original of graph.nodes) {
    const node = withSubgraphs(withInputs(original, original.inputs.map(resolve)), simplify);
    const replacement = node.kind === 'kernel' ? simplified(node, known, add) : null;
    if (replacement === null) add(node);
    else replacements.set(node.outputs[0]!, replacement);
  }
  return { ...graph, nodes, outputs: graph.outputs.map(resolve) };
}

/** The value that the kernel's result can be replaced by; nodes that make it are added. */
function simplified(node: KernelNode, known: Known, add: (node: Node) => void): Value | null {
  const rule = rules[node.kernel];
  const found = rule?.(node, known) ?? null;
  if (found === null) return null;
  if (!('kernel' in found)) return fits(found, node.outputs[0]!) ? found : null;
  const names = Object.keys(found.inputs);
  const made = kernelNode(
    found.kernel,
    Object.values(found.inputs),
    names,
    found.attributes ?? {},
    node.location,
  );
  if (!fits(made.outputs[0]!, node.outputs[0]!)) return null;
  const again = simplified(made, known, add);
  if (again !== null) return again;
  add(made);
  return made.outputs[0]!;
}

/** A replacement must be known to have the type, so that a size that broadcasting would have changed is not lost. */
function fits(replacement: Value, output: Value): boolean {
  if (!sameType(replacement, output)) return false;
  return isFullyKnown(output.shape) && sameShape(replacement.shape, output.shape);
}
