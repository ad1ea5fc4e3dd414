import { concatenatedArrays } from '../lists/joined.js';
import { stagedListOf } from '../lists/stagedList.js';
import { noteExtension } from '../state/extension.js';
import { opened } from '../values/rows.js';

/** `self.concat(...others)` */
export function concatenate(self: unknown, others: readonly unknown[]): unknown[] {
  const array = opened(self) as unknown[];
  const parts = others.map(opened);
  if ([array, ...parts].some((part) => stagedListOf(part) !== undefined))
    return concatenatedArrays(array, parts);
  return noteExtension(Reflect.apply(Array.prototype.concat, array, parts) as unknown[], array);
}
