import { type Graph, type KernelNode, type Node, Value, type WhileNode } from '../graph/graph.js';
import { isFullyKnown } from '../graph/types.js';
import { replaceUses, withSubgraphs } from '../graph/walk.js';

/** Computes before a loop what gives the same in each of its iterations. Inner loops first, so that it may leave several. */
export function hoistInvariants(graph: Graph): Graph {
  const nodes = graph.nodes.flatMap((original): Node[] => {
    const node = withSubgraphs(original, hoistInvariants);
    return node.kind === 'while' ? hoistFrom(node) : [node];
  });
  return { ...graph, nodes };
}

/** The loop, and before it what was hoisted out of it. */
function hoistFrom(loop: WhileNode): Node[] {
  const before: Node[] = [];
  const invariants: Value[] = [];
  /** By graph: the values outside that are the same as those inside. */
  const outside = new Map<Value, Value>();
  for (const graph of [loop.test, loop.body]) {
    for (const [index, parameter] of graph.parameters.entries()) {
      if (index >= loop.loopVariableCount) outside.set(parameter, loop.inputs[index]!);
    }
    const constants = new Map<Value, Node>();
    for (const node of graph.nodes) {
      if (node.kind === 'constant') constants.set(node.outputs[0]!, node);
      if (
        !isHoistable(node) ||
        !node.inputs.every((input) => outside.has(input) || constants.has(input))
      )
        continue;
      for (const input of node.inputs) {
        if (!outside.has(input)) outside.set(input, addCopy(constants.get(input)!, [])[0]!);
      }
      const copies = addCopy(
        node,
        node.inputs.map((input) => outside.get(input)!),
      );
      for (const [index, output] of node.outputs.entries()) {
        outside.set(output, copies[index]!);
        invariants.push(output);
      }
    }
  }
  if (invariants.length === 0) return [loop];

  function addCopy(node: Node, inputs: readonly Value[]): readonly Value[] {
    const outputs = node.outputs.map(copyOf);
    before.push({ ...node, inputs, outputs } as Node);
    return outputs;
  }

  const hoisted = new Set(invariants);
  const withInvariants = (graph: Graph): Graph => {
    const parameters = invariants.map(copyOf);
    const inside = new Map(invariants.map((value, index) => [value, parameters[index]!]));
    const nodes = graph.nodes.filter((node) => !node.outputs.some((output) => hoisted.has(output)));
    return replaceUses(
      { ...graph, nodes, parameters: [...graph.parameters, ...parameters] },
      inside,
    );
  };
  const changed: WhileNode = {
    ...loop,
    inputs: [...loop.inputs, ...invariants.map((value) => outside.get(value)!)],
    test: withInvariants(loop.test),
    body: withInvariants(loop.body),
  };
  return [...before, changed];
}

/** Kernels that fail for some elements must not run where the loop does not. */
const mayFail = new Set([
  'GatherV2',
  'GatherNd',
  'ScatterNd',
  'TensorScatterUpdate',
  'SparseToDense',
]);

function isHoistable(node: Node): node is KernelNode {
  if (node.kind !== 'kernel' || mayFail.has(node.kernel)) return false;
  return !isExpansion(node);
}

/** What is much larger than its inputs is better made where it is used than kept through the loop. */
function isExpansion({ inputs, outputs }: KernelNode): boolean {
  const elements = (values: readonly Value[]) =>
    values.reduce((sum, { shape }) => sum + (isFullyKnown(shape) ? sizeOf(shape) : 0), 0);
  const made = elements(outputs);
  return made > 65_536 && made > 2 * elements(inputs);
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, dimension) => size * dimension, 1);
}

function copyOf({ dtype, shape, name }: Value): Value {
  return new Value(dtype, shape, name);
}
