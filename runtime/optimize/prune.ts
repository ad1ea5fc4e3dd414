import {
  type Graph,
  hasEffect,
  type IfNode,
  type Node,
  type Value,
  type WhileNode,
} from '../graph/graph.js';

/**
 * Leaves out what no output and no effect needs: nodes, results of branches, loop variables, and inputs of branches and
 * loops that nothing inside uses any more. The graph's own parameters stay.
 */
export function prune(graph: Graph): Graph {
  return pruneNodes(graph).graph;
}

interface Pruned {
  readonly graph: Graph;
  /** Every value that a remaining node or output uses. */
  readonly used: ReadonlySet<Value>;
}

function pruneNodes(graph: Graph): Pruned {
  const used = new Set(graph.outputs);
  const nodes: Node[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!hasEffect(node) && !node.outputs.some((output) => used.has(output))) continue;
    const pruned = pruneInside(node, used);
    for (const input of pruned.inputs) used.add(input);
    nodes.push(pruned);
  }
  nodes.reverse();
  return { graph: { ...graph, nodes }, used };
}

function pruneInside(node: Node, used: ReadonlySet<Value>): Node {
  if (node.kind === 'if') return pruneIf(node, used);
  return node.kind === 'while' ? pruneWhile(node, used) : node;
}

function pruneIf(node: IfNode, used: ReadonlySet<Value>): IfNode {
  const isNeeded = node.outputs.map((output) => used.has(output));
  const [thenBranch, elseBranch] = [node.thenBranch, node.elseBranch].map((branch) =>
    pruneNodes({ ...branch, outputs: select(branch.outputs, isNeeded) }),
  ) as [Pruned, Pruned];
  const [predicate, ...inputs] = node.inputs as [Value, ...Value[]];
  const isUsed = inputs.map((_, index) => usesParameter([thenBranch, elseBranch], index));
  return {
    ...node,
    inputs: [predicate, ...select(inputs, isUsed)],
    thenBranch: withParameters(thenBranch.graph, isUsed),
    elseBranch: withParameters(elseBranch.graph, isUsed),
    outputs: select(node.outputs, isNeeded),
  };
}

function pruneWhile(node: WhileNode, used: ReadonlySet<Value>): WhileNode {
  const test = pruneNodes(node.test);
  const isVariableNeeded = node.outputs.map((output) => used.has(output));
  let body: Pruned;
  // A variable is also needed where the test or the next value of a needed variable uses it.
  for (;;) {
    body = pruneNodes({ ...node.body, outputs: select(node.body.outputs, isVariableNeeded) });
    const missing = node.outputs.findIndex(
      (_, index) => !isVariableNeeded[index] && usesParameter([test, body], index),
    );
    if (missing === -1) break;
    isVariableNeeded[missing] = true;
  }
  const isInputNeeded = node.inputs.map((_, index) =>
    index < node.loopVariableCount ? isVariableNeeded[index]! : usesParameter([test, body], index),
  );
  return {
    ...node,
    inputs: select(node.inputs, isInputNeeded),
    test: withParameters(test.graph, isInputNeeded),
    body: withParameters(body.graph, isInputNeeded),
    loopVariableCount: isVariableNeeded.filter(Boolean).length,
    outputs: select(node.outputs, isVariableNeeded),
  };
}

function usesParameter(graphs: readonly Pruned[], index: number): boolean {
  return graphs.some(({ graph, used }) => used.has(graph.parameters[index]!));
}

function withParameters(graph: Graph, isKept: readonly boolean[]): Graph {
  return { ...graph, parameters: select(graph.parameters, isKept) };
}

function select<T>(list: readonly T[], isKept: readonly boolean[]): T[] {
  return list.filter((_, index) => isKept[index]);
}
