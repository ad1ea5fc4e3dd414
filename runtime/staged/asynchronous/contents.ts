import type { StagingError } from '../../errors.js';
import { tellsOfFields } from '../../function/signature/privateFields.js';
import { errorHere } from '../../trace/errorHere.js';
import { isStagedText, onlyHolds, textOf } from '../../trace/unstagedText.js';
import { uncertainUse } from '../collections/errors.js';
import { stagedListOf } from '../lists/heldList.js';
import { setContents } from '../state/snapshot.js';
import type { AnyFunction } from '../values/chosenFunction.js';
import { possibleInstanceOf } from '../values/classInstances.js';
import { keyOf, rowsOfCollection } from '../values/entries.js';
import { type Collection, isCollection, isOrdered, keyArraysOf } from '../values/entryPresence.js';
import { type Fixed, fixedOf } from '../values/fixedness.js';
import { markHoles } from '../values/holes.js';
import { type Instance, writeProperties } from '../values/instance.js';
import { arePropertiesOrdered, ownKeys, uncertainKeys } from '../values/propertyPresence.js';
import { accessorsOf, withParts } from '../values/structure.js';
import { absent, decision } from './decisions.js';
import type { Found } from './foundObjects.js';
import type { Known, ObjectRow } from './later.js';

/* What an object among the variables of a part holds. */

/** A class of the program's, as that of objects which hold nothing yet. */
export class Kind {
  readonly #like: Instance;

  private constructor(instance: Instance) {
    this.#like = instance.withProperties([], [])[withParts]([], '');
  }

  /** The same one for all objects of a class. */
  static of(instance: Instance): Kind {
    let kind = kinds.get(instance.prototype);
    if (kind === undefined) {
      kind = new Kind(instance);
      kinds.set(instance.prototype, kind);
    }
    return kind;
  }

  make(): object {
    return this.#like.make([]);
  }

  write(object: object, keys: readonly PropertyKey[], values: readonly unknown[]): void {
    this.#like.withProperties(keys, values).write(object);
  }
}

const kinds = new WeakMap<object, Kind>();

/** What an object holds: the elements of an array, the entries of a collection, or properties and private fields. */
export interface Contents {
  readonly kind: Kind | 'array' | 'map' | 'set' | 'record' | 'record without prototype' | 'class';
  /** Of its properties, those of an array beside its elements; private fields, elements and entries come behind them. */
  readonly keys: readonly PropertyKey[];
  /** Of an array whose length the part decides, that array. */
  readonly values: readonly unknown[];
  /** Its getters and setters, where it is an object literal. */
  readonly code: readonly unknown[];
  /** The places of an array that have no elements. */
  readonly holes: readonly number[];
  readonly fixed: Fixed;
  /** Of one that others have as well. */
  readonly found: Found | null;
}

/** Whether a tensor of a graph decides what there is in it, and nothing can be read that tells. */
export function isUndecided(value: object): boolean {
  if (Array.isArray(value)) return stagedListOf(value) !== undefined;
  if (isCollection(value)) return keyArraysOf(value) !== undefined || !isOrdered(value);
  return !arePropertiesOrdered(value);
}

export function collected(
  collection: Collection,
  encoded: (values: readonly unknown[]) => unknown[],
): Contents {
  if (isUndecided(collection)) throw uncertainUse(collection);
  const isSet = collection instanceof Set;
  const rows = rowsOfCollection(collection);
  const keys = encoded(rows.map(keyOf));
  const items = isSet ? keys : encoded(rows.map(([, value]) => value));
  const values = rows.map((row, index) =>
    decision(row.at(-1), isSet ? keys[index] : [keys[index], items[index]], absent),
  );
  return { ...elements, kind: isSet ? 'set' : 'map', values };
}

export function instanceIn(value: object): Instance | null {
  const instance = possibleInstanceOf(value);
  return instance !== null && isOfStagedClass(instance.prototype) ? instance : null;
}

export function recordIn(object: object): Contents {
  const own = ownKeys(object);
  const accessors = accessorsOf(object, own);
  const keys = own.filter((key) => !accessors.has(key));
  return {
    kind: Object.getPrototypeOf(object) === null ? 'record without prototype' : 'record',
    keys,
    values: keys.map((key) => Reflect.get(object, key) as unknown),
    code: [...accessors.values()].flatMap(({ get, set }): unknown[] => [get, set]),
    holes: [],
    fixed: fixedOf(object),
    found: null,
  };
}

export function propertiesIn(instance: Instance): Contents {
  const { keys, values } = instance;
  return { kind: Kind.of(instance), keys, values, code: [], holes: [], fixed: '', found: null };
}

/** Whether it is a class with static properties. */
export function hasStatics(value: unknown): value is AnyFunction {
  const isClass = typeof value === 'function' && /^class\b/.test(textOf(value));
  return isClass && Object.keys(value).length > 0;
}

export function staticsIn(owner: object): Contents {
  const keys = Object.keys(owner);
  const values = keys.map((key) => Reflect.get(owner, key) as unknown);
  return { ...elements, kind: 'class', keys, values };
}

/** Those of an object that a row of tensors stands for. */
export function rowContents({ instance, values }: ObjectRow): Contents {
  return { ...propertiesIn(instance), values };
}

export const elements: Contents = {
  kind: 'array',
  keys: [],
  values: [],
  code: [],
  holes: [],
  fixed: '',
  found: null,
};

/** A new object for what it is to hold. */
export function emptyObject({ kind }: Contents): object {
  switch (kind) {
    case 'array':
      return [];
    case 'map':
      return new Map();
    case 'set':
      return new Set();
    case 'record':
    case 'class':
      return {};
    case 'record without prototype':
      return Object.create(null) as object;
    default:
      return kind.make();
  }
}

/** Has an object hold this. */
export function fill(object: object, contents: Contents, values: readonly unknown[]): void {
  const { kind, keys } = contents;
  switch (kind) {
    case 'array':
      fillArray(object as unknown[], contents, values);
      break;
    case 'map':
      setContents(object, rowsOfCollection(new Map(values as [unknown, unknown][])));
      break;
    case 'set':
      setContents(object, rowsOfCollection(new Set(values)));
      break;
    case 'record':
    case 'record without prototype':
      writeProperties(object, keys, values);
      break;
    case 'class':
      for (const key of Object.keys(object))
        if (!keys.includes(key)) Reflect.deleteProperty(object, key);
      for (const [place, key] of keys.entries()) Reflect.set(object, key, values[place]);
      break;
    default:
      kind.write(object, keys, values);
  }
}

/** What there is of it, as tensors have decided. */
export function decidedContents(contents: Contents, known: Known): Contents {
  const values = known.settled(contents.values) as readonly unknown[];
  const isThere = (_: unknown, place: number): boolean => values[place] !== absent;
  return { ...contents, keys: contents.keys.filter(isThere), values: values.filter(isThere) };
}

/** What the values are of: properties by their keys; elements, entries and private fields by their places. */
export function namesOf({ keys, values }: Contents): readonly PropertyKey[] {
  return values.map((_, place) => keys[place] ?? place - keys.length);
}

export function valuesByName(contents: Contents | undefined): ReadonlyMap<PropertyKey, unknown> {
  if (contents === undefined) return new Map();
  return new Map(namesOf(contents).map((name, place) => [name, contents.values[place]]));
}

/** Of an array its elements, the places that have none, and its properties. */
export function arrayIn(array: readonly unknown[]): Contents {
  const keys = propertiesOfArray(array);
  const values = [...keys.map((key) => Reflect.get(array, key) as unknown), ...Array.from(array)];
  return { ...elements, keys, values, holes: holesIn(array), fixed: fixedOf(array) };
}

function propertiesOfArray(array: readonly unknown[]): PropertyKey[] {
  return Object.keys(array).filter((key) => !/^\d+$/.test(key));
}

function holesIn(array: readonly unknown[]): number[] {
  return [...array.keys()].filter((place) => !(place in array));
}

function fillArray(array: unknown[], { keys, holes }: Contents, values: readonly unknown[]): void {
  setContents(array, keys.length === 0 ? values : values.slice(keys.length));
  for (const key of propertiesOfArray(array))
    if (!keys.includes(key)) Reflect.deleteProperty(array, key);
  for (const [index, key] of keys.entries()) Reflect.set(array, key, values[index]);
  for (const place of holes) Reflect.deleteProperty(array, place);
  if (holes.length > 0) markHoles(array);
}

/** What code that is not staged does with numbers it cannot do with tensors. A class without methods does nothing. */
function isOfStagedClass(prototype: object): boolean {
  for (let owner = prototype; ; owner = Object.getPrototypeOf(owner) as object) {
    if (owner === null || owner === Object.prototype) return true;
    const hasMethods = Reflect.ownKeys(owner).length > 1;
    if (hasMethods && !tellsOfFields(owner) && !canHoldTensors(textOf(owner.constructor)))
      return false;
  }
}

function canHoldTensors(text: string): boolean {
  return isStagedText(text) || onlyHolds(text);
}

export function undecidedProperties(object: object): StagingError {
  const keys = uncertainKeys(object).map(String).join(', ');
  return errorHere(
    'branch-sizes-differ',
    `A tensor decides whether an object has ${keys}, which only some branches or iterations give it, where ` +
      'a for await loop, or an iteration of it, begins or ends.',
    'Give it all its properties before (`{ last: 0 }`), and keep whether they are set in a property of their own.',
  );
}
