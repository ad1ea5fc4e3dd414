import type { Constant } from '../graph/evaluate.js';
import {
  type Graph,
  hasEffect,
  type IfNode,
  type Node,
  type Value,
  type WhileNode,
} from '../graph/graph.js';
import { isSubtype } from '../graph/types.js';
import { withInputs, withSubgraphs } from '../graph/walk.js';

/**
 * Puts the branch that always runs in the place of its conditional, and the body of a loop that runs once in the place of
 * the loop; leaves out loops that never run.
 */
export function decideConstantConditions(graph: Graph): Graph {
  const replacements = new Map<Value, Value>();
  const resolve = (value: Value): Value => replacements.get(value) ?? value;
  const constants = new Map<Value, Constant>();
  const nodes: Node[] = [];

  const place = (original: Node): void => {
    const node = withInputs(original, original.inputs.map(resolve));
    if (node.kind === 'constant') {
      constants.set(node.outputs[0]!, { data: node.data, type: node.outputs[0]! });
    }
    const decided = node.kind === 'if' ? truth(node.inputs[0]!, constants) : null;
    if (node.kind === 'if' && decided !== null) placeBranch(node, decided);
    else if (node.kind === 'while' && neverRuns(node)) replace(node.outputs, node.inputs);
    else if (node.kind === 'while' && runsOnce(node))
      placeBody(node.body, node.inputs, node.outputs);
    else nodes.push(withSubgraphs(node, decideConstantConditions));
  };
  const placeBranch = (node: IfNode, decided: boolean): void => {
    placeBody(decided ? node.thenBranch : node.elseBranch, node.inputs.slice(1), node.outputs);
  };
  const placeBody = (body: Graph, inputs: readonly Value[], outputs: readonly Value[]): void => {
    replace(body.parameters, inputs);
    body.nodes.forEach(place);
    replace(outputs, body.outputs.map(resolve));
  };
  const replace = (values: readonly Value[], others: readonly Value[]): void => {
    for (const [index, value] of values.entries()) replacements.set(value, others[index]!);
  };

  graph.nodes.forEach(place);
  return { ...graph, nodes, outputs: graph.outputs.map(resolve) };
}

function truth(predicate: Value, constants: ReadonlyMap<Value, Constant>): boolean | null {
  const data = constants.get(predicate)?.data;
  if (data === undefined) return null;
  return 'splat' in data ? data.splat !== 0 : Boolean(data.values[0]);
}

/** What grows in a loop has a size behind it that the body alone does not tell. */
function runsOnce({ tripCount, maximumIterations, body, outputs }: WhileNode): boolean {
  const isOnce = tripCount === 1 && (maximumIterations ?? 1) >= 1;
  return isOnce && outputs.every((output, index) => isSubtype(body.outputs[index]!, output));
}

function neverRuns({ tripCount, maximumIterations, test }: WhileNode): boolean {
  if (maximumIterations === 0) return true;
  if (tripCount !== null) return tripCount <= 0;
  const producer = test.nodes.find((node) => node.outputs.includes(test.outputs[0]!));
  if (producer?.kind !== 'constant' || test.nodes.some(hasEffect)) return false;
  return 'splat' in producer.data ? producer.data.splat === 0 : !producer.data.values[0];
}
