import { errorHere } from '../../trace/errorHere.js';
import { deleting, written } from '../objects/announce.js';
import { set_item } from '../objects/items.js';
import { ofVariant } from '../objects/variantTests.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

const defining = new Set<unknown>([Object.defineProperty, Reflect.defineProperty]);

/**
 * `Object.defineProperty`, `Reflect.set` and `Reflect.deleteProperty` change an object as assignments and `delete` do, of which
 * staged code tells; of one of two objects each in its branch. `undefined` where nothing else is to be done than the call.
 */
export function changeProperty(
  f: unknown,
  [object, key, descriptor, ...rest]: readonly unknown[],
  apply: (object: unknown) => unknown,
): (() => unknown) | undefined {
  if (f === Reflect.set && rest.length === 0 && mayBeAssigned(object)) {
    return () => {
      set_item(object, key, descriptor, null);
      return true;
    };
  }
  const isDefined = defining.has(f);
  if ((!isDefined && f !== Reflect.deleteProperty) || isTensor(key)) return undefined;
  if (isDefined) requireKnownAttributes(descriptor);
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

/** A tensor is an object to JavaScript, and so true. */
function requireKnownAttributes(descriptor: unknown): void {
  const attributes = ['enumerable', 'writable', 'configurable'] as const;
  const chosen = attributes.find((name) =>
    isTensor(Reflect.get(Object(descriptor) as object, name)),
  );
  if (chosen === undefined) return;
  throw errorHere(
    'chosen-object',
    `A tensor decides whether a property is ${chosen}, which no graph can choose: objects have their properties while it is made.`,
    'Define it with known attributes, and keep in a variable what depends on the tensor.',
  );
}

/** Whether an assignment does the same: it throws where `Reflect.set` gives false. */
function mayBeAssigned(object: unknown): object is object {
  return typeof object === 'object' && object !== null && Object.isExtensible(object);
}
