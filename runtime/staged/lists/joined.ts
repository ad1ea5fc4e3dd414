import { makeList } from '../../function/signature/list.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { isOwnRow } from './asElement.js';
import type { ListSample } from './elementSamples.js';
import { presentRow } from './elements.js';
import { copyOf, stagedListOf } from './heldList.js';
import { unlikeElement } from './listErrors.js';
import { asRows, listFrom, sampleOf, sampleOfKinds } from './samples.js';
import type { StagedList } from './stagedList.js';
import { mayBeTwice } from './twins.js';

/** An array of the elements of all, any of which may be one whose length a tensor decides. */
export function joined(arrays: readonly (readonly unknown[])[]): unknown[] {
  const list = joinedList(arrays);
  return list === null ? arrays.flat() : copyOf(list);
}

/** The list of the elements of all; null where none is one. */
export function joinedList(given: readonly (readonly unknown[])[]): StagedList | null {
  const list = given.map(stagedListOf).find((found) => found !== undefined);
  if (list === undefined) return null;
  const arrays = given.map((array) =>
    stagedListOf(array) ? array : array.map((element) => list.present(element)),
  );
  const hasRows = (array: readonly unknown[]) => !stagedListOf(array) && array.some(isOwnRow);
  const like = arrays.some(hasRows) ? (asRows(list) ?? list) : list;
  const samples = [like, ...arrays].map((array) => sampleOf(stagedListOf(array) ?? array));
  const sample = samples.find((found) => found !== null);
  if (sample === undefined) return list;
  const lists = arrays.map((array) => {
    const known = stagedListOf(array) ?? listOf(list.name, array, sample!);
    if (known === null) throw unlikeElement(list, array[0]);
    return known;
  });
  const known = given.flatMap((array) => stagedListOf(array)?.shared?.objects ?? []);
  const isTwice = (element: unknown, { shared }: StagedList) =>
    known.includes(element as object) || mayBeTwice(element, shared);
  const all = lists.reduce((before, next) => before.joined(next));
  return arrays
    .flatMap((array) => (stagedListOf(array) ? [] : array))
    .reduce<StagedList>((list, element) => list.adding(element, isTwice(element, list)), all);
}

/** The array as a list like others, or of elements of another kind. */
function listOf(name: string, array: readonly unknown[], like: ListSample): StagedList | null {
  const own = sampleOf(array) ?? sampleOfKinds(array);
  const list = listFrom(name, array, like) ?? (own && listFrom(name, array, own));
  return list?.sharing(array) ?? null;
}

/** `array.concat(...others)`, where one of them is such an array. */
export function concatenatedArrays(
  array: readonly unknown[],
  others: readonly unknown[],
): unknown[] {
  return joined([array, ...others.map((other) => (Array.isArray(other) ? other : [other]))]);
}

/** What a branch or loop adds to an array, whose length a tensor may decide then: an element that was there. */
export function asAdded(element: unknown): unknown {
  const isInside = isTracing() && currentTracer() !== currentTracer().root;
  return isInside ? presentRow(element) : element;
}

/** `array.push(element)`, of an array that the runtime fills. */
export function pushTo(array: unknown[], given: unknown): void {
  const element = asAdded(given);
  const list = stagedListOf(array);
  if (list === undefined) array.push(element);
  else makeList(array, list.push(element));
}
