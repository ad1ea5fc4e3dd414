import { stagedListOf } from '../lists/heldList.js';
import { resolved } from '../operators/presence.js';
import { madeObject } from '../state/creation.js';
import { isMissing } from '../values/absent.js';
import { presenceOfProperty } from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { noteDefinitions } from './definedProperties.js';
import { hasKey, isIndex } from './hasKey.js';
import { set_item } from './items.js';
import { listing } from './listing.js';
import { eachProperty } from './ownProperties.js';
import { hasProperty, ownPresence } from './properties.js';
import { properties } from './spread.js';

/* JavaScript's own functions of the properties of an object. */

const listed = new Set<unknown>([
  Object.keys,
  Object.values,
  Object.entries,
  Object.getOwnPropertyNames,
  Object.getOwnPropertySymbols,
  Reflect.ownKeys,
]);

/** What such a function gives where a tensor decides which properties there are; undefined for any other call. */
export function onProperties(
  f: unknown,
  self: unknown,
  [object, ...rest]: readonly unknown[],
): (() => unknown) | undefined {
  if (listed.has(f)) {
    const array = listing(resolved(object), f as (object: object) => unknown[]);
    return array && (() => array);
  }
  if (f === Object.create)
    return () => madeObject(Reflect.apply(Object.create, self, [object, ...rest]) as object);
  noteDefinitions(f, self, [object, ...rest]);
  if (f === Object.assign && isHolder(object)) return () => rest.reduce(assigned, object);
  if (describing.has(f) && isHolder(object) && isProperty(rest[0]))
    return describedAs(f as Describe, object, rest[0]);
  const [holder, key] = ofSelf.has(f) ? [self, object] : [object, rest[0]];
  if (!isHolder(holder) || !(ofSelf.has(f) || f === Object.hasOwn || f === Reflect.has))
    return undefined;
  if (f === Object.prototype.propertyIsEnumerable && !isEnumerable(holder, key)) return undefined;
  const ask = f === Reflect.has ? hasProperty : ownPresence;
  const isElement = stagedListOf(holder) !== undefined && isIndex(key);
  if (isTensor(key) || isElement || variantOf(holder) !== undefined)
    return () => hasKey(holder, key, ask);
  if (!isProperty(key)) return undefined;
  return () => ask(holder, key);
}

/** Methods that ask an object for a property of its own. */
const ofSelf = new Set<unknown>([
  Object.prototype.hasOwnProperty,
  Object.prototype.propertyIsEnumerable,
]);

type Describe = (object: object, key: PropertyKey) => unknown;

const describing = new Set<unknown>([
  Object.getOwnPropertyDescriptor,
  Reflect.getOwnPropertyDescriptor,
]);

/** What such a function tells of a property that may not be there; undefined of any other. */
function describedAs(f: Describe, object: object, key: PropertyKey): (() => unknown) | undefined {
  const presence = presenceOfProperty(object, key);
  if (isTensor(presence))
    return () => variantObject(new Variant(presence, f(object, key), undefined));
  return presence || !Object.hasOwn(object, key) ? undefined : () => undefined;
}

function isEnumerable(holder: object, key: unknown): boolean {
  return isProperty(key) && Object.prototype.propertyIsEnumerable.call(holder, key);
}

function isProperty(key: unknown): key is PropertyKey {
  return key === null || (typeof key !== 'object' && typeof key !== 'function');
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isTensor(value);
}

/** `Object.assign(object, source)` */
function assigned(object: unknown, source: unknown): unknown {
  if (isMissing(source)) return object;
  return eachProperty(object, properties(source, null), (key, value) => {
    set_item(object, key, value, null);
  });
}
