import { StagingError } from '../../errors.js';
import { mayBeNoProperty } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { missingLate } from '../operators/late.js';
import { absentOf } from '../values/absent.js';
import type { Presence } from '../values/entryPresence.js';
import { presenceOfProperty, propertyInState } from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';

/* What staged code asks of the properties of an object about which a tensor decides (`propertyPresence.ts`). */

/** `Object.hasOwn(object, key)` */
export function ownPresence(object: object, key: PropertyKey): Presence {
  const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
  if (propertyInState(object, key) === true) requireDecided(key, value);
  // Who has asked for the property may use its value.
  else missingLate(value);
  return presenceOfProperty(object, key);
}

/** `key in object` */
export function hasProperty(object: object, key: PropertyKey): Presence {
  if (!(key in object)) return false;
  const prototype = Object.getPrototypeOf(object) as object | null;
  const isInherited = !Object.hasOwn(object, key) || (prototype !== null && key in prototype);
  return isInherited || ownPresence(object, key);
}

/** What an object of a class is given in a branch that makes it is known of its value alone. */
function requireDecided(key: PropertyKey, value: unknown): void {
  const held = absentOf(value);
  if (held !== undefined) throw held.error();
  if (!isTensor(value) || !mayBeNoProperty(value)) return;
  throw new StagingError(
    'undefined-in-branch',
    `A tensor decides whether the object has the property '${String(key)}', which only a branch gave it: no graph can tell which ` +
      'properties there are.',
    currentLocation(),
    `Ask for the value (\`o.${String(key)} !== undefined\`, \`o.${String(key)} ?? 0\`), or give the object all its properties before.`,
  );
}
