import { type Contents, decidedContents, rowContents } from './contents.js';
import type { Holdings } from './holdings.js';
import { type Known, readLater } from './later.js';
import { whole } from './partChanges.js';
import { type Encoded, reachable, referenceTo } from './partObjects.js';
import { leavesOf, tensorsOf } from './partValues.js';

/** What a part did: the variables and objects that it changed, by their numbers, and the objects that it made. */
export interface Outcome {
  readonly jump: unknown;
  readonly values: ReadonlyMap<number, unknown>;
  readonly contents: ReadonlyMap<number, Contents>;
  /** Which of the variables, and of what each object holds, are tensors whose dtype is a guess. */
  readonly weak: Weak;
  /** The tensors among what the part was given that it has disposed of, by their places. */
  readonly disposed: readonly number[];
}

export interface Weak {
  readonly values: readonly number[];
  readonly contents: ReadonlyMap<number, readonly number[]>;
}

/**
 * The outcome of a part to which `count` objects were given, with what tensors have decided, and no other objects but those that
 * are held.
 */
export async function settledOutcome(
  outcome: Outcome,
  given: Encoded,
  count: number,
  holdings: Holdings,
): Promise<Outcome> {
  const rows = new Map<number, Contents>();
  let next = Math.max(count - 1, ...outcome.contents.keys()) + 1;
  const kept: unknown[] = [];
  const known = await readLater([outcome.values, outcome.contents], {
    add: (row) => {
      rows.set(next, rowContents(row));
      return referenceTo(next++);
    },
    keep: (value) => kept.push(value),
  });
  if (known === null) return withUnchanged(outcome, given);
  const all = decided(outcome, known);
  const contents = new Map([...all.contents, ...rows]);
  const isGiven = (index: number): boolean => index < count;
  const roots = [...contents].filter(([index]) => isGiven(index)).map(([, { values }]) => values);
  const held = reachable([all.values, roots], (index) => contents.get(index));
  const left = [...contents].filter(([index]) => isGiven(index) || held.has(index));
  const settled = { ...all, contents: new Map(left) };
  freeOthers(outcome, [settled.values, settled.contents, kept]);
  holdings.own(tensorsOf(kept));
  return withUnchanged(settled, given);
}

function decided(outcome: Outcome, known: Known): Outcome {
  const contents = [...outcome.contents].map(
    ([index, held]) => [index, decidedContents(held, known)] as const,
  );
  const values = known.settled(outcome.values) as Outcome['values'];
  return { ...outcome, values, contents: new Map(contents) };
}

/** With what objects go on holding, which the graph does not give. */
function withUnchanged(outcome: Outcome, given: Encoded): Outcome {
  const contents = [...outcome.contents].map(
    ([index, held]) => [index, whole(held, given.contents[index])] as const,
  );
  return { ...outcome, contents: new Map(contents) };
}

/** Frees the tensors that the graph gave and nothing holds. */
function freeOthers({ values, contents }: Outcome, left: unknown): void {
  const used = new Set(leavesOf(left));
  for (const tensor of new Set(tensorsOf([values, contents])))
    if (!used.has(tensor)) tensor.dispose();
}
