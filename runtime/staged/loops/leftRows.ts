import { makeList } from '../../function/signature/list.js';
import { errorHere } from '../../trace/errorHere.js';
import { noteUnplaced } from '../lists/elementChanges.js';
import { stagedListOf } from '../lists/heldList.js';
import { StagedList } from '../lists/stagedList.js';
import type { OpenState } from '../state/state.js';
import { basesOf, markAsRow, rowOf } from '../values/choice.js';
import { describeValue } from '../values/describeValue.js';
import { elementBeside } from '../values/optionalElement.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { objectAt } from '../values/variant.js';
import { mayBe } from './heldTogether.js';
import { rowsRead } from './rowsRead.js';

/*
 * An iteration may leave an object in a variable that it has made an element of an array too. The variable holds another
 * object after the loop, and in the next iteration: what was a row of the array is one still.
 */

/** Makes those that the loop leaves other names of the rows of the arrays that it leaves; those that are named are. */
export function shareLeftRows(
  { entries, read }: OpenState,
  end: readonly unknown[],
  named: readonly object[],
): void {
  const left = read();
  for (const [made, object] of rowsRead(end, left)) {
    if (named.includes(object)) continue;
    const { at: _, ...row } = rowOf(made)!;
    markAsRow(object, { ...row, put: () => refuseChange(object) }, object);
    noteUnplaced(object, row, row.element !== made);
  }
  end.forEach((value, index) => {
    eachList(value, left[index], (list, copied) => {
      const array = entries[index]!.container ?? copied;
      const objects = standingFor(list, end, left);
      const present = stagedListOf(array);
      if (objects.length > 0 && present !== undefined)
        makeList(array as unknown[], present.named(objects));
    });
  });
}

/** The objects of the start of an iteration that are rows of arrays, since the one before has made them such; but for those that are named. */
export function leftRows(
  start: readonly unknown[],
  end: readonly unknown[],
  named: readonly object[],
): Set<object> {
  const found = new Set<object>();
  end.forEach((value, index) => {
    eachList(value, start[index], (list) => {
      for (const object of standingFor(list, end, start)) found.add(object);
    });
  });
  for (const [, object] of rowsRead(end, start)) found.add(object);
  for (const object of named) found.delete(object);
  return found;
}

function refuseChange(object: object): never {
  throw errorHere(
    'chosen-object',
    `An iteration has read this (${describeValue(object)}) of an array whose length a tensor decides: behind the loop no graph can tell ` +
      'which element it is.',
    'Keep the index of the element, and change the element at it.',
  );
}

/** The objects in the places of those that are rows of the list at the end of the iteration. */
function standingFor(
  { shared }: StagedList,
  end: readonly unknown[],
  other: readonly unknown[],
): object[] {
  const rows = new Set(shared?.objects);
  const found: object[] = [];
  const visit = (given: unknown, counterpart: unknown): void => {
    const value = elementBeside(given, counterpart);
    const there = objectAt(value, counterpart);
    const [made, object] = [originalOf(value), originalOf(there)];
    const isRow = (base: object) =>
      rows.has(base) && mayBe(made!, base, shared?.conditions.get(base) ?? []);
    if (object !== undefined && object !== made && basesOf(made).some(isRow)) found.push(object);
    const [children, others] = [value, there].map((copy) => nodeOf(copy)?.children ?? []);
    children!.forEach((child, index) => {
      visit(child, others![index]);
    });
  };
  if (rows.size > 0)
    end.forEach((value, index) => {
      visit(value, other[index]);
    });
  return found;
}

function eachList(
  value: unknown,
  counterpart: unknown,
  visit: (list: StagedList, array: object | undefined) => void,
): void {
  const there = objectAt(value, counterpart);
  if (value instanceof StagedList) visit(value, originalOf(there));
  else {
    const others = nodeOf(there)?.children ?? [];
    nodeOf(value)?.children.forEach((child, index) => {
      eachList(child, others[index], visit);
    });
  }
}
