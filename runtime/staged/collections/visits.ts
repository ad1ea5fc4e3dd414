import { currentLocation, isTracing } from '../../trace/session.js';
import { if_stmt } from '../branches/ifStatement.js';
import { arrayOf, stagedListOf } from '../lists/heldList.js';
import { pushTo } from '../lists/joined.js';
import { sampleOf } from '../lists/samples.js';
import { StagedList } from '../lists/stagedList.js';
import { contentsState } from '../state/state.js';
import { describeValue } from '../values/describeValue.js';
import {
  type Collection,
  isCollection,
  isUncertain,
  keyArraysOf,
  setPresence,
} from '../values/entryPresence.js';
import { isTensor } from '../values/tensors.js';
import { entriesUnlike } from './errors.js';
import { nativeOf } from './guards.js';
import { itemsOfSource, kindOf, knownSource, type Source, sourceOf } from './iteration.js';
import { put } from './methods.js';

/* What staged code makes of all entries of a Map or Set, or of an iterator of one: a loop, an array, another collection. */

/** The Map or Set that an iteration goes through, or an iterator of one. */
export function sourceIn(value: unknown): Source | undefined {
  if (!isTracing() || typeof value !== 'object' || value === null) return undefined;
  const known = knownSource(value);
  if (known !== undefined || !isCollection(value)) return known;
  const kind = kindOf(value, nativeOf(value[Symbol.iterator]));
  return kind === undefined ? undefined : sourceOf(value, kind);
}

/** Of a collection whose keys are in an array, or of an iterator of one, an array of what it holds now; undefined for any other value. */
export function keptArray(value: unknown): unknown[] | undefined {
  const source = sourceIn(value);
  return source && arrayOfKeys(source);
}

function arrayOfKeys({ collection, kind }: Source): unknown[] | undefined {
  const arrays = keyArraysOf(collection);
  if (arrays === undefined) return undefined;
  const { keys, values = keys } = arrays;
  if (kind === 'entries') return pairs(keys, values);
  return kind === 'values' ? values : keys;
}

/** `[[key, value], …]` */
function pairs(keys: unknown[], values: unknown[]): unknown[] {
  const [one, other] = [stagedListOf(keys), stagedListOf(values)];
  if (one === undefined || other === undefined)
    return keys.map((key, place) => [key, values[place]]);
  const template = [one.template, other.template];
  const shared = other.shared?.copied();
  return arrayOf(
    new StagedList(
      other.name,
      template,
      [...one.columns, ...other.columns],
      one.size,
      undefined,
      shared,
    ),
  );
}

/** Such a collection, or its iterator, as an array, whose length a tensor decides; any other value as it is. */
export function asArray(value: unknown): unknown {
  const source = sourceIn(value);
  if (source === undefined || !isUncertain(source.collection)) return value;
  const inArrays = arrayOfKeys(source);
  if (inArrays !== undefined) return inArrays;
  const items = [...itemsOfSource(source)];
  if (items.length > 0 && sampleOf(items.map(([item]) => item)) === null)
    throw entriesUnlike(source.collection);
  const array: unknown[] = [];
  const open = contentsState(`the entries of ${describeValue(source.collection)}`, array);
  for (const [item, presence] of items) {
    const push = () => pushTo(array, item);
    if (isTensor(presence)) if_stmt(presence, push, () => {}, open, currentLocation());
    else push();
  }
  return array;
}

/**
 * `new Map(x)` or `new Set(x)`, where x is such a collection or an iterator of one; undefined for any other call. `copyOf` gives what
 * the copy has in the place of a key or value.
 */
export function copiedCollection(
  C: unknown,
  value: unknown,
  copyOf: (part: unknown) => unknown = (part) => part,
): Collection | undefined {
  const source = sourceIn(value);
  if (source === undefined || !isUncertain(source.collection)) return undefined;
  if ((C !== Map && C !== Set) || keyArraysOf(source.collection) !== undefined) return undefined;
  const copy: Collection = C === Map ? new Map() : new Set();
  for (const [item, presence] of itemsOfSource(source)) {
    const [key, held] = (C === Map ? (item as [unknown, unknown]) : [item]).map(copyOf);
    put(copy, key, held);
    setPresence(copy, key, presence);
  }
  return copy;
}
