import { isEqualData } from '../graph/equalData.js';
import type { ConstantData, ConstantNode, Graph, KernelNode, Node, Value } from '../graph/graph.js';
import { sameType } from '../graph/types.js';
import { withInputs, withSubgraphs } from '../graph/walk.js';

/**
 * Computes what is computed more than once only the first time: kernels with the same inputs and attributes, and equal
 * constants. Each branch and body is looked at by itself.
 */
export function shareCommonSubexpressions(graph: Graph): Graph {
  const replacements = new Map<Value, Value>();
  const resolve = (value: Value): Value => replacements.get(value) ?? value;
  const seen = new Map<string, (KernelNode | ConstantNode)[]>();
  const nodes: Node[] = [];
  for (const original of graph.nodes) {
    const node = withSubgraphs(
      withInputs(original, original.inputs.map(resolve)),
      shareCommonSubexpressions,
    );
    if (isRepeatable(node)) {
      const key = keyOf(node);
      const candidates = seen.get(key) ?? [];
      const earlier = candidates.find((candidate) => isSame(candidate, node));
      if (earlier !== undefined) {
        for (const [index, output] of node.outputs.entries()) {
          replacements.set(output, earlier.outputs[index]!);
        }
        continue;
      }
      seen.set(key, [...candidates, node]);
    }
    nodes.push(node);
  }
  return { ...graph, nodes, outputs: graph.outputs.map(resolve) };
}

/** Whether the node gives the same again. */
function isRepeatable(node: Node): node is KernelNode | ConstantNode {
  return node.kind === 'kernel' || node.kind === 'constant';
}

/** Equal for equal nodes, and for few others. */
function keyOf(node: KernelNode | ConstantNode): string {
  if (node.kind === 'kernel') return `${node.kernel} ${node.inputs.map(({ id }) => id)}`;
  return `constant ${sampleOf(compact(node.data))}`;
}

/** A single number is written in two ways: as it was traced, and as it was computed. */
function compact(data: ConstantData): ConstantData {
  if ('splat' in data || data.values.length !== 1) return data;
  const [value] = data.values;
  return typeof value === 'number' ? { splat: value } : data;
}

function sampleOf(data: ConstantData): string {
  if ('splat' in data) return `all ${data.splat}`;
  const { values } = data;
  return `${values.length} ${String(values[0])} ${String(values[values.length >> 1])}`;
}

function isSame(a: KernelNode | ConstantNode, b: KernelNode | ConstantNode): boolean {
  if (!a.outputs.every((output, index) => sameType(output, b.outputs[index]!))) return false;
  if (a.kind === 'constant')
    return b.kind === 'constant' && isEqualData(compact(a.data), compact(b.data));
  return (
    b.kind === 'kernel' &&
    isEqualData(a.inputNames, b.inputNames) &&
    isEqualData(a.attributes, b.attributes)
  );
}
