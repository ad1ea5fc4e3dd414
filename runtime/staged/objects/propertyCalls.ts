import { resolved } from '../operators/presence.js';
import { noteProperty } from '../state/writes.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { propertiesOf } from './chosenProperties.js';
import { hasKey, set_item } from './items.js';
import { listing } from './listing.js';
import { hasProperty, ownPresence } from './properties.js';
import { copyProperties } from './spread.js';

/* JavaScript's own functions of the properties of an object. */

const listed = new Set<unknown>([
  Object.keys,
  Object.values,
  Object.entries,
  Object.getOwnPropertyNames,
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
  // It does what an assignment does, as far as others may notice.
  if (f === Object.defineProperty) noteProperty(object, rest[0] as PropertyKey);
  if (f === Object.assign && isHolder(object)) return () => rest.reduce(assigned, object);
  const [holder, key] = f === Object.prototype.hasOwnProperty ? [self, object] : [object, rest[0]];
  const asksFor = [Object.hasOwn, Object.prototype.hasOwnProperty, Reflect.has] as unknown[];
  if (!isHolder(holder) || !asksFor.includes(f)) return undefined;
  const ask = f === Reflect.has ? hasProperty : ownPresence;
  if (isTensor(key) || variantOf(holder) !== undefined) return () => hasKey(holder, key, ask);
  if (typeof key === 'object' || typeof key === 'function') return undefined;
  return () => ask(holder, key as PropertyKey);
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isTensor(value);
}

/** `Object.assign(object, source)` */
function assigned(object: unknown, source: unknown): unknown {
  return copyProperties(object, variantOf(source) ? propertiesOf(source) : source, (key, value) => {
    set_item(object, key, value, null);
  });
}
