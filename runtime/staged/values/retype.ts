import { type Node, Value } from '../../graph/graph.js';
import type { TensorType } from '../../graph/types.js';
import type { Subgraph } from '../../trace/subgraph.js';

/**
 * The subgraph with other dtypes of its parameters; `null` where it must be traced anew for that. A counter that turned
 * out to be float32 is as a rule only cast to float32, to be added to a float32 tensor: then the cast falls away.
 */
export function retyped(subgraph: Subgraph, types: readonly TensorType[]): Subgraph | null {
  const replacements = new Map<Value, Value>();
  const casts = new Set<Node>();
  const parameters = subgraph.parameters.map((parameter, index) => {
    const { dtype } = types[index]!;
    if (parameter.dtype === dtype) return parameter;
    const replacement = new Value(dtype, parameter.shape, parameter.name);
    for (const node of subgraph.nodes) {
      if (!node.inputs.includes(parameter)) continue;
      if (node.kind !== 'kernel' || node.kernel !== 'Cast') return null;
      if (node.outputs[0]!.dtype !== dtype) return null;
      replacements.set(node.outputs[0]!, replacement);
      casts.add(node);
    }
    return isResult(subgraph, parameter) ? null : replacement;
  });
  if (parameters.includes(null)) return null;
  const replace = (value: Value) => replacements.get(value) ?? value;
  return {
    ...subgraph,
    parameters: parameters as Value[],
    nodes: subgraph.nodes
      .filter((node) => !casts.has(node))
      .map((node) => ({ ...node, inputs: node.inputs.map(replace) }) as Node),
    outputs: subgraph.outputs.map(replace),
    variables: subgraph.variables.map((use) => ({ ...use, final: replace(use.final) })),
  };
}

function isResult({ outputs, variables }: Subgraph, value: Value): boolean {
  return outputs.includes(value) || variables.some(({ final }) => final === value);
}
