import { holdsGone } from '../state/snapshot.js';
import { basesOf, rowOf } from '../values/choice.js';
import { elementBeside } from '../values/optionalElement.js';
import { originalOf } from '../values/originals.js';
import { compositeParts, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { objectAt } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/** What an iteration has read of lists, each with the object in its place. */
export function rowsRead(
  end: readonly unknown[],
  other: readonly unknown[],
): (readonly [made: object, object: object])[] {
  const found: (readonly [made: object, object: object])[] = [];
  const visit = (given: unknown, counterpart: unknown, held?: unknown): void => {
    const value = elementBeside(given, counterpart);
    const there = objectAt(value, counterpart);
    const made = originalOf(value);
    const object = originalOf(there);
    const objects = new Set([object, there === counterpart && isObject(held) ? held : undefined]);
    const row = [made, ...basesOf(made)].find((one) => one && rowOf(one) && holdsGone(one));
    for (const one of objects)
      if (row !== undefined && one !== undefined && one !== made) found.push([row, one]);
    const [children, others] = [value, there].map((copy) => nodeOf(copy)?.children ?? []);
    // What is chosen may be a copy of its own.
    const parts = variantOf(object)?.[compositeParts]();
    children!.forEach((child, index) => {
      visit(child, others![index], parts?.[index]);
    });
  };
  end.forEach((value, index) => {
    visit(value, other[index]);
  });
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isTensor(value);
}
