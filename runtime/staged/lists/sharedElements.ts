import { markChosen } from '../values/choice.js';

/**
 * Objects of the program that became elements of an array whose length a tensor decides: rows of tensors, which are
 * copies. What is assigned to one side afterwards is not seen on the other.
 */
export class SharedElements {
  /** One of the objects has been changed: the rows are not what they hold. */
  isStale = false;

  constructor(readonly objects: readonly object[]) {
    markChosen(
      this,
      objects.map((object) => ({ object, predicate: null, holds: true })),
    );
  }
}

/** Of two arrays that become one. */
export function bothShared(
  one: SharedElements | undefined,
  other: SharedElements | undefined,
): SharedElements | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const both = new SharedElements([...one.objects, ...other.objects]);
  both.isStale = one.isStale || other.isStale;
  return both;
}
