import { listOf, makeList } from '../../function/signature/list.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import { fix } from '../values/fixedness.js';
import { variantOf } from '../values/variantObjects.js';
import type { StagedList } from './stagedList.js';

/* Arrays of the user's that hold a list. */

/** Another array of the user's with the same elements. */
export function copyOf(list: StagedList): unknown[] {
  return arrayOf(list.copied());
}

/** An ordinary array of the user's that holds the list. */
export function arrayOf(list: StagedList): unknown[] {
  const array = makeList([], list);
  const { refusal } = list;
  if (refusal !== undefined) refuseAsResult(array, () => refusal);
  return fix(array, list.fixed);
}

export function stagedListOf(value: unknown): StagedList | undefined {
  const list = listOf<StagedList>(value);
  return list === undefined && wereGiven && Array.isArray(value) ? restIn(value) : list;
}

const rests = new WeakMap<object, StagedList>();
let wereGiven = false;

/** Tells that a rest parameter that holds nothing but `argument` is the list. */
export function giveAsRest(argument: object, list: StagedList): void {
  rests.set(argument, list);
  wereGiven = true;
}

function restIn(array: unknown[]): StagedList | undefined {
  if (variantOf(array) !== undefined || array.length !== 1) return undefined;
  const [argument] = array as [unknown];
  const isObject = typeof argument === 'object' && argument !== null;
  const list = isObject ? rests.get(argument) : undefined;
  if (list !== undefined) makeList(array, list);
  return list;
}
