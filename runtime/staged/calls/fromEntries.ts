import { currentLocation, isTracing } from '../../trace/session.js';
import { collected } from '../arrays/listUses.js';
import { callOnEntries } from '../collections/guards.js';
import type { Source } from '../collections/iteration.js';
import { sourceIn } from '../collections/visits.js';
import { iterated } from '../exceptions/iterated.js';
import { stagedListOf } from '../lists/heldList.js';
import { for_stmt } from '../loops/forStatement.js';
import { set_item } from '../objects/items.js';
import { listedItems } from '../objects/listing.js';
import { isTextTensor } from '../objects/textKeys.js';
import { eitherOf } from '../objects/variantTests.js';
import { made } from '../state/creation.js';
import { contentsState } from '../state/state.js';
import { keysOf } from '../values/entries.js';
import { isOrdered, isUncertain, presenceOfKey } from '../values/entryPresence.js';
import { markPropertiesUnordered, setPropertyPresence } from '../values/propertyPresence.js';

/** `Object.fromEntries(given)` where a tensor decides which pairs there are, or about a key; undefined for any other call. */
export function fromEntries(f: unknown, given: unknown): (() => object) | undefined {
  if (f !== Object.fromEntries || !isTracing()) return undefined;
  const pairs = iterated(given);
  const source = sourceIn(pairs);
  if (source !== undefined && isUncertain(source.collection))
    return () => ofUnorderedMap(source) ?? assigned(pairs);
  const items = collected(pairs);
  if (isDecided(items)) return () => assigned(items);
  return items === given ? undefined : () => Object.fromEntries(items as []);
}

function isDecided(items: unknown): boolean {
  if (eitherOf(items) !== undefined || listedItems(items) !== undefined) return true;
  if (!Array.isArray(items)) return false;
  return stagedListOf(items) !== undefined || items.some(hasChosenKey);
}

function hasChosenKey(pair: unknown): boolean {
  return eitherOf(pair) !== undefined || (Array.isArray(pair) && isTextTensor(pair[0]));
}

function assigned(pairs: unknown): object {
  const object = made({});
  const assign = (pair: unknown) => {
    const [key, value] = pair as readonly unknown[];
    set_item(object, key, value, null);
  };
  const open = contentsState('the properties of an object', object);
  for_stmt(pairs, assign, null, open, currentLocation());
  return object;
}

/** Of one whose keys are texts, since the properties have no order then either; undefined of anything else. */
function ofUnorderedMap({ collection, kind, seen }: Source): object | undefined {
  if (isOrdered(collection) || kind !== 'entries' || seen.size > 0) return undefined;
  const keys = keysOf(collection);
  if (!keys.every((key) => typeof key === 'string')) return undefined;
  const object: Record<string, unknown> = made({});
  for (const key of keys) {
    const presence = presenceOfKey(collection, key);
    if (presence === false) continue;
    object[key] = callOnEntries(Map.prototype.get, collection, [key])!();
    setPropertyPresence(object, key, presence);
  }
  markPropertiesUnordered(object);
  return object;
}
