import { isGone } from '../../trace/heirs.js';
import { StagedList } from '../lists/stagedList.js';
import { listsRead, requireFresh } from '../objects/rowObjects.js';
import { isNumbered } from '../values/numbered.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { mayHold } from './heldTogether.js';
import type { Iteration } from './iteration.js';

/** What an iteration has read of lists after the first `count`, the next one reads again: nothing may have changed it. */
export function requireFreshReads(count: number): void {
  for (const list of listsRead().slice(count)) if (!isOver(list)) requireFresh(list);
}

/** An iteration has made it, or changes it: the next one has another. */
function isOver({ columns }: StagedList): boolean {
  return columns.some((column) => isTensor(column) && isGone(column));
}

/** What an iteration leaves. */
interface Left {
  readonly after: readonly unknown[];
  /** The objects that it has changed by names of their own. */
  readonly changed: ReadonlySet<object>;
}

/** An object that iterations change before or after it has become a row of a list would be another one there. */
export function requireFreshRows(value: unknown, iteration: Iteration, left: Left): void {
  if (value instanceof StagedList) {
    const { earlier, writes } = iteration;
    const conditions = value.shared?.conditions;
    requireFresh(
      value,
      (object) =>
        isNumbered(object) &&
        earlier.has(object) &&
        writes.some(({ place }) => [place.owner, place.container].includes(object)) &&
        (left.changed.has(object) || mayHold(left.after, object, conditions?.get(object) ?? [])),
    );
    return;
  }
  for (const child of nodeOf(value)?.children ?? []) requireFreshRows(child, iteration, left);
}
