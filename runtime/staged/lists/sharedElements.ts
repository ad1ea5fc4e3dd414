import type { Tensor } from '@tensorflow/tfjs-core';
import { Scoped } from '../../scoped.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { markChosen } from '../values/choice.js';
import {
  bothOrigins,
  hasChanged,
  type Identity,
  meet,
  newOrigin,
  noteChange,
  type Origin,
  type Origins,
  upToDate,
} from './elementChanges.js';
import { type History, noHistory, ofBoth } from './history.js';
import type { Move } from './twins.js';

/** That a branch runs, or the other one. */
export interface Condition {
  readonly predicate: Tensor;
  readonly holds: boolean;
}

const otherBranches = new Scoped<readonly Tracer[]>([]);

/** Traces a branch that runs where the other one, which has been traced, does not. */
export function insteadOf<T>(other: Tracer | null, trace: () => T): T {
  return other === null ? trace() : otherBranches.during([...otherBranches.value, other], trace);
}

/**
 * Objects of the program that became elements of an array whose length a tensor decides: rows of tensors, which are
 * copies. What is assigned to one side afterwards is not seen on the other.
 */
export class SharedElements {
  /** One of the objects has been changed: the rows are not what they hold. */
  isSpoiled = false;

  readonly #tracer = isTracing() ? currentTracer() : null;

  /** Where in elements an object is that may be in two of them, or twice in one: `''` of an element itself. */
  twins: readonly string[] = [];

  /** Whether the array is an element itself: what its elements are is known of all such together. */
  isInside = false;

  /** When those have become elements that have only where branches ran: where all of these hold. */
  conditions: ReadonlyMap<object, readonly Condition[]> = new Map();

  /** Where they have been before. */
  history: History = noHistory;

  /** Objects of the program that are told of the rows, as long as those are in this array: of a copy they are shared. */
  named: readonly object[] = [];

  /** What has been assigned to places, as long as one object may stand in two of them for it. */
  moves: readonly Move[] = [];

  constructor(
    readonly objects: readonly object[],
    readonly origins: Origins = new Map(),
    readonly identity: Identity = new Set([{}]),
  ) {
    markChosen(
      this,
      objects.map((object) => ({ object, predicate: null, holds: true })),
    );
    for (const origin of origins.keys()) for (const array of identity) origin.arrays.add(array);
  }

  /** Whether it is of a branch that does not run where the one does that is traced now. */
  get isOfOtherBranch(): boolean {
    return otherBranches.value.some((tracer) => this.#tracer?.isWithin(tracer) === true);
  }

  get isStale(): boolean {
    return this.isSpoiled || hasChanged(this.origins, this.identity);
  }

  /** As the elements of a new array. */
  copied(): SharedElements {
    const known = this.isStale ? this.origins : upToDate(this.origins.keys());
    const copy = new SharedElements([...this.objects, ...this.named], known);
    copy.isSpoiled = this.isSpoiled;
    copy.twins = this.allTwins;
    copy.conditions = this.conditions;
    copy.history = this.history;
    return copy;
  }

  /** As the elements of an array that they have been taken away to. */
  taken(): SharedElements {
    return new SharedElements(this.objects, upToDate(this.takenOrigins)).withTwins(this.allTwins);
  }

  /** As an iteration leaves them, and finds them that follows: of the objects those that there are behind it. */
  left(objects: readonly object[]): SharedElements {
    const left = new SharedElements(objects, this.origins, this.identity);
    left.twins = this.allTwins;
    left.isInside = this.isInside;
    left.conditions = this.conditions;
    left.history = this.history;
    left.named = this.named;
    return left;
  }

  /** The same without those that are told of the rows from now on. */
  without(named: readonly object[]): SharedElements {
    const left = this.left(this.objects.filter((object) => !named.includes(object)));
    left.named = named;
    return left;
  }

  /** The same, of which more is to be known. */
  again(): SharedElements {
    const again = this.left(this.objects);
    again.isSpoiled = this.isSpoiled;
    return again;
  }

  get mayHaveTwice(): boolean {
    return this.allTwins.includes('');
  }

  /** The same with those of the assignments to places. */
  get allTwins(): readonly string[] {
    return [...this.twins, ...this.moves.map(({ path }) => path)];
  }

  /** Where some are of which nothing was known. */
  withTwins(more: readonly string[] = ['']): this {
    this.twins = [...new Set([...this.twins, ...more])];
    return this;
  }

  /** Whether each has been made for its place: no other place has it. */
  get areMade(): boolean {
    return !this.mayHaveTwice && this.objects.length === 0 && this.history.added.length === 0;
  }

  /** What is taken away is in no other array as long as the elements have been in none, and in one place each. */
  get takenOrigins(): readonly Origin[] {
    const known = [...this.origins.keys()];
    const isOnlyHere = known.every(({ arrays }) =>
      [...arrays].every((array) => this.identity.has(array)),
    );
    return isOnlyHere && !this.mayHaveTwice && known.length > 0 ? [newOrigin(known)] : known;
  }

  noteChange(): void {
    noteChange(this.origins, this.knowing);
  }

  /** The arrays whose rows an assignment to one of the elements reaches. */
  get knowing(): Identity {
    return this.mayHaveTwice ? new Set() : this.identity;
  }
}

/** What is known of the elements of an array that has been read as an element of such arrays. */
export function sharedOfRow(origins: readonly Origin[], arrays: Identity): SharedElements {
  const inside = new SharedElements([], upToDate(origins), arrays);
  inside.isInside = true;
  return inside;
}

/** Of two arrays that become one. */
export function bothShared(
  one: SharedElements | undefined,
  other: SharedElements | undefined,
): SharedElements | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const named = [...one.named, ...other.named];
  const told = meet(one.identity, other.identity) ? [] : named;
  const both = new SharedElements(
    [...new Set([...one.objects, ...other.objects, ...told])],
    bothOrigins(one.origins, other.origins),
    new Set([...one.identity, ...other.identity]),
  );
  both.isSpoiled = one.isSpoiled || other.isSpoiled;
  both.named = named;
  both.history = ofBoth(one.history, other.history);
  // Branches that have moved elements in different ways are followed no further.
  const [move] = one.moves;
  const areMoved = move !== undefined && other.moves.length > 0 && one.moves !== other.moves;
  both.moves = areMoved ? [] : move ? one.moves : other.moves;
  both.withTwins([...one.twins, ...other.twins, ...(areMoved ? [''] : [])]);
  both.isInside = one.isInside || other.isInside;
  both.conditions = conditionsOfBoth(one, other);
  return both;
}

/** What has become an element of either has where it has become one of that. */
function conditionsOfBoth(
  one: SharedElements,
  other: SharedElements,
): SharedElements['conditions'] {
  const known = new Map<object, readonly Condition[]>();
  for (const [side, beside] of [
    [one, other],
    [other, one],
  ] as const)
    for (const [object, conditions] of side.conditions)
      if (!beside.objects.includes(object)) known.set(object, conditions);
  return known;
}

/** The same behind two branches: what only one of them has made an element is one only where that ran. */
export function sharedOfBranches(
  main: SharedElements | undefined,
  other: SharedElements | undefined,
  predicate: Tensor,
): SharedElements | undefined {
  const both = bothShared(main, other)?.again();
  if (both === undefined) return undefined;
  const conditions = new Map(both.conditions);
  for (const [side, beside, holds] of [
    [main, other, true],
    [other, main, false],
  ] as const)
    for (const object of side?.objects ?? [])
      if (beside?.objects.includes(object) !== true)
        conditions.set(object, [...(side?.conditions.get(object) ?? []), { predicate, holds }]);
  both.conditions = conditions;
  return both;
}
