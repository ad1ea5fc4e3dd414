import { type Graph, type Node, Value } from '../../graph/graph.js';

/** A copy of the graph's nodes, with values of their own, on these arguments. */
export function inlined(
  { parameters, nodes, outputs }: Graph,
  operands: readonly Value[],
): { readonly nodes: readonly Node[]; readonly outputs: readonly Value[] } {
  const values = new Map<Value, Value>(
    parameters.map((parameter, index) => [parameter, operands[index]!]),
  );
  const resolve = (value: Value): Value => values.get(value)!;
  const copies = nodes.map((node): Node => {
    const inputs = node.inputs.map(resolve);
    const made = node.outputs.map((output) => {
      const copy = new Value(output.dtype, output.shape, output.name);
      values.set(output, copy);
      return copy;
    });
    return { ...node, inputs, outputs: made };
  });
  return { nodes: copies, outputs: outputs.map(resolve) };
}
