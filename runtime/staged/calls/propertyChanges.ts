import { deleting, written } from '../objects/announce.js';
import { ofVariant } from '../objects/variantTests.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

const defining = new Set<unknown>([Object.defineProperty, Reflect.defineProperty]);

/**
 * `Object.defineProperty` and `Reflect.deleteProperty` change an object as assignments and `delete` do, of which staged code tells;
 * of one of two objects each in its branch. `undefined` where nothing else is to be done than the call.
 */
export function changeProperty(
  f: unknown,
  [object, key, descriptor]: readonly unknown[],
  apply: (object: unknown) => unknown,
): (() => unknown) | undefined {
  const isDefined = defining.has(f);
  if ((!isDefined && f !== Reflect.deleteProperty) || isTensor(key)) return undefined;
  const variant = variantOf(object);
  if (variant !== undefined) {
    return () => {
      const result = ofVariant(variant, (side) => {
        const changed = apply(side);
        return changed === side ? undefined : changed;
      });
      return f === Object.defineProperty ? object : result;
    };
  }
  if (!isDefined) deleting(object, key as PropertyKey);
  else if (typeof descriptor === 'object' && descriptor !== null && 'value' in descriptor)
    written(descriptor.value, object, key as PropertyKey);
  return undefined;
}
