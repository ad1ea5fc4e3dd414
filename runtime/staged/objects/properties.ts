import { missingLate } from '../operators/late.js';
import { absentOf, Unmerged } from '../values/absent.js';
import type { Presence } from '../values/entryPresence.js';
import { presenceOfProperty, propertyInState } from '../values/propertyPresence.js';

/* What staged code asks of the properties of an object about which a tensor decides (`propertyPresence.ts`). */

/** `Object.hasOwn(object, key)` */
export function ownPresence(object: object, key: PropertyKey): Presence {
  const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
  if (propertyInState(object, key) === true) requireMerged(value);
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

/** What branches left that could not be merged tells nothing. */
function requireMerged(value: unknown): void {
  const held = absentOf(value);
  if (held instanceof Unmerged) throw held.error();
}
