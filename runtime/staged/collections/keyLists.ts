import { makeList } from '../../function/signature/list.js';
import { stagedListOf } from '../lists/heldList.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import type { StagedList } from '../lists/stagedList.js';
import type { KeyArrays } from '../values/entryPresence.js';

/** The array as a list, unless it is empty. */
export function listIn(array: unknown[]): StagedList | undefined {
  const known = stagedListOf(array);
  if (known !== undefined || array.length === 0) return known;
  const sample = sampleOf(array);
  const list = sample && listFrom('the entries of a Map or Set', array, sample);
  return list?.sharing(array);
}

/** Makes the arrays lists, unless they are empty: from then on no question about them makes any. */
export function keepAsLists({ keys, values = [] }: KeyArrays): void {
  for (const array of [keys, values]) {
    const list = listIn(array);
    if (list !== undefined) makeList(array, list);
  }
}
