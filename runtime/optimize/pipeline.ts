import type { Graph } from '../graph/graph.js';
import { shareCommonSubexpressions } from './commonSubexpressions.js';
import { decideConstantConditions } from './constantConditions.js';
import { dump } from './dump.js';
import { foldConstants } from './foldConstants.js';
import { hoistInvariants } from './hoistInvariants.js';
import { reduceLoopState } from './loopState.js';
import { prune } from './prune.js';
import { simplify } from './simplify.js';

/** What is done to a traced graph before it is run, in this order. Each pass takes a valid graph and gives one. */
const passes: readonly (readonly [name: string, pass: (graph: Graph) => Graph])[] = [
  ['prune', prune],
  ['loop-state', reduceLoopState],
  ['fold-constants', foldConstants],
  ['constant-conditions', decideConstantConditions],
  ['simplify', simplify],
  ['hoist-invariants', hoistInvariants],
  ['common-subexpressions', shareCommonSubexpressions],
  ['prune-again', prune],
];

export const passNames: readonly string[] = passes.map(([name]) => name);

type PassObserver = (name: string, graph: Graph) => void;

const observers = new Set<PassObserver>();

/** Shows the observer every graph as it was traced (`trace`) and after each pass; the function returned ends that. */
export function observePasses(observer: PassObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/**
 * A graph that computes the same from the same parameters with less work. `USE_GRAPH_DUMP` prints what each pass made
 * (see `dump.ts`).
 */
export function optimize(graph: Graph): Graph {
  show('trace', graph);
  return passes.reduce((current, [name, pass]) => {
    const next = pass(current);
    show(name, next);
    return next;
  }, graph);
}

function show(name: string, graph: Graph): void {
  dump(name, graph);
  for (const observer of observers) observer(name, graph);
}
