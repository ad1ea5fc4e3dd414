import type { Graph } from '../graph/graph.js';
import { shareCommonSubexpressions } from './commonSubexpressions.js';
import { dump } from './dump.js';
import { prune } from './prune.js';

/** What is done to a traced graph before it is run, in this order. Each pass takes a valid graph and gives one. */
const passes: readonly (readonly [name: string, pass: (graph: Graph) => Graph])[] = [
  ['prune', prune],
  ['common-subexpressions', shareCommonSubexpressions],
];

/**
 * A graph that computes the same from the same parameters with less work. `afterPass` sees the result of each pass;
 * `USE_GRAPH_DUMP` prints it (see `dump.ts`).
 */
export function optimize(
  graph: Graph,
  afterPass: (name: string, graph: Graph) => void = () => {},
): Graph {
  dump('trace', graph);
  let current = graph;
  for (const [name, pass] of passes) {
    current = pass(current);
    dump(name, current);
    afterPass(name, current);
  }
  return current;
}
