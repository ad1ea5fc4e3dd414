import { cast, type Tensor } from '@tensorflow/tfjs-core';
import { markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { and } from '../branches/logical.js';
import { add as plus } from '../operators/arithmetic.js';
import { sameText } from '../operators/chosenText.js';
import { missingLate } from '../operators/late.js';
import { noteWeakEntry } from '../state/weakPlaces.js';
import { cursorsOf } from '../values/cursors.js';
import { describeValue } from '../values/describeValue.js';
import { keysOf, putEntry, removeEntry } from '../values/entries.js';
import {
  type Collection,
  isCollection,
  markUnordered,
  type Presence,
  presenceOfKey,
  setPresence,
  type Weak,
} from '../values/entryPresence.js';
import { both } from '../values/flags.js';
import { isNullOf, missingIf } from '../values/missingKind.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { constant, isHostScalar, markWeak } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { heldAt, iteratorOf, kinds } from './iteration.js';

/* What the methods of a Map, Set, WeakMap or WeakSet give in which a tensor decides about entries (`entryPresence.ts`). */

export type Callback = (...args: unknown[]) => unknown;
type Use = (collection: never, args: readonly unknown[]) => unknown;

function entryAt(collection: Collection | Weak, key: unknown): unknown {
  const presence = presenceOfKey(collection, key);
  if (presence === false) return undefined;
  const held = heldAt(collection, key);
  return isTensor(presence) ? whereThere(held, presence, collection) : held;
}

/** The value of an entry that may not be there. */
function whereThere(value: unknown, presence: Tensor, collection: object): unknown {
  if (value === undefined) return undefined;
  if (!isTensor(value) && !isHostScalar(value))
    return variantObject(new Variant(presence, value, undefined));
  const late = isTensor(value) ? missingLate(value) : undefined;
  const isSet = late === undefined ? presence : (and(presence, () => late.isSet, null) as Tensor);
  const tensor = isTensor(value)
    ? withoutQuestion(value)
    : constant(
        value,
        typeof value === 'number' && !Number.isInteger(value) ? 'float32' : undefined,
      );
  if (!isTensor(value) && typeof value === 'number') markWeak(tensor);
  return markLate(sameText(likeNumbers(tensor, [value]), value as string), {
    isSet,
    missing: late && missingIf(both(presence, isNullOf(late.missing))),
    message: `${describeValue(collection)} has no entry at the key that it is asked for`,
    location: currentLocation(),
  });
}

export function put(collection: Collection | Weak, key: unknown, value: unknown): unknown {
  const presence = presenceOfKey(collection, key);
  if (isCollection(collection)) {
    // Where it is not there, it comes behind all others.
    const isLast = isTensor(presence) && Object.is(keysOf(collection).at(-1), key);
    if (presence === false) {
      removeEntry(collection, key);
      forget(collection, key);
    } else if (isTensor(presence) && !isLast) markUnordered(collection);
  }
  putEntry(collection, key, value);
  setPresence(collection, key, true);
  return collection;
}

function take(collection: Collection | Weak, key: unknown): Presence {
  const presence = presenceOfKey(collection, key);
  if (isCollection(collection)) noteTaken(collection, key, presence);
  if (isCollection(collection) && presence !== false && isInBranch())
    setPresence(collection, key, false);
  else removeEntry(collection, key);
  return presence;
}

/** Tells the loops over it that a key goes that may have been there. */
export function noteTaken(collection: Collection, key: unknown, presence: Presence): void {
  for (const cursor of cursorsOf(collection)) cursor.take?.(key, presence);
  if (!isInBranch()) forget(collection, key);
}

/** Tells them that they come to the key again. */
function forget(collection: Collection, key: unknown): void {
  for (const cursor of cursorsOf(collection)) cursor.forget?.(key);
}

export function isInBranch(): boolean {
  const tracer = currentTracer();
  return tracer !== tracer.root;
}

/** The number of entries, where a tensor may decide whether some are there. */
export function sizeOf(collection: Collection): unknown {
  const presences = keysOf(collection).map((key) => presenceOfKey(collection, key));
  const certain = presences.filter((presence) => presence === true).length;
  return presences
    .filter(isTensor)
    .reduce<unknown>(
      (sum, presence) => plus(sum, markWeak(cast(presence, 'int32')), null),
      certain,
    );
}

export const methods = new Map<unknown, Use>();

function answer(type: { prototype: object }, uses: Readonly<Record<string, Use>>): void {
  for (const [name, use] of Object.entries(uses)) {
    const method: unknown = Reflect.get(type.prototype, name);
    if (!methods.has(method)) methods.set(method, use);
  }
}

const shared = {
  has: (collection: Collection, [key]: readonly unknown[]) => presenceOfKey(collection, key),
  delete: (collection: Collection, [key]: readonly unknown[]) => take(collection, key),
};
const iterated = {
  clear: (collection: Collection) => {
    for (const key of keysOf(collection)) take(collection, key);
  },
  ...Object.fromEntries(
    kinds.map((kind) => [kind, (collection: Collection) => iteratorOf(collection, kind)]),
  ),
};
const weak =
  (method: string) =>
  (collection: Weak, [key, value]: readonly unknown[]) => {
    noteWeakEntry(method, collection, key);
    return method === 'delete' ? take(collection, key) : put(collection, key, value);
  };
const ofMap = {
  get: (collection: Collection, [key]: readonly unknown[]) => entryAt(collection, key),
  set: (collection: Collection, [key, value]: readonly unknown[]) => put(collection, key, value),
};
const ofSet = {
  add: (collection: Collection, [member]: readonly unknown[]) => put(collection, member, undefined),
};
answer(Map, { ...shared, ...iterated, ...ofMap });
answer(Set, { ...shared, ...iterated, ...ofSet });
answer(WeakMap, { ...shared, get: ofMap.get, set: weak('set'), delete: weak('delete') });
answer(WeakSet, { ...shared, add: weak('add'), delete: weak('delete') });
