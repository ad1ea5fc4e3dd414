import type { Graph, Node } from '../graph/graph.js';
import { allNodes } from '../graph/walk.js';
import { observePasses, optimize } from '../optimize/pipeline.js';
import { formatCounts, formatTable, indented } from './text.js';

/** What each pass of the optimiser takes out of a traced graph and puts in: those that change nothing are left out. */
export function reportOptimization(graph: Graph): string[] {
  const stages: (readonly [pass: string, nodes: readonly string[]])[] = [];
  const stop = observePasses((pass, result) => {
    stages.push([pass, Array.from(allNodes(result), nameOf)]);
  });
  try {
    optimize(graph);
  } finally {
    stop();
  }
  const rows = stages.flatMap(([pass, after], index) => {
    const [, before] = stages[index - 1] ?? [pass, after];
    const removed = without(before, after);
    const added = without(after, before);
    if (removed.length + added.length === 0) return [];
    const changes = [
      ...(removed.length === 0 ? [] : [`removes ${formatCounts(removed)}`]),
      ...(added.length === 0 ? [] : [`adds ${formatCounts(added)}`]),
    ];
    return [[pass, changes.join('; ')]];
  });
  const [first, last] = [stages[0]![1].length, stages.at(-1)![1].length];
  const head = `optimised: ${first === last ? count(first) : `${count(first)} become ${last}`}`;
  return [head, ...indented(formatTable(rows, ['left', 'left']))];
}

function count(nodes: number): string {
  return nodes === 1 ? '1 node' : `${nodes} nodes`;
}

export function nameOf(node: Node): string {
  return node.kind === 'kernel' ? node.kernel : node.kind;
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return names.filter((name) => {
    const place = left.indexOf(name);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
