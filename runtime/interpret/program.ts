import {
  type DeferredNode,
  type Graph,
  type IfNode,
  type KernelNode,
  type Node,
  subgraphs,
  type Value,
  type WhileNode,
} from '../graph/graph.js';

/** A graph with its values numbered, so that a run keeps them in an array and frees each after its last use. */
export interface Program {
  readonly graph: Graph;
  readonly slotCount: number;
  /** The parameters that nothing uses. */
  readonly unusedParameters: readonly number[];
  readonly steps: readonly Step[];
  readonly outputs: readonly number[];
}

export interface Step<Kind extends Node = Node> {
  readonly node: Kind;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** The slots that no later step and no output uses. */
  readonly dead: readonly number[];
  /** The programs of the node's subgraphs. */
  readonly programs: readonly Program[];
}

export type KernelStep = Step<KernelNode>;
export type IfStep = Step<IfNode>;
export type DeferredStep = Step<DeferredNode>;
export type WhileStep = Step<WhileNode>;

/** Parameters take the first slots, in their order. */
export function prepare(graph: Graph): Program {
  const slots = new Map<Value, number>();
  const slotOf = (value: Value): number => {
    let slot = slots.get(value);
    if (slot === undefined) {
      slot = slots.size;
      slots.set(value, slot);
    }
    return slot;
  };
  const parameters = graph.parameters.map(slotOf);
  const lastUses = lastUseOf(graph);
  const usedAfter = (value: Value, index: number) => (lastUses.get(value) ?? -1) > index;

  const steps = graph.nodes.map((node, index): Step => {
    const mentioned = new Set([...node.inputs, ...node.outputs]);
    return {
      node,
      inputs: node.inputs.map(slotOf),
      outputs: node.outputs.map(slotOf),
      dead: [...mentioned].filter((value) => !usedAfter(value, index)).map(slotOf),
      programs: node.kind === 'deferred' ? [] : subgraphs(node).map(prepare),
    };
  });
  const outputs = graph.outputs.map(slotOf);
  const unusedParameters = parameters.filter((_, index) => !lastUses.has(graph.parameters[index]!));
  return { graph, slotCount: slots.size, unusedParameters, steps, outputs };
}

/** The index of the last node that uses each value; for outputs, one past the last node. */
function lastUseOf(graph: Graph): Map<Value, number> {
  const lastUses = new Map<Value, number>();
  graph.nodes.forEach((node, index) => {
    for (const input of node.inputs) lastUses.set(input, index);
  });
  for (const output of graph.outputs) lastUses.set(output, graph.nodes.length);
  return lastUses;
}
