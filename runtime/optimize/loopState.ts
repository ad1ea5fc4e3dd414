import type { Graph, IfNode, Node, Value, WhileNode } from '../graph/graph.js';
import { sameType } from '../graph/types.js';
import { withInputs, withSubgraphs } from '../graph/walk.js';

/**
 * Makes invariants of the loop variables that no iteration changes: they are not carried, and known to be the same. So are
 * the results of a conditional that both branches leave as they were.
 */
export function reduceLoopState(graph: Graph): Graph {
  const replacements = new Map<Value, Value>();
  const resolve = (value: Value): Value => replacements.get(value) ?? value;
  const nodes = graph.nodes.map((original): Node => {
    const node = withSubgraphs(withInputs(original, original.inputs.map(resolve)), reduceLoopState);
    if (node.kind === 'if') {
      for (const [index, output] of node.outputs.entries()) {
        const kept = keptBy(node, index);
        if (kept !== null && sameType(kept, output)) replacements.set(output, kept);
      }
    }
    if (node.kind !== 'while') return node;
    const isChanged = node.outputs.map(
      (_, index) => node.body.outputs[index] !== node.body.parameters[index],
    );
    if (isChanged.every(Boolean)) return node;
    for (const [index, output] of node.outputs.entries()) {
      if (!isChanged[index]) replacements.set(output, node.inputs[index]!);
    }
    return withVariables(node, isChanged);
  });
  return { ...graph, nodes, outputs: graph.outputs.map(resolve) };
}

/** The input that both branches give as that result. */
function keptBy({ thenBranch, elseBranch, inputs }: IfNode, index: number): Value | null {
  const [one, other] = [thenBranch, elseBranch].map(({ parameters, outputs }) => {
    const parameter = parameters.indexOf(outputs[index]!);
    return parameter < 0 ? null : inputs[parameter + 1]!;
  });
  return one === other ? one! : null;
}

function withVariables(node: WhileNode, isVariable: readonly boolean[]): WhileNode {
  const variables = <T>(list: readonly T[]) =>
    list.filter((_, index) => isVariable[index] === true);
  /** Variables first, then invariants, the former variables among them. */
  const reordered = <T>(list: readonly T[]) => [
    ...variables(list),
    ...list.filter((_, index) => isVariable[index] !== true),
  ];
  const outputs = variables(node.outputs);
  return {
    ...node,
    inputs: reordered(node.inputs),
    test: { ...node.test, parameters: reordered(node.test.parameters) },
    body: {
      ...node.body,
      parameters: reordered(node.body.parameters),
      outputs: variables(node.body.outputs),
    },
    loopVariableCount: outputs.length,
    outputs,
  };
}
