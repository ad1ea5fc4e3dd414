import { StagedList } from '../lists/stagedList.js';
import { originalOf } from '../values/originals.js';

/** `[...a, b]`, `a.concat(b)` and `a.slice(1)`, by the arrays that they were made from. */
const bases = new WeakMap<object, object>();

/** Tells that an array is another one to which elements were added, or of which some were taken away. */
export function noteExtension<T extends object>(longer: T, base: unknown): T {
  if (Array.isArray(base)) bases.set(longer, base);
  return longer;
}

/** Whether an array, in a copy of the state, was made from another one so. */
export function isExtension(start: unknown, end: unknown): boolean {
  if (end instanceof StagedList) return true;
  const [base, made] = [originalOf(start), originalOf(end)];
  if (base === undefined || made === undefined || base === made) return false;
  let found: object | undefined = made;
  while (found !== undefined && found !== base) found = bases.get(found);
  return found === base;
}
