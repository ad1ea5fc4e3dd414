import { currentLocation, isTracing } from '../../trace/session.js';
import { isChosenText, ofText } from '../objects/textKeys.js';
import { ofVariant, sidesOf } from '../objects/variantTests.js';
import { isMissing } from '../values/absent.js';
import { requiredObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { thrown } from './throwStatement.js';

/**
 * What JavaScript iterates of a value: the characters of a text that a tensor chooses; of an object that may be missing
 * the object, which has to be there, or the program throws.
 */
export function iterated(value: unknown): unknown {
  if (isChosenText(value)) return ofText(value, '', (text) => [...text]);
  const variant = isTracing() ? variantOf(value) : undefined;
  if (variant === undefined) return value;
  if (variant.isThereMessage !== undefined) return requiredObject(variant);
  const sides = sidesOf(variant);
  const object = sides.find((side) => !isMissing(side));
  if (object === undefined || !sides.some(isMissing)) return value;
  ofVariant(variant, (side) => {
    if (isMissing(side)) throw notIterable(side);
    return true;
  });
  return iterated(object);
}

function notIterable(missing: unknown): unknown {
  return thrown(() => new TypeError(`${String(missing)} is not iterable`), currentLocation()!);
}
