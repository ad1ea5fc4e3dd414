import { listOf, makeList } from '../../function/signature/list.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import { fix } from '../values/fixedness.js';
import { mayBecomeLonger, noteLonger } from '../values/longerArrays.js';
import { unallocated } from '../values/structure.js';
import { variantOf } from '../values/variantObjects.js';
import type { Column } from './columns.js';
import { PaddedColumns } from './paddedColumns.js';
import type { RaggedRow } from './raggedRow.js';
import { anything } from './references.js';
import { StagedList } from './stagedList.js';

/* Arrays of the user's that hold a list. */

/** Another array of the user's with the same elements. */
export function copyOf(list: StagedList): unknown[] {
  return arrayOf(list.copied());
}

/** Another array that holds the same. */
export function sameList(array: unknown[]): unknown[] {
  const copy = arrayOf(stagedListOf(array)!);
  if (mayBecomeLonger(array)) noteLonger(copy);
  return copy;
}

/** An ordinary array of the user's that holds the list. */
export function arrayOf(list: StagedList): unknown[] {
  const array = makeList([], list);
  const { refusal } = list;
  if (refusal !== undefined) refuseAsResult(array, () => refusal);
  return fix(array, list.fixed);
}

/** What the program sees of an element that is an array itself. */
export function arrayOfRow(row: RaggedRow): unknown[] {
  const array = arrayOf(listOfRow(row));
  if (row.isLonger) noteLonger(array);
  return array;
}

function listOfRow({ template, columns, size }: RaggedRow): StagedList {
  const name = 'an array';
  if (template === null) return new StagedList(name, anything, [unallocated], size);
  const padded = new PaddedColumns(columns as readonly Column[], size);
  return new StagedList(name, template, padded, size);
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
