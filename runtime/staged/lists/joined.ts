import { makeList } from '../../function/signature/list.js';
import { isFresh } from './elements.js';
import { unlikeElement } from './listErrors.js';
import { asRows, listFrom, sampleOf } from './samples.js';
import { arrayOf, stagedListOf } from './stagedList.js';

/** An array of the elements of all, any of which may be one whose length a tensor decides. */
export function joined(arrays: readonly (readonly unknown[])[]): unknown[] {
  const list = arrays.map(stagedListOf).find((found) => found !== undefined);
  if (list === undefined) return arrays.flat();
  const isFreshAt = (array: readonly unknown[]) => !stagedListOf(array) && array.some(isFresh);
  const like = arrays.some(isFreshAt) ? (asRows(list) ?? list) : list;
  const samples = [like, ...arrays].map((array) => sampleOf(stagedListOf(array) ?? array));
  const sample = samples.find((found) => found !== null);
  if (sample === undefined) return arrayOf(list);
  const lists = arrays.map((array) => {
    const known = stagedListOf(array) ?? listFrom(list.name, array, sample!)?.sharing(array);
    if (known === undefined) throw unlikeElement(list, array[0]);
    return known;
  });
  return arrayOf(lists.reduce((all, next) => all.joined(next)));
}

/** `array.concat(...others)`, where one of them is such an array. */
export function concatenatedArrays(
  array: readonly unknown[],
  others: readonly unknown[],
): unknown[] {
  return joined([array, ...others.map((other) => (Array.isArray(other) ? other : [other]))]);
}

/** `array.push(element)`, of an array that the runtime fills. */
export function pushTo(array: unknown[], element: unknown): void {
  const list = stagedListOf(array);
  if (list === undefined) array.push(element);
  else makeList(array, list.push(element));
}
