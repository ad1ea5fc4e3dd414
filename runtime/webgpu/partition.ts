import type { ConstantNode, Graph, KernelNode, Node, Value } from '../graph/graph.js';
import { hasEffect } from '../graph/graph.js';
import { withSubgraphs } from '../graph/walk.js';
import { canLower } from './lower/rules.js';

/** The name of the kernel that stands for a part of the graph that is compiled. */
export const regionKernel = '_CompiledRegion';

export function isRegion(node: Node): node is KernelNode {
  return node.kind === 'kernel' && node.kernel === regionKernel;
}

export function regionOf(node: KernelNode): Graph {
  return node.attributes.region as Graph;
}

/**
 * Gathers the kernels that can be compiled into as few regions as their dependences allow, each a node of its own; what
 * remains between them, such as control flow, prints and kernels of TensorFlow.js, stays as it is. The graphs inside
 * nodes are treated likewise.
 */
export function partition(graph: Graph): Graph {
  const stages = stagesOf(graph);
  const constants = new Map<Value, ConstantNode>();
  const uses = usersOf(graph);
  const inside = new Map<number, KernelNode[]>();
  const outside = new Map<number, Node[]>();
  for (const node of graph.nodes) {
    if (node.kind === 'constant') {
      constants.set(node.outputs[0]!, node);
      continue;
    }
    const stage = stages.get(node)!;
    if (isCompiled(node)) addTo(inside, stage, node);
    else addTo(outside, stage, withSubgraphs(node, partition));
  }

  const nodes: Node[] = [];
  const last = Math.max(0, ...stages.values());
  for (let stage = 0; stage <= last; stage++) {
    const kernels = inside.get(stage);
    if (kernels !== undefined) nodes.push(makeRegion(kernels, constants, uses, graph));
    nodes.push(...(outside.get(stage) ?? []));
  }
  const used = new Set([...nodes.flatMap(({ inputs }) => inputs), ...graph.outputs]);
  const kept = [...constants.values()].filter(({ outputs }) => used.has(outputs[0]!));
  return { ...graph, nodes: [...kept, ...nodes] };
}

function isCompiled(node: Node): node is KernelNode {
  return node.kind === 'kernel' && canLower(node);
}

/** In each stage a region runs, and then what is not compiled. What has an effect keeps its place among its like. */
function stagesOf(graph: Graph): Map<Node, number> {
  const stages = new Map<Node, number>();
  const producers = new Map<Value, Node>();
  let lastEffect = 0;
  for (const node of graph.nodes) {
    for (const output of node.outputs) producers.set(output, node);
    if (node.kind === 'constant') continue;
    const compiled = isCompiled(node);
    let stage = 0;
    for (const input of node.inputs) {
      const producer = producers.get(input);
      if (producer === undefined || producer.kind === 'constant') continue;
      const waits = compiled && !isCompiled(producer) ? 1 : 0;
      stage = Math.max(stage, stages.get(producer)! + waits);
    }
    if (hasEffect(node)) {
      stage = Math.max(stage, lastEffect);
      lastEffect = stage;
    }
    stages.set(node, stage);
  }
  return stages;
}

function usersOf(graph: Graph): Map<Value, Node[]> {
  const users = new Map<Value, Node[]>();
  for (const node of graph.nodes) {
    for (const input of new Set(node.inputs)) addTo(users, input, node);
  }
  return users;
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function makeRegion(
  kernels: readonly KernelNode[],
  constants: ReadonlyMap<Value, ConstantNode>,
  users: ReadonlyMap<Value, readonly Node[]>,
  graph: Graph,
): KernelNode {
  const members = new Set<Node>(kernels);
  const made = new Set(kernels.flatMap(({ outputs }) => outputs));
  const graphOutputs = new Set(graph.outputs);
  const outputs = [...made].filter(
    (value) => graphOutputs.has(value) || users.get(value)?.some((user) => !members.has(user)),
  );
  const read = new Set(kernels.flatMap(({ inputs }) => inputs).filter((value) => !made.has(value)));
  const parameters = [...read].filter((value) => !constants.has(value));
  const held = [...read].flatMap((value) => constants.get(value) ?? []);
  const region: Graph = { name: graph.name, parameters, nodes: [...held, ...kernels], outputs };
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
    location: region.nodes.find(({ kind }) => kind === 'kernel')?.location ?? null,
  };
}
