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
  const readable = new Map<Value, Readable>();
  let lastEffect = 0;
  for (const node of graph.nodes) {
    if (node.kind === 'constant') continue;
    const isFirst = isInside(node);
    const waits = isLate(node);
    let stage = 0;
    for (const input of node.inputs) {
      const from = readable.get(input);
      if (from === undefined) continue;
      stage = Math.max(stage, waits ? from.later : isFirst ? from.first : from.after);
    }
    if (hasEffect(node)) {
      stage = Math.max(stage, lastEffect);
      lastEffect = stage;
    }
    stages.set(node, stage);
    const later = stage + 1;
    const after = isLast(node) ? later : stage;
    const from: Readable = { first: isFirst ? after : later, after, later };
    for (const output of node.outputs) readable.set(output, from);
  }
  return stages;
}

/** The earliest stage of what reads a value: of what runs first in its stage, of the rest, and of what is late. */
interface Readable {
  readonly first: number;
  readonly after: number;
  readonly later: number;
}
