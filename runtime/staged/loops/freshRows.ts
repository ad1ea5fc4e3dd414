import { isGone } from '../../trace/heirs.js';
import { StagedList } from '../lists/stagedList.js';
import { listsRead, requireFresh } from '../objects/rowObjects.js';
import { isNumbered } from '../values/numbered.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import type { Iteration } from './iteration.js';

/** What an iteration has read of lists after the first `count`, the next one reads again: nothing may have changed it. */
export function requireFreshReads(count: number): void {
  for (const list of listsRead().slice(count)) if (!isOver(list)) requireFresh(list);
}

/** An iteration has made it, or changes it: the next one has another. */
function isOver({ columns }: StagedList): boolean {
  return columns.some((column) => isTensor(column) && isGone(column));
}

/** An object that iterations change before or after it has become a row of a list would be another one there. */
export function requireFreshRows(value: unknown, iteration: Iteration): void {
  if (value instanceof StagedList) {
    const { earlier, writes } = iteration;
    requireFresh(
      value,
      (object) =>
        isNumbered(object) &&
        earlier.has(object) &&
        writes.some(({ place }) => place.owner === object),
    );
    return;
  }
  for (const child of nodeOf(value)?.children ?? []) requireFreshRows(child, iteration);
}
