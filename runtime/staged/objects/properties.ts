import { or } from '../branches/logical.js';
import { missingLate } from '../operators/late.js';
import { absentOf, isUnmerged, observe, Unmerged } from '../values/absent.js';
import type { Presence } from '../values/entryPresence.js';
import { presenceOfProperty, propertyInState } from '../values/propertyPresence.js';
import { requireKnownElement } from './unknownHoles.js';

/* What staged code asks of the properties of an object about which a tensor decides (`propertyPresence.ts`). */

/** `Object.hasOwn(object, key)` */
export function ownPresence(object: object, key: PropertyKey): Presence {
  requireKnownElement(object, key);
  const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value;
  if (propertyInState(object, key) === true) requireMerged(value);
  // Who has asked for the property may use its value.
  else missingLate(isUnmerged(value) ? undefined : observe(value));
  return presenceOfProperty(object, key);
}

/** `key in object` */
export function hasProperty(object: object, key: PropertyKey): Presence {
  if (!(key in object)) return false;
  const holders = chainOf(object).filter((holder) => Object.hasOwn(holder, key));
  // A proxy need not tell of what it says that it has.
  if (holders.length === 0) return true;
  return holders.reduce<unknown>(
    (isThere, holder) => or(isThere, () => ownPresence(holder, key), null),
    false,
  ) as Presence;
}

/** The object, and what it inherits from. */
export function chainOf(object: object | null): object[] {
  return object === null
    ? []
    : [object, ...chainOf(Object.getPrototypeOf(object) as object | null)];
}

/** What branches left that could not be merged tells nothing. */
function requireMerged(value: unknown): void {
  const held = absentOf(value);
  if (held instanceof Unmerged) throw held.error();
}
