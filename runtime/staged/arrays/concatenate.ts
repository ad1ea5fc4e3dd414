import { stagedListOf } from '../lists/heldList.js';
import { concatenatedArrays } from '../lists/joined.js';
import { noteExtension } from '../state/extension.js';
import { opened } from '../values/rows.js';
import { ofChosen } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/** `self.concat(...others)` */
export function concatenate(self: unknown, others: readonly unknown[]): unknown {
  const at = others.findIndex(mayBeArray);
  if (at !== -1)
    return ofChosen(variantOf(others[at])!, (one) => concatenate(self, others.with(at, one)));
  const array = opened(self) as unknown[];
  const parts = others.map(opened);
  if ([array, ...parts].some((part) => stagedListOf(part) !== undefined))
    return concatenatedArrays(array, parts);
  return noteExtension(Reflect.apply(Array.prototype.concat, array, parts) as unknown[], array);
}

/** Whether a tensor chooses it, and it is spread where it is an array. */
function mayBeArray(value: unknown): boolean {
  const variant = variantOf(value);
  if (variant === undefined) return false;
  return [variant.one, variant.other].some((side) => Array.isArray(side) || mayBeArray(side));
}
