import { freeze } from '../state/freeze.js';
import { holdsGone, setContents, thaw } from '../state/snapshot.js';
import { asLeaf, objectOfLeaf, type Row } from '../values/entries.js';
import type { Collection, KeyArrays } from '../values/entryPresence.js';
import type { Merged } from './choices.js';

/** What one branch leaves of a part, as the conditional gives it; a key stays the object that it is. */
type Present = (part: unknown, isKey?: boolean) => Merged;

/**
 * A Map or Set that only one branch has, which stays itself: what it held at the end of that branch becomes the conditional's, as
 * `present` makes it. Null where it holds nothing of the branch.
 */
export function keptCollection(
  collection: Collection,
  contents: readonly Row[] | KeyArrays,
  heldBy: (object: object) => unknown,
  present: Present,
): Merged | null {
  const finish = (part: unknown): Merged => {
    const merged = present(part);
    return (results) => thaw(merged(results));
  };
  if (Array.isArray(contents)) {
    const held = (contents as readonly Row[]).map((row) => row.map((part) => heldAt(part, heldBy)));
    if (!holdsGone(held)) return null;
    const rows = (contents as readonly Row[]).map(([key, ...rest]) => [
      presentKey(key, heldBy, present) ?? (() => key),
      ...rest.map(finish),
    ]);
    return (results) => {
      const given = rows.map((row) => row.map((part) => part(results)));
      setContents(collection, given);
      return collection;
    };
  }
  if (!Object.values(contents).some(holdsGone)) return null;
  const arrays = Object.entries(contents).map(([key, array]) => [key, finish(array)] as const);
  return (results) => {
    const given = arrays.map(([key, array]) => [key, array(results)]);
    setContents(collection, Object.fromEntries(given) as object);
    return collection;
  };
}

/** An object that is a key, and that a branch has made, becomes one that holds what is the conditional's; undefined for any other key. */
export function presentKey(
  leaf: unknown,
  heldBy: (object: object) => unknown,
  present: Present,
): Merged | undefined {
  const key = objectOfLeaf(leaf);
  if (key === undefined || !holdsGone(key)) return undefined;
  const merged = present(heldBy(key) ?? freeze(key), true);
  return (results) => asLeaf(thaw(merged(results)));
}

function heldAt(part: unknown, heldBy: (object: object) => unknown): unknown {
  const key = objectOfLeaf(part);
  return key === undefined ? part : (heldBy(key) ?? key);
}
