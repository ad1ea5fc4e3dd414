import { Absent, absentOf, notReturned } from '../values/absent.js';
import { mapLeaves } from '../values/structure.js';
import type { Slot } from './slot.js';

/**
 * The variables without a value before the loop of which an iteration passes that on (`before = last; last = x`): the first
 * iteration differs from the others.
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
  const delayed = new Set<Slot>();
  after.forEach((value, index) => {
    const started = new Map<string, unknown>();
    eachLeaf(before[index], (leaf, path) => started.set(path, leaf));
    eachLeaf(value, (leaf, path) => {
      const slot = slots.get(withoutValueYet(leaf)!);
      if (slot !== undefined && started.get(path) !== leaf) delayed.add(slot);
    });
  });
  return [...delayed];
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
