import { freeze } from '../state/freeze.js';
import { contentsOf, holdsGone, setContents, thaw } from '../state/snapshot.js';
import type { Row } from '../values/entries.js';
import type { Collection, KeyArrays } from '../values/entryPresence.js';
import type { Merged } from './choices.js';

/**
 * A Map or Set that only one branch has, which stays itself: what it holds of that branch becomes the conditional's, as
 * `present` makes it. Null where it holds nothing of the branch.
 */
export function keptCollection(
  collection: Collection,
  present: (part: unknown) => Merged,
): Merged | null {
  if (!holdsGone(collection)) return null;
  const contents = contentsOf(collection) as readonly Row[] | KeyArrays;
  const finish = (part: unknown): Merged => {
    const merged = present(freeze(part));
    return (results) => thaw(merged(results));
  };
  if (Array.isArray(contents)) {
    const rows = (contents as readonly Row[]).map((row) => row.map(finish));
    return (results) => {
      const given = rows.map((row) => row.map((part) => part(results)));
      setContents(collection, given);
      return collection;
    };
  }
  const arrays = Object.entries(contents).map(([key, array]) => [key, finish(array)] as const);
  return (results) => {
    const given = arrays.map(([key, array]) => [key, array(results)]);
    setContents(collection, Object.fromEntries(given) as object);
    return collection;
  };
}
