import { areMergedAlike } from '../branches/mergedSides.js';
import type { Slot } from './slot.js';

/*
 * `if (found) { x = item; break; }`: whether x has a value and whether the loop is left are one flag, known by two names. Two
 * flags are one where they are before the loop, and where an iteration that begins with both alike leaves both alike.
 */

/**
 * Finds flags that others are, by what an iteration has begun with and has left. Whether there are any that were not known: the
 * iteration can then be traced with a loop variable less.
 */
export function findTwins(
  slots: readonly Slot[],
  starts: ReadonlyMap<Slot, unknown>,
  ends: ReadonlyMap<Slot, unknown>,
): boolean {
  const others: Slot[] = [];
  let isNew = false;
  for (const flag of slots) {
    if (flag.type?.dtype !== 'bool' || starts.get(flag) === ends.get(flag)) continue;
    const twin = others.find(
      (other) =>
        Object.is(flag.initial, other.initial) &&
        areMergedAlike(ends.get(flag), ends.get(other), [starts.get(flag), starts.get(other)]),
    );
    if (twin === undefined) others.push(flag);
    if (flag.twin === null || flag.twin === twin) continue;
    // What has not held once is not tried again.
    flag.twin = twin ?? null;
    isNew = true;
  }
  return isNew;
}
