import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { unknownLength } from '../lists/listErrors.js';
import { stagedListOf } from '../lists/stagedList.js';
import { requirePresent } from '../operators/operands.js';
import { noVariables } from '../state/state.js';
import { isMissing } from '../values/absent.js';
import { ownKeys } from '../values/propertyPresence.js';
import { rowsOf } from '../values/rows.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { written } from './announce.js';
import { propertiesOf } from './chosenProperties.js';
import { set_item } from './items.js';
import { ownPresence } from './properties.js';

const enumerable = { configurable: true, enumerable: true, writable: true };

/** What `{ ...x }` copies: of a tensor, its rows. */
export function properties(x: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(x);
    const list = stagedListOf(x);
    if (list !== undefined) throw unknownLength(list.name);
    if (variantOf(x) !== undefined) return propertiesOfVariant(x);
    if (!isTensor(x)) return x;
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
  return at(location, () =>
    copyProperties(object, properties(source, location), (key, value, isCertain) => {
      // A branch that assigns it has to be told; what is always done to a new object is none of the state around it.
      const given = isCertain ? value : written(value, object, key);
      Object.defineProperty(object, key, { ...enumerable, value: given });
    }),
  );
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

/** Calls `put` for each property of `source`, where it is there. */
export function copyProperties<T>(
  object: T,
  source: unknown,
  put: (key: PropertyKey, value: unknown, isCertain: boolean) => void,
): T {
  if (isMissing(source)) return object;
  const holder = Object(source) as object;
  for (const key of ownKeys(holder)) {
    const presence = isTracing() ? ownPresence(holder, key) : true;
    const assign = () => put(key, Reflect.get(holder, key), presence === true);
    if (isTensor(presence)) if_stmt(presence, assign, () => {}, noVariables, currentLocation());
    else if (presence) assign();
  }
  return object;
}
