import { leavesOf } from '../lists/elements.js';
import type { Entry } from '../state/state.js';
import { Unmerged } from '../values/absent.js';
import { Variant } from '../values/variant.js';
import { notCarried } from './loopErrors.js';

/** An error that an iteration may leave is another one in each: only who reads it behind the iteration is told so. */
export function withoutNewErrors(
  entries: readonly Entry[],
  before: readonly unknown[],
  after: readonly unknown[],
): unknown[] {
  return after.map((value, index) => {
    const errors = errorsIn(value);
    const known = errorsIn(before[index]);
    if (!(value instanceof Variant) || errors.every((error) => known.includes(error))) return value;
    const { name } = entries[index]!;
    return new Unmerged(name, notCarried(name, before[index], value)).placeholder;
  });
}

function errorsIn(value: unknown): unknown[] {
  return leavesOf(value).filter((leaf) => leaf instanceof Error);
}
