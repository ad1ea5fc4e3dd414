import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isMadeNow } from '../state/creation.js';
import { requireNew } from '../state/underConstruction.js';
import { changesArePutBack, noteProperty } from '../state/writes.js';
import { capitalized, describeValue } from '../values/describeValue.js';

/* What the program defines of an object where a tensor decides: a branch puts back values of properties, and nothing else of them. */

const accessors = new Set<unknown>(
  ['__defineGetter__', '__defineSetter__'].map((name) => Reflect.get(Object.prototype, name)),
);

/** Tells of the properties that such a function is about to define; of what cannot be put back it is an error. */
export function noteDefinitions(f: unknown, self: unknown, args: readonly unknown[]): void {
  const [object, key, property] = args;
  if (accessors.has(f) && changesArePutBack(self))
    requireNew(self, cannotDefine(self, accessor(object)));
  if (f === Object.defineProperty || f === Reflect.defineProperty) note(object, key, property);
  if (f !== Object.defineProperties || Object(key) !== key) return;
  const properties = key as Record<PropertyKey, unknown>;
  for (const one of Reflect.ownKeys(properties)) note(object, one, properties[one]);
}

function note(object: unknown, key: unknown, property: unknown): void {
  if (changesArePutBack(object)) requireValue(object, key as PropertyKey, Object(property));
  // It does what an assignment does, as far as others may notice.
  if (!isMadeNow(object as object)) noteProperty(object, key as PropertyKey);
}

function requireValue(object: object, key: PropertyKey, given: PropertyDescriptor): void {
  const known = Object.getOwnPropertyDescriptor(object, key);
  const { get, set, writable, configurable } = { ...known, ...given };
  const isAccessor = get !== undefined || set !== undefined;
  if (!isAccessor && writable === true && configurable === true) return;
  const lasting = `is given the property ${String(key)}, which cannot be changed again`;
  requireNew(object, cannotDefine(object, isAccessor ? accessor(key) : lasting));
}

function accessor(key: unknown): string {
  return `is given a getter or setter for ${String(key)}`;
}

function cannotDefine(object: unknown, what: string): StagingError {
  return errorHere(
    'branch-structures-differ',
    `${capitalized(describeValue(object))} ${what} in a branch or loop that a tensor decides about: no graph can tell what it is afterwards.`,
    'Do that before, or assign a value to a property of it.',
  );
}
