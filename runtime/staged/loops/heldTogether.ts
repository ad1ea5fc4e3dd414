import { knownToHold, where } from '../../trace/knownFlags.js';
import type { Condition } from '../lists/sharedElements.js';
import { StagedList } from '../lists/stagedList.js';
import { candidatesOf } from '../values/choice.js';
import { originalOf } from '../values/originals.js';
import { nodeOf } from '../values/structure.js';
import { Variant } from '../values/variant.js';

/*
 * `if (isEnd) { groups.push(group); group = []; }`: where the object becomes an element of an array, the variable holds another
 * one. No later iteration changes the element by that name.
 */

/** Whether the state that an iteration leaves may hold the object where the conditions hold, in whatever depth. */
export function mayHold(
  after: readonly unknown[],
  object: object,
  conditions: readonly Condition[],
): boolean {
  if (conditions.length === 0) return true;
  return after.some((value) => {
    const held = originalOf(value);
    const isIt = held !== undefined && mayBe(held, object, conditions);
    const variant = value instanceof Variant ? [value.one, value.other] : undefined;
    const parts = value instanceof StagedList ? [] : (variant ?? nodeOf(value)?.children ?? []);
    return isIt || mayHold(parts, object, conditions);
  });
}

/** Whether what a variable holds may be the object where they hold. */
export function mayBe(held: object, object: object, conditions: readonly Condition[]): boolean {
  if (held === object || conditions.length === 0) return true;
  const candidates = candidatesOf(held)?.filter((candidate) => candidate.object === object) ?? [];
  return candidates.some(({ predicate, holds }) => {
    if (predicate === null) return true;
    const excludes = (condition: Condition) =>
      knownToHold(condition.predicate) === !condition.holds;
    return !where(predicate, holds, () => conditions.some(excludes));
  });
}
