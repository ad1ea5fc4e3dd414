import { StagingError } from '../../errors.js';
import { refuseAsResult } from '../../function/signature/refusedResult.js';
import type { SourceLocation } from '../../graph/types.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { currentLocation } from '../../trace/session.js';
import type { Presence } from './entryPresence.js';
import { noteShadowing } from './inheritedProperties.js';

/*
 * An object of which a tensor decides which properties it has, since a branch or loop has added or deleted them: it has
 * them all, and keeps under a symbol for each of these the bool tensor that says whether it is there. JavaScript's own
 * spread, rest and Object.assign take that with the properties.
 */

const tableKey = Symbol('use-graph.properties');

interface Table {
  readonly entries: ReadonlyMap<PropertyKey, Uncertain>;
  readonly isOrdered: boolean;
}

/** It counts as long as the property has this value: a later assignment makes it certain. */
interface Uncertain {
  readonly presence: Presence;
  readonly value: unknown;
  /** Of what decides, for errors. */
  readonly location: SourceLocation | null;
}

const certain: Table = { entries: new Map(), isOrdered: true };

function tableOf(object: object): Table {
  const property = Object.getOwnPropertyDescriptor(object, tableKey);
  return (property?.value as Table | undefined) ?? certain;
}

function setTable(object: object, table: Table): void {
  if (table.entries.size === 0 && table.isOrdered) Reflect.deleteProperty(object, tableKey);
  else {
    const options = { configurable: true, enumerable: true, writable: true };
    refuseAsResult(table, uncertainResult);
    Object.defineProperty(object, tableKey, { ...options, value: table });
  }
}

/** What is copied of an object: its enumerable properties, those whose keys are symbols too. */
export function ownKeys(object: object): PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(object).filter(
    (key) => key !== tableKey && Object.prototype.propertyIsEnumerable.call(object, key),
  );
  return [...Object.keys(object), ...symbols];
}

/** Whether a symbol is none of the program's. */
export function isOfTable(key: unknown): boolean {
  return key === tableKey;
}

/** A key as JavaScript lists it: `o[2]` is the property `'2'`. */
export function listedKey(key: PropertyKey): string | symbol {
  return typeof key === 'symbol' ? key : String(key);
}

/** Whether JavaScript lists the property among the numbers, before all others. */
export function isIndexKey(key: PropertyKey): boolean {
  return typeof key !== 'symbol' && String(Number(key) >>> 0) === String(key);
}

/** What the state holds of whether the object has the property itself: nothing that is known of the branches around. */
export function propertyInState(object: object, key: PropertyKey): Presence {
  const property = Object.getOwnPropertyDescriptor(object, key);
  if (property === undefined) return false;
  const entry = tableOf(object).entries.get(listedKey(key));
  if (entry !== undefined && Object.is(entry.value, property.value)) return entry.presence;
  return true;
}

/** Whether the object has the property itself, as the branches around know it. */
export function presenceOfProperty(object: object, key: PropertyKey): Presence {
  const presence = propertyInState(object, key);
  return knownToHold(presence) ?? presence;
}

/** Tells when the property is there that the object holds. */
export function setPropertyPresence(object: object, key: PropertyKey, presence: Presence): void {
  const table = tableOf(object);
  const entries = new Map(table.entries);
  if (presence === true) entries.delete(listedKey(key));
  else {
    entries.set(listedKey(key), uncertain(object, key, presence));
    noteUncertain(object, key);
  }
  if (presence !== true || table !== certain) setTable(object, { ...table, entries });
}

/** Those of its properties about which a tensor decides; of a copy in a state, which may know of one that it is there, too. */
export function uncertainKeys(object: object): PropertyKey[] {
  return [...tableOf(object).entries]
    .filter(([key, { value }]) =>
      Object.is(Object.getOwnPropertyDescriptor(object, key)?.value, value),
    )
    .map(([key]) => key);
}

/** Tells when the properties with the keys are there that a new object holds. */
export function noteProperties(
  copy: object,
  isOrdered: boolean,
  keys: readonly PropertyKey[],
  presences: readonly unknown[],
): void {
  if (keys.length === 0 && isOrdered) return;
  const entries = keys.map((key, index): [PropertyKey, Uncertain] => [
    key,
    uncertain(copy, key, presences[index] as Presence),
  ]);
  setTable(copy, { entries: new Map(entries), isOrdered });
}

/** Makes an object know of its properties what a copy knows, and have those that are there for sure. */
export function takeProperties(object: object, copy: object): void {
  const { entries, isOrdered } = tableOf(copy);
  if (entries.size === 0 && isOrdered && tableOf(object) === certain) return;
  for (const [key, { presence }] of entries)
    if (presence === false) Reflect.deleteProperty(object, key);
  const open = [...entries].filter(([, { presence }]) => typeof presence !== 'boolean');
  noteProperties(
    object,
    isOrdered,
    open.map(([key]) => key),
    open.map(([, { presence }]) => presence),
  );
  for (const [key] of open) noteUncertain(object, key);
  if (open.length === 0) setTable(object, { ...certain, isOrdered });
}

/** Which properties an object has, as the state has it: each key with whether it is there. */
export class Keys {
  constructor(readonly object: object) {}

  get rows(): [PropertyKey, Presence][] {
    return ownKeys(this.object)
      .map((key): [PropertyKey, Presence] => [key, propertyInState(this.object, key)])
      .filter(([, presence]) => presence !== false);
  }

  /** Properties that are new are undefined; those that are the same up to some place stay where they are. */
  set rows(rows: readonly (readonly unknown[])[]) {
    const { object } = this;
    const wanted = rows.map(([key]) => key as PropertyKey);
    const present = ownKeys(object);
    const kept = present.findIndex((key, index) => key !== wanted[index]);
    const moved = new Map<PropertyKey, PropertyDescriptor>();
    for (const key of kept === -1 ? [] : present.slice(kept)) {
      moved.set(key, Object.getOwnPropertyDescriptor(object, key)!);
      Reflect.deleteProperty(object, key);
    }
    for (const [key, presence] of rows as [PropertyKey, Presence][]) {
      if (!Object.hasOwn(object, key)) {
        const empty = { configurable: true, enumerable: true, writable: true, value: undefined };
        Object.defineProperty(object, key, moved.get(key) ?? empty);
      }
      setPropertyPresence(object, key, presence);
    }
    const table = tableOf(object);
    if (!table.isOrdered && arePropertiesOrdered(object))
      setTable(object, { ...table, isOrdered: true });
  }
}

const all = new WeakMap<object, Keys>();

export function keysOfObject(object: object): Keys {
  const keys = all.get(object) ?? new Keys(object);
  all.set(object, keys);
  return keys;
}

/** Of one property besides those that are numbers, or none, there is no order. */
export function arePropertiesOrdered(object: object): boolean {
  if (tableOf(object).isOrdered) return true;
  return ownKeys(object).filter((key) => !isIndexKey(key)).length < 2;
}

/** Tells that the order of the properties depends on a tensor. */
export function markPropertiesUnordered(object: object): void {
  setTable(object, { ...tableOf(object), isOrdered: false });
}

function uncertainResult(object: object): StagingError | undefined {
  const keys = uncertainKeys(object);
  if (keys.length === 0) return undefined;
  const { location } = tableOf(object).entries.get(keys[0]!)!;
  const names = keys.map(String);
  const what =
    names.length === 1
      ? `whether the object with ${ownKeys(object).map(String).join(', ')} has ${names[0]}`
      : `which of the properties ${names.join(', ')} an object has`;
  return new StagingError(
    'branch-sizes-differ',
    `A tensor decides ${what}, which only some branches or iterations give it: no graph can return it.`,
    location,
    `Return what you need of it (\`'${names[0]}' in o\`, \`o.${names[0]} ?? 0\`), or give it all its properties before.`,
  );
}

function noteUncertain(object: object, key: PropertyKey): void {
  const isUncertain = () => typeof propertyInState(object, key) !== 'boolean';
  noteShadowing({ object, key, isUncertain });
}

function uncertain(object: object, key: PropertyKey, presence: Presence): Uncertain {
  return { presence, value: Reflect.get(object, key), location: currentLocation() };
}
