import { ofVariant } from '../objects/variantTests.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/** What a constructor gives that returns `value`: that, if it is an object, and what it makes otherwise. */
export function constructed(value: unknown, self: () => unknown): unknown {
  const variant = variantOf(value);
  if (variant !== undefined) return ofVariant(variant, (side) => constructed(side, self));
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && !isTensor(value) ? value : self();
}
