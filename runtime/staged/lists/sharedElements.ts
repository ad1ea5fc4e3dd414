import { markChosen } from '../values/choice.js';
import {
  bothOrigins,
  hasChanged,
  type Identity,
  noteChange,
  Origin,
  type Origins,
  upToDate,
} from './elementChanges.js';

/**
 * Objects of the program that became elements of an array whose length a tensor decides: rows of tensors, which are
 * copies. What is assigned to one side afterwards is not seen on the other.
 */
export class SharedElements {
  /** One of the objects has been changed: the rows are not what they hold. */
  isSpoiled = false;

  /** An object may be an element twice. */
  hasTwice = false;

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

  get isStale(): boolean {
    return this.isSpoiled || hasChanged(this.origins, this.identity);
  }

  /** As the elements of a new array. */
  copied(): SharedElements {
    const known = this.isStale ? this.origins : upToDate(this.origins.keys());
    const copy = new SharedElements(this.objects, known);
    copy.isSpoiled = this.isSpoiled;
    copy.hasTwice = this.hasTwice;
    return copy;
  }

  /** As the elements of an array that they have been taken away to. */
  taken(): SharedElements {
    return new SharedElements(this.objects, upToDate(this.takenOrigins));
  }

  /** What is taken away is in no other array as long as the elements have been in none. */
  get takenOrigins(): readonly Origin[] {
    const known = [...this.origins.keys()];
    const isOnlyHere = known.every(({ arrays }) =>
      [...arrays].every((array) => this.identity.has(array)),
    );
    return isOnlyHere && known.length > 0 ? [new Origin()] : known;
  }

  noteChange(): void {
    noteChange(this.origins, this.hasTwice ? new Set() : this.identity);
  }
}

/** Of two arrays that become one. */
export function bothShared(
  one: SharedElements | undefined,
  other: SharedElements | undefined,
): SharedElements | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const both = new SharedElements(
    [...new Set([...one.objects, ...other.objects])],
    bothOrigins(one.origins, other.origins),
    new Set([...one.identity, ...other.identity]),
  );
  both.isSpoiled = one.isSpoiled || other.isSpoiled;
  both.hasTwice = one.hasTwice || other.hasTwice;
  return both;
}
