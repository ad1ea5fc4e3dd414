import { cast } from '@tensorflow/tfjs-core';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { and } from '../branches/logical.js';
import { orderUnknown } from '../collections/errors.js';
import { add } from '../operators/arithmetic.js';
import { not } from '../operators/comparison.js';
import type { Presence } from '../values/entryPresence.js';
import {
  arePropertiesOrdered,
  isOfTable,
  ownKeys,
  presenceOfProperty,
  uncertainKeys,
} from '../values/propertyPresence.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { markWeak } from '../values/weak.js';
import { hasKey } from './hasKey.js';
import { chainOf, hasProperty, ownPresence } from './properties.js';

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
export function listing(object: unknown, all: List): unknown[] | undefined {
  if (!isTracing() || typeof object !== 'object' || object === null || isTensor(object))
    return undefined;
  for (const key of ownKeys(object)) ownPresence(object, key);
  const keys = uncertainKeys(object);
  const isOrdered = arePropertiesOrdered(object);
  const list: List = (holder) => all(holder).filter((key) => !isOfTable(key));
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
  // Who reads an element need not be staged code, which tells where it is.
  const location = currentLocation();
  return new Proxy([], {
    get: (_, key) => {
      if (key === 'length') return length;
      throw at(location, () => orderUnknown(object));
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

/**
 * What `for (key in object)` visits: the keys that there are as it begins, its own and inherited ones, without those that have
 * been deleted meanwhile.
 */
export function visitedKeys(object: object): Iterable<string> {
  const listed = [...keysIn(object)];
  function* present(): Iterable<Item> {
    for (const [key, wasThere] of listed) {
      const isThere = hasKey(object, key, hasProperty);
      const presence = isThere === wasThere ? wasThere : and(wasThere, () => isThere, null);
      if (presence !== false) yield [key, presence as Presence];
    }
  }
  const keys = {
    *[Symbol.iterator]() {
      for (const [key, presence] of present()) {
        if (isTensor(presence)) throw orderUnknown(object);
        yield key as string;
      }
    },
  };
  listings.set(keys, present);
  return keys;
}

/** The keys, each with when it is there: an own one hides what is inherited. */
function* keysIn(object: object): Iterable<readonly [key: string, presence: Presence]> {
  const chain = chainOf(object);
  if (chain.every(isCertain)) {
    for (const key in object) yield [key, true];
    return;
  }
  for (const [depth, holder] of chain.entries()) {
    const keys = Object.keys(holder);
    if (!arePropertiesOrdered(holder) && keys.length > 1) throw orderUnknown(holder);
    for (const key of keys) {
      const presence = chain
        .slice(0, depth)
        .filter((nearer) => Object.hasOwn(nearer, key))
        .reduce<unknown>(
          (isThere, nearer) => and(isThere, () => not(ownPresence(nearer, key), null), null),
          ownPresence(holder, key),
        );
      if (presence !== false) yield [key, presence as Presence];
    }
  }
}

function isCertain(object: object): boolean {
  return uncertainKeys(object).length === 0 && arePropertiesOrdered(object);
}
