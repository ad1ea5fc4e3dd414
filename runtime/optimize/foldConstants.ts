import { constantNode } from '../graph/builder.js';
import { isEqualData } from '../graph/equalData.js';
import { type Constant, constantResult, isSmall } from '../graph/evaluate.js';
import type { ConstantData, Graph, IfNode, Node, Value, WhileNode } from '../graph/graph.js';
import { sameType } from '../graph/types.js';
import { withInputs } from '../graph/walk.js';

/**
 * Computes what depends on constants only. Constants go into branches and bodies, where they are folded on, and come out
 * where both branches give the same one.
 */
export function foldConstants(graph: Graph): Graph {
  return fold(graph, new Map()).graph;
}

interface Folded {
  readonly graph: Graph;
  readonly constants: ReadonlyMap<Value, Constant>;
}

/** `known` are constants that parameters of the graph are known to be. */
function fold(graph: Graph, known: ReadonlyMap<Value, Constant>): Folded {
  const constants = new Map<Value, Constant>();
  const replacements = new Map<Value, Value>();
  const nodes: Node[] = [];
  const addConstant = (value: Value, data: ConstantData, type: Constant['type']): void => {
    const node = constantNode(data, type);
    nodes.push(node);
    replacements.set(value, node.outputs[0]!);
    constants.set(node.outputs[0]!, { data, type });
  };
  for (const [parameter, { data, type }] of known) addConstant(parameter, data, type);
  const resolve = (value: Value): Value => replacements.get(value) ?? value;

  for (const original of graph.nodes) {
    const node = withInputs(original, original.inputs.map(resolve));
    if (node.kind === 'constant') {
      constants.set(node.outputs[0]!, { data: node.data, type: node.outputs[0]! });
      nodes.push(node);
    } else if (node.kind === 'kernel') {
      const data = constantResult(node, (input) => constants.get(input));
      if (data === null) nodes.push(node);
      else addConstant(node.outputs[0]!, data, node.outputs[0]!);
    } else if (node.kind === 'if') {
      const { node: folded, common } = foldIf(node, constants);
      nodes.push(folded);
      for (const [output, constant] of common) addConstant(output, constant.data, constant.type);
    } else if (node.kind === 'while') {
      nodes.push(foldWhile(node, constants));
    } else if (node.kind !== 'assert' || !always(node.inputs[0]!, constants)) {
      nodes.push(node);
    }
  }
  return { graph: { ...graph, nodes, outputs: graph.outputs.map(resolve) }, constants };
}

function foldIf(
  node: IfNode,
  constants: ReadonlyMap<Value, Constant>,
): { node: IfNode; common: Map<Value, Constant> } {
  const inputs = node.inputs.slice(1);
  const thenFolded = fold(node.thenBranch, parametersOf(node.thenBranch, inputs, constants));
  const elseFolded = fold(node.elseBranch, parametersOf(node.elseBranch, inputs, constants));
  const common = new Map<Value, Constant>();
  for (const [index, output] of node.outputs.entries()) {
    const [one, other] = [thenFolded, elseFolded].map(({ graph, constants: inside }) =>
      inside.get(graph.outputs[index]!),
    );
    if (one === undefined || other === undefined || !sameType(one.type, other.type)) continue;
    if (isEqualData(one.data, other.data)) common.set(output, one);
  }
  return {
    node: { ...node, thenBranch: thenFolded.graph, elseBranch: elseFolded.graph },
    common,
  };
}

/** Only what does not change from iteration to iteration is the constant that it begins with. */
function foldWhile(node: WhileNode, constants: ReadonlyMap<Value, Constant>): WhileNode {
  const insideOf = (graph: Graph) => {
    const known = parametersOf(graph, node.inputs, constants);
    for (const parameter of graph.parameters.slice(0, node.loopVariableCount))
      known.delete(parameter);
    return fold(graph, known).graph;
  };
  return { ...node, test: insideOf(node.test), body: insideOf(node.body) };
}

function parametersOf(
  graph: Graph,
  inputs: readonly Value[],
  constants: ReadonlyMap<Value, Constant>,
): Map<Value, Constant> {
  const known = new Map<Value, Constant>();
  for (const [index, parameter] of graph.parameters.entries()) {
    const constant = constants.get(inputs[index]!);
    if (constant !== undefined && isSmall(constant)) known.set(parameter, constant);
  }
  return known;
}

function always(condition: Value, constants: ReadonlyMap<Value, Constant>): boolean {
  const data = constants.get(condition)?.data;
  if (data === undefined) return false;
  return 'splat' in data
    ? data.splat !== 0
    : Array.from(data.values as ArrayLike<number>).every(Boolean);
}
