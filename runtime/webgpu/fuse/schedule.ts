import { internalError } from '../../errors.js';
import type { Value } from '../../graph/graph.js';
import type { Cluster } from './cluster.js';
import type { Materialization } from './materialize.js';

/**
 * The order in which kernels run: as the program has it, except that one that writes a tensor over its predecessor, such
 * as a variable's new content, waits for those that still read it, where nothing else makes these wait.
 */
export function schedule(
  { clusters, uses }: Materialization,
  predecessors: ReadonlyMap<Value, Value>,
): readonly Cluster[] {
  const waiting = new Map<Cluster, Set<Cluster>>();
  const writers = new Map(
    clusters.flatMap((cluster) => cluster.members.map(({ output }) => [output, cluster] as const)),
  );
  const wait = (later: Cluster, earlier: Cluster): void => {
    if (later === earlier) return;
    const known = waiting.get(later) ?? new Set();
    waiting.set(later, known);
    known.add(earlier);
  };
  for (const [value, ofValue] of uses) {
    const writer = writers.get(value);
    if (writer !== undefined) for (const reader of ofValue.keys()) wait(reader, writer);
  }
  const preferred = new Map<Cluster, Set<Cluster>>();
  for (const [output, predecessor] of predecessors) {
    const writer = writers.get(output);
    if (writer === undefined) continue;
    const others = [...(uses.get(predecessor)?.keys() ?? [])].filter((one) => one !== writer);
    preferred.set(writer, new Set([...(preferred.get(writer) ?? []), ...others]));
  }

  const ordered: Cluster[] = [];
  const done = new Set<Cluster>();
  let rest: readonly Cluster[] = clusters;
  while (rest.length > 0) {
    const ready = rest.filter(isReady);
    const next = ready.find((cluster) => !isPreferablyLater(cluster)) ?? ready[0];
    if (next === undefined) throw internalError('Kernels of a compiled graph wait for each other.');
    take(next);
    // Those that are not held back follow in the program's order.
    for (const cluster of rest) {
      if (!done.has(cluster) && isReady(cluster) && !isPreferablyLater(cluster)) take(cluster);
    }
    rest = rest.filter((cluster) => !done.has(cluster));
  }
  return ordered;

  function isReady(cluster: Cluster): boolean {
    return [...(waiting.get(cluster) ?? [])].every((one) => done.has(one));
  }

  function isPreferablyLater(cluster: Cluster): boolean {
    return [...(preferred.get(cluster) ?? [])].some((one) => !done.has(one));
  }

  function take(cluster: Cluster): void {
    done.add(cluster);
    ordered.push(cluster);
  }
}
