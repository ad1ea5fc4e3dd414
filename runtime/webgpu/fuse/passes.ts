import type { Value } from '../../graph/graph.js';
import type { Operation } from '../lower/operation.js';
import { type Clustering, isRowLevel, type RowCluster } from './cluster.js';
import { memoryCost } from './work.js';

/** In which pass over the columns each member can be computed: after the reductions that it depends on. */
export function passesOf(
  members: readonly Operation[],
  inputsOf: (member: Operation) => readonly Operation[],
): Map<Operation, number> {
  const passes = new Map<Operation, number>();
  for (const member of members) {
    let pass = 0;
    for (const input of inputsOf(member)) {
      const ofInput = passes.get(input)!;
      pass = Math.max(pass, input.kind === 'reduce' ? ofInput + 1 : ofInput);
    }
    passes.set(member, pass);
  }
  return passes;
}

/** What computing an element once more in a later pass may cost; what costs more is kept in memory. */
const mostAgain = 48;

/**
 * The columns that later passes read from memory. Others are computed anew, which along a chain of reductions would
 * grow with the square of its length.
 */
export function keptColumns(
  rows: RowCluster,
  { accesses, clusterOf, definitions }: Omit<Clustering, 'clusters'>,
): ReadonlySet<Value> {
  const kept = new Set<Value>();
  if (!rows.isAlongTensor) return kept;
  const isInside = (value: Value) => clusterOf.get(value) === rows;
  const readBy = (member: Operation) => [
    ...new Set(accesses.get(member)!.map(({ value }) => value)),
  ];
  const passes = passesOf(rows.members, (member) =>
    readBy(member)
      .filter(isInside)
      .map((value) => definitions.get(value)!),
  );
  const lastRead = new Map<Value, number>();
  for (const member of rows.members) {
    const pass = passes.get(member)!;
    for (const value of readBy(member)) {
      lastRead.set(value, Math.max(pass, lastRead.get(value) ?? 0));
    }
  }
  const again = new Map<Value, number>();
  for (const member of rows.members) {
    const { output } = member;
    if (member.kind !== 'map' || isRowLevel(rows, output)) continue;
    const cost = readBy(member).reduce(
      (sum, value) => sum + (isInside(value) ? (again.get(value) ?? 0) : memoryCost),
      member.cost,
    );
    const isReadLater = (lastRead.get(output) ?? 0) > passes.get(member)!;
    if (isReadLater && cost > mostAgain) kept.add(output);
    again.set(output, kept.has(output) ? memoryCost : cost);
  }
  return kept;
}
