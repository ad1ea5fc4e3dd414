import type { SourceLocation } from '../../graph/types.js';
import { at } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { unknownLength } from '../lists/listErrors.js';
import { isChosenText } from '../operators/chosenText.js';
import { requirePresent } from '../operators/operands.js';
import { sizesIn } from '../values/openSizes.js';
import { rowsOf } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { propertiesOf } from './chosenProperties.js';
import { set_item } from './items.js';
import { copyProperties, enumerable, ownProperties } from './ownProperties.js';

/** What `{ ...x }` copies: of a tensor, its rows. */
export function properties(x: unknown, location: SourceLocation | null): unknown {
  return at(location, () => {
    requirePresent(x);
    const list = stagedListOf(x);
    if (list !== undefined) throw unknownLength(list.name);
    if (variantOf(x) !== undefined) return propertiesOfVariant(x);
    if (isChosenText(x)) return copyProperties({}, x);
    if (!isTensor(x)) return ownProperties(sizesIn(x));
    return x.shape.length === 0 ? {} : rowsOf(x);
  });
}

/** Of an array that a tensor chooses, or of an object that a loop must have made, what is known of it when it is asked. */
function propertiesOfVariant(x: unknown): unknown {
  const { one, other, isThereMessage } = variantOf(x)!;
  const isArray = [one, other].some((side) => Array.isArray(side));
  return isArray || isThereMessage !== undefined ? x : propertiesOf(x);
}

/** `{ a, ...source }`, where `object` is the object so far, which nobody else has. */
export function with_properties<T extends object>(
  object: T,
  source: unknown,
  location: SourceLocation,
): T {
  return at(location, () => copyProperties(object, properties(source, location)));
}

/** `{ …, [key]: value }`, where `object` is the object so far, which nobody else has. */
export function with_property<T extends object>(
  object: T,
  key: unknown,
  value: unknown,
  location: SourceLocation,
): T {
  if (isTensor(key)) set_item(object, key, value, location);
  else Object.defineProperty(object, key as PropertyKey, { ...enumerable, value });
  return object;
}
