import { cast } from '@tensorflow/tfjs-core';
import { isTracing } from '../../trace/session.js';
import { and } from '../branches/logical.js';
import { orderUnknown } from '../collections/errors.js';
import { add } from '../operators/arithmetic.js';
import type { Presence } from '../values/entryPresence.js';
import {
  arePropertiesOrdered,
  ownKeys,
  presenceOfProperty,
  uncertainKeys,
} from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { markWeak } from '../values/weak.js';
import { ownPresence } from './properties.js';

/*
 * What `Object.keys` and its like list of an object of which a tensor decides which properties it has: a loop visits each,
 * where it is there; for anything else it is one of several arrays.
 */

type Item = readonly [item: unknown, presence: Presence];
type List = (object: object) => unknown[];

const listings = new WeakMap<object, () => Iterable<Item>>();

/** What a loop over such an array visits: each item with when it is there. */
export function listedItems(array: unknown): Iterable<Item> | undefined {
  return listings.get(array as object)?.();
}

/** The array that `list` gives; undefined where no tensor decides about it. */
export function listing(object: unknown, list: List): unknown[] | undefined {
  if (!isTracing() || typeof object !== 'object' || object === null || isTensor(object))
    return undefined;
  for (const key of ownKeys(object)) ownPresence(object, key);
  const keys = uncertainKeys(object);
  const isOrdered = arePropertiesOrdered(object);
  if (keys.length === 0 && isOrdered) return undefined;
  const array =
    isOrdered && keys.length <= mostChoices ? chosen(object, keys, list) : counted(object);
  if (isOrdered) {
    const items = [...itemsOf(object, list)];
    listings.set(array, () => items);
  }
  return array;
}

/** Each doubles the arrays that there may be. */
const mostChoices = 4;

function chosen(object: object, [key, ...keys]: readonly PropertyKey[], list: List): unknown[] {
  if (key === undefined) return list(object);
  const presence = presenceOfProperty(object, key);
  const without = (): unknown[] => {
    const rest = { ...object };
    Reflect.deleteProperty(rest, key);
    return chosen(rest, keys, list);
  };
  if (!isTensor(presence)) return presence ? chosen(object, keys, list) : without();
  return variantObject(new Variant(presence, chosen(object, keys, list), without())) as unknown[];
}

/** Of which only the length is known. */
function counted(object: object): unknown[] {
  const presences = ownKeys(object).map((key) => presenceOfProperty(object, key));
  const length = presences.reduce<unknown>(
    (sum, presence) =>
      add(sum, isTensor(presence) ? markWeak(cast(presence, 'int32')) : Number(presence), null),
    0,
  );
  return new Proxy([], {
    get: (_, key) => {
      if (key === 'length') return length;
      throw orderUnknown(object);
    },
  });
}

function* itemsOf(object: object, list: List): Iterable<Item> {
  for (const key of ownKeys(object)) {
    const [item] = list({ [key]: Reflect.get(object, key) });
    const presence = presenceOfProperty(object, key);
    if (presence !== false && item !== undefined) yield [item, presence];
  }
}

/** What `for (key in object)` visits: a key that has been deleted meanwhile is left out. */
export function listedKeys(object: unknown): object | undefined {
  const all = listing(object, Object.keys);
  const items = all && listedItems(all);
  if (items === undefined) return all;
  function* present(): Iterable<Item> {
    for (const [key, listed] of items!) {
      const now = presenceOfProperty(object as object, key as string);
      if (now === false) continue;
      yield [
        key,
        now === listed || now === true ? listed : (and(listed, () => now, null) as Presence),
      ];
    }
  }
  const iterable = {
    [Symbol.iterator]: (): never => {
      throw orderUnknown(object as object);
    },
  };
  listings.set(iterable, present);
  return iterable;
}
