import { type Graph, hasEffect, type Node, type Value } from '../../graph/graph.js';

/**
 * The stage of each node, so that in each stage those that `isInside` says run first, and then the others. What has an
 * effect keeps its place among its like. What reads a node that `isLast` is in a later stage, and so is a node that `isLate`.
 */
export function stagesOf(
  graph: Graph,
  isInside: (node: Node) => boolean,
  isLast: (node: Node) => boolean = () => false,
  isLate: (node: Node) => boolean = () => false,
): Map<Node, number> {
  const stages = new Map<Node, number>();
  const producers = new Map<Value, Node>();
  let lastEffect = 0;
  for (const node of graph.nodes) {
    for (const output of node.outputs) producers.set(output, node);
    if (node.kind === 'constant') continue;
    const isFirst = isInside(node);
    let stage = 0;
    for (const input of node.inputs) {
      const producer = producers.get(input);
      if (producer === undefined || producer.kind === 'constant') continue;
      const waits = (isFirst && !isInside(producer)) || isLast(producer) || isLate(node);
      stage = Math.max(stage, stages.get(producer)! + (waits ? 1 : 0));
    }
    if (hasEffect(node)) {
      stage = Math.max(stage, lastEffect);
      lastEffect = stage;
    }
    stages.set(node, stage);
  }
  return stages;
}
