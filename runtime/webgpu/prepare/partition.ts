import type { ConstantNode, Graph, KernelNode, Node, Value } from '../../graph/graph.js';
import { withSubgraphs } from '../../graph/walk.js';
import { addTo } from '../../lists.js';
import { canCompile } from './canCompile.js';
import { stagesOf } from './stages.js';

/** The name of the kernel that stands for a part of the graph that is compiled. */
const regionKernel = '_CompiledRegion';

export function isRegion(node: Node): node is KernelNode {
  return node.kind === 'kernel' && node.kernel === regionKernel;
}

export function regionOf(node: KernelNode): Graph {
  return node.attributes.region as Graph;
}

/**
 * Gathers what can be compiled, kernels and control flow, into as few regions as their dependences allow, each a node of
 * its own; what remains between them, such as prints and kernels of TensorFlow.js, stays as it is. The graphs inside nodes
 * are treated likewise.
 */
export function partition(graph: Graph): Graph {
  const stages = stagesOf(graph, canCompile);
  const constants = new Map<Value, ConstantNode>();
  const uses = usersOf(graph);
  const inside = new Map<number, Node[]>();
  const outside = new Map<number, Node[]>();
  let last = 0;
  for (const node of graph.nodes) {
    if (node.kind === 'constant') {
      constants.set(node.outputs[0]!, node);
      continue;
    }
    const stage = stages.get(node)!;
    last = Math.max(last, stage);
    if (canCompile(node)) addTo(inside, stage, node);
    else addTo(outside, stage, withSubgraphs(node, partition));
  }

  const nodes: Node[] = [];
  for (let stage = 0; stage <= last; stage++) {
    const kernels = inside.get(stage);
    if (kernels !== undefined) nodes.push(makeRegion(kernels, constants, uses, graph));
    nodes.push(...(outside.get(stage) ?? []));
  }
  const used = new Set([...nodes.flatMap(({ inputs }) => inputs), ...graph.outputs]);
  const kept = [...constants.values()].filter(({ outputs }) => used.has(outputs[0]!));
  return { ...graph, nodes: [...kept, ...nodes] };
}

function usersOf(graph: Graph): Map<Value, Node[]> {
  const users = new Map<Value, Node[]>();
  for (const node of graph.nodes) {
    for (const input of new Set(node.inputs)) addTo(users, input, node);
  }
  return users;
}

function makeRegion(
  members: readonly Node[],
  constants: ReadonlyMap<Value, ConstantNode>,
  users: ReadonlyMap<Value, readonly Node[]>,
  graph: Graph,
): KernelNode {
  const inside = new Set(members);
  const made = new Set(members.flatMap(({ outputs }) => outputs));
  const graphOutputs = new Set(graph.outputs);
  const outputs = [...made].filter(
    (value) => graphOutputs.has(value) || users.get(value)?.some((user) => !inside.has(user)),
  );
  const read = new Set(members.flatMap(({ inputs }) => inputs).filter((value) => !made.has(value)));
  const parameters = [...read].filter((value) => !constants.has(value));
  const held = [...read].flatMap((value) => constants.get(value) ?? []);
  const { name, isAwaited } = graph;
  const region: Graph = { name, parameters, nodes: [...held, ...members], outputs, isAwaited };
  return regionNode(region);
}

export function regionNode(region: Graph): KernelNode {
  return {
    kind: 'kernel',
    kernel: regionKernel,
    inputs: region.parameters,
    inputNames: null,
    attributes: { region },
    outputs: region.outputs,
    location: region.nodes.find(({ kind }) => kind !== 'constant')?.location ?? null,
  };
}
