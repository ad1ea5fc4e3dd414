import { Absent, absentOf, isMissing, notReturned } from '../values/absent.js';
import { mapLeaves } from '../values/structure.js';
import type { Slot } from './slot.js';

/**
 * The variables without a value before the loop that an iteration gives one, and of which it passes on what they held before
 * (`before = last; last = x`): the first iteration differs from the others.
 */
export function delayedSlots(
  starts: ReadonlyMap<Slot, unknown>,
  before: readonly unknown[],
  after: readonly unknown[],
): Slot[] {
  const slots = new Map<Absent, Slot>();
  for (const [slot, start] of starts) {
    const absent = withoutValueYet(start);
    if (absent !== undefined) slots.set(absent, slot);
  }
  if (slots.size === 0) return [];
  const [given, passedOn] = [new Set<Slot>(), new Set<Slot>()];
  after.forEach((value, index) => {
    const started = new Map<string, unknown>();
    eachLeaf(before[index], (leaf, path) => started.set(path, leaf));
    const variable = slots.get(withoutValueYet(before[index])!);
    if (variable !== undefined && !isMissing(value)) given.add(variable);
    eachLeaf(value, (leaf, path) => {
      const start = started.get(path);
      const own = slots.get(withoutValueYet(start)!);
      if (own !== undefined && !isMissing(leaf)) given.add(own);
      const other = slots.get(withoutValueYet(leaf)!);
      if (other !== undefined && start !== leaf) passedOn.add(other);
    });
  });
  return [...passedOn].filter((slot) => given.has(slot));
}

function withoutValueYet(value: unknown): Absent | undefined {
  const absent = value === notReturned ? undefined : absentOf(value);
  return absent?.constructor === Absent ? absent : undefined;
}

function eachLeaf(value: unknown, visit: (leaf: unknown, path: string) => void): void {
  mapLeaves(value, '', (leaf, path) => {
    visit(leaf, path);
    return leaf;
  });
}
