import { StagingError } from '../../errors.js';
import { makeList } from '../../function/signature/list.js';
import { privateFieldsOf } from '../../function/signature/privateFields.js';
import { isInBranch } from '../../trace/knownFlags.js';
import { listPerTrace } from '../../trace/perTrace.js';
import { currentTracer } from '../../trace/tracer.js';
import { stagedListOf } from '../lists/heldList.js';
import { OneOfKinds } from '../lists/oneOfKinds.js';
import { Reference } from '../lists/references.js';
import { listFrom, sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { changing } from '../objects/announce.js';
import { addToList, becomesRow } from '../objects/listElements.js';
import { recordTold } from '../state/recording.js';
import { isUnmerged } from '../values/absent.js';
import { forgetRow, rowOf } from '../values/choice.js';
import { elementNode } from '../values/classInstances.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import type { LoopPlan } from './loopPlan.js';

/*
 * `const runs = [run]` before a loop that pushes others and goes on changing `run`: the array becomes a list whose rows are
 * copies of its elements. Behind the loop those that have kept their places are names of the rows: what is assigned to the one
 * is assigned to the other. Where the loop is refused, the array is such a list before the loop already. And where one behind
 * it is refused, its elements are no names any more: then a change of the one is an error where the other is read.
 */

/** Arrays of the program, each with the list that a loop's plan has in its place. */
export type PlannedLists = Map<unknown[], StagedList>;

/** Notes which arrays are lists in what the plan begins with; a variable that iterations assign holds another one each time. */
export function notePlannedLists(planned: PlannedLists, { entries, initial }: LoopPlan): void {
  const visit = (value: unknown, array: unknown): void => {
    if (!(value instanceof StagedList))
      for (const child of nodeOf(value)?.children ?? []) visit(child, originalOf(child));
    else if (Array.isArray(array)) planned.set(array, value);
  };
  initial.forEach((value, index) => {
    visit(value, entries[index]!.container);
  });
}

/** An array that a loop makes a list, and what it held before. */
interface Kept {
  readonly array: unknown[];
  readonly order: object;
  readonly elements: readonly object[];
}

/** Those whose elements are names of rows behind a loop. */
const keptNames = listPerTrace<Kept>();

/** Those whose elements stand for nothing but themselves, of a loop that always runs. */
export function keptElements(planned: PlannedLists): readonly Kept[] {
  if (!alwaysRuns()) return [];
  return [...planned]
    .filter(canBeNamed)
    .map(([array, { order }]) => ({ array, order, elements: [...array] as object[] }));
}

function alwaysRuns(): boolean {
  return !isInBranch() && currentTracer().loops === 0;
}

/** Behind the loop, the elements that have kept their places are names of the rows that they have become. */
export function nameKept(kept: Kept): void {
  const { array, order, elements } = kept;
  const list = stagedListOf(array);
  const shared = list?.shared;
  if (list?.order !== order || shared === undefined || list.template instanceof OneOfKinds) return;
  if (shared.isStale || shared.mayHaveTwice) return;
  if (!elements.every((element) => shared.objects.includes(element))) return;
  const rows = elements.map((_, place) => list.at(place) as object);
  if (!rows.every(isFlat)) return;
  makeList(array, list.knowing(shared.without(elements)));
  elements.forEach((element, place) => {
    // Iterations have changed it as an element of the array.
    if (Object.values(element).some(isUnmerged)) Object.assign(element, rows[place]);
    becomesRow(array, element, place);
  });
  keptNames().push(kept);
}

/** Whether its properties are all that it has, and none is an object that other elements may have. */
function isFlat(row: object): boolean {
  if (Array.isArray(row) || privateFieldsOf(Object.getPrototypeOf(row))) return false;
  return Object.values(row).every((part) => typeof part === 'function' || !elementNode(part));
}

/** What is assigned to the one is an error at the other from now on. */
function forgetNames({ array, order, elements }: Kept): void {
  const list = stagedListOf(array);
  // Those that have been moved since are told by their rows that they have been changed.
  if (list?.order !== order) return;
  elements.forEach(forgetRows);
  for (const origin of list.shared!.origins.keys())
    origin.handles = origin.handles.filter(({ element }) => rowOf(element) !== undefined);
  makeList(array, list.named(elements));
}

/**
 * Does it again, where it has been refused for an object that is an element of an array: with no elements named behind the
 * loops before, or with those of the arrays of this one.
 */
export function retriedNamed(
  error: unknown,
  planned: PlannedLists | null,
  retry: (planned: PlannedLists | null) => void,
): void {
  if (!(error instanceof StagingError) || error.code !== 'chosen-object') throw error;
  const kept = alwaysRuns() ? keptNames().splice(0) : [];
  const arrays = kept.length === 0 && planned ? [...planned].filter(canBeNamed) : [];
  if (kept.length + arrays.length === 0) throw error;
  const elements = arrays.flatMap(([array]) => array);
  try {
    recordTold(() => {
      kept.forEach(forgetNames);
      for (const [array, list] of arrays) nameElements(array, list);
      retry(kept.length > 0 ? new Map() : null);
    });
  } catch {
    elements.forEach(forgetRows);
    kept.forEach(nameKept);
    throw error;
  }
}

function canBeNamed([array, { template }]: readonly [unknown[], StagedList]): boolean {
  const isApart = stagedListOf(array) === undefined && new Set(array).size === array.length;
  return isApart && !(template instanceof Reference) && array.every(isObjectOfOwn);
}

/** Or else a row of another array. */
function isObjectOfOwn(element: unknown): boolean {
  return elementNode(element) !== null && rowOf(element as object) === undefined;
}

function nameElements(array: unknown[], planned: StagedList): void {
  const elements = [...array];
  let list = listFrom(planned.name, [], sampleOf(planned)!)!;
  changing(array);
  makeList(array, list);
  for (const element of elements) list = addToList(array, list, element, true);
}

function forgetRows(element: unknown): void {
  forgetRow(element as object);
  for (const part of elementNode(element)?.children ?? [])
    if (elementNode(part) !== null) forgetRows(part);
}
