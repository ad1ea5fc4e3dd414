import { constantNode, kernelNode } from '../../graph/builder.js';
import type {
  ConstantNode,
  Graph,
  IfNode,
  KernelNode,
  Node,
  Value,
  WhileNode,
} from '../../graph/graph.js';
import { resultOfNothing } from '../../graph/ofNothing.js';
import { isFullyKnown } from '../../graph/types.js';
import { withSubgraphs } from '../../graph/walk.js';

/**
 * The graph without what computes tensors that have no elements, which shaders do not hold: of these all is known but
 * their types. Control flow gives and takes none.
 */
export function withoutEmptyTensors(graph: Graph): Graph {
  const nodes = graph.nodes.flatMap((node): readonly Node[] => {
    const inner = withSubgraphs(node, withoutEmptyTensors);
    switch (inner.kind) {
      case 'kernel':
      case 'random':
        return computed(inner);
      case 'if':
        return conditional(inner);
      case 'while':
        return loop(inner);
      default:
        return [inner];
    }
  });
  return nodes.length === graph.nodes.length && nodes.every((node, at) => node === graph.nodes[at])
    ? graph
    : { ...graph, nodes };
}

function isEmpty({ dtype, shape }: Value): boolean {
  if (!isFullyKnown(shape) || !shape.includes(0)) return false;
  return dtype !== 'string' && dtype !== 'complex64';
}

const hasElements = (value: Value): boolean => !isEmpty(value);

function constantFor(value: Value, splat = 0): ConstantNode {
  return { ...constantNode({ splat }, value), outputs: [value] };
}

const constantsFor = (values: readonly Value[]): readonly Node[] =>
  values.filter(isEmpty).map((value) => constantFor(value));

function computed(node: Exclude<Node, { kind: 'constant' }>): readonly Node[] {
  if (node.outputs.length > 0 && node.outputs.every(isEmpty)) return constantsFor(node.outputs);
  return node.kind === 'kernel' && node.inputs.some(isEmpty) ? [withoutInputs(node)] : [node];
}

function withoutInputs(node: KernelNode): Node {
  const [output] = node.outputs;
  const { kernel, attributes, location } = node;
  const splat = resultOfNothing(kernel, attributes);
  const isExact = splat !== undefined && (Number.isFinite(splat) || output!.dtype === 'float32');
  if (isExact) return constantFor(output!, splat);
  if (kernel !== 'Concat') return node;
  const inputs = node.inputs.filter(hasElements);
  if (inputs.length > 1) return { ...node, inputs };
  return { ...kernelNode('Identity', inputs, ['x'], {}, location), outputs: node.outputs };
}

function conditional(node: IfNode): readonly Node[] {
  const { thenBranch, elseBranch } = node;
  const [condition, ...operands] = node.inputs;
  // What a branch takes for a tensor of any size it goes on taking.
  const isLeftOut = (index: number): boolean =>
    [operands, thenBranch.parameters, elseBranch.parameters].every((all) => isEmpty(all[index]!));
  const isKept = (_: unknown, index: number) => !isLeftOut(index);
  if (node.outputs.every(hasElements) && operands.every(isKept)) return [node];
  const branch = (graph: Graph): Graph =>
    without(graph, isLeftOut, (index) => isEmpty(node.outputs[index]!));
  const smaller: IfNode = {
    ...node,
    inputs: [condition!, ...operands.filter(isKept)],
    outputs: node.outputs.filter(hasElements),
    thenBranch: branch(thenBranch),
    elseBranch: branch(elseBranch),
  };
  return [smaller, ...constantsFor(node.outputs)];
}

/** A variable that begins without elements may get some. */
function loop(node: WhileNode): readonly Node[] {
  const { inputs, outputs, test, body, loopVariableCount: count } = node;
  const isLeftOut = (index: number): boolean =>
    [inputs, test.parameters, body.parameters].every((all) => isEmpty(all[index]!)) &&
    (index >= count || isEmpty(outputs[index]!));
  if (!inputs.some((_, index) => isLeftOut(index))) return [node];
  const isKept = (_: unknown, index: number) => !isLeftOut(index);
  const smaller: WhileNode = {
    ...node,
    inputs: inputs.filter(isKept),
    outputs: outputs.filter(isKept),
    test: without(test, isLeftOut, () => false),
    body: without(body, isLeftOut, isLeftOut),
    loopVariableCount: outputs.filter(isKept).length,
  };
  return [smaller, ...constantsFor(outputs)];
}

/** The graph inside of control flow that is given and gives less. */
function without(
  graph: Graph,
  isInputLeftOut: (index: number) => boolean,
  isOutputLeftOut: (index: number) => boolean,
): Graph {
  const { parameters, nodes, outputs } = graph;
  const given = parameters.filter((_, index) => isInputLeftOut(index));
  return {
    ...graph,
    parameters: parameters.filter((_, index) => !isInputLeftOut(index)),
    nodes: [...given.map((value) => constantFor(value)), ...nodes],
    outputs: outputs.filter((_, index) => !isOutputLeftOut(index)),
  };
}
