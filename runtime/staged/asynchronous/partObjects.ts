import type { Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { isStagedText, textOf } from '../../trace/unstagedText.js';
import { uncertainUse } from '../collections/errors.js';
import { arrayOf, stagedListOf } from '../lists/stagedList.js';
import { contentsOf, setContents } from '../state/snapshot.js';
import { collectConstructed } from '../values/constructed.js';
import { rowsOfCollection } from '../values/entries.js';
import { type Collection, isCollection } from '../values/entryPresence.js';
import { classInstanceOf, type Instance, writeProperties } from '../values/instance.js';
import { ownKeys, takeProperties, uncertainKeys } from '../values/propertyPresence.js';
import { accessorsOf, isPlainObject, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { leavesOf, mapParts, tensorsOf } from './partValues.js';

/*
 * What a part of a function takes and gives. Arrays, object literals, collections and objects of staged classes are to its
 * graph what they hold, so that there is one graph for the objects of every call, and each is left as the part leaves it.
 */

/** Stands for an object, by its number. */
class Reference {
  constructor(readonly index: number) {}
}

const references: Reference[] = [];

function referenceTo(index: number): Reference {
  references[index] ??= new Reference(index);
  return references[index];
}

/** A class of the program's, as that of objects which hold nothing yet. */
class Kind {
  readonly #like: Instance;

  private constructor(instance: Instance) {
    this.#like = instance.withProperties([], []);
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
  readonly kind: Kind | 'array' | 'map' | 'set' | 'record' | 'record without prototype';
  /** Of its properties; private fields come behind them, and elements and entries have none. */
  readonly keys: readonly PropertyKey[];
  /** Of an array whose length the part decides, that array. */
  readonly values: readonly unknown[];
  /** Its getters and setters, where it is an object literal. */
  readonly code: readonly unknown[];
}

/** Values in which a number stands for each object, and what those hold. */
export interface Encoded {
  readonly values: readonly unknown[];
  readonly contents: readonly Contents[];
}

/** The objects among the variables of a part, which it changes in place. */
export class PartObjects {
  readonly #objects: object[] = [];
  /** Puts back what they held when they were encoded. */
  readonly #restores: (() => void)[] = [];
  /** Where of objects of classes only those count that are known by now, and these. */
  #made: WeakSet<object> | null = null;

  /** `appended`: arrays of which the graph knows nothing but what the part pushes. */
  constructor(private readonly appended: ReadonlySet<unknown>) {}

  /** Those that have numbers. */
  get all(): readonly object[] {
    return this.#objects;
  }

  /** Has each object hold what it held. */
  restore(): void {
    for (const restore of this.#restores) restore();
  }

  /** Runs the part's code. What it leaves are these objects, and those that it makes. */
  changedBy<T>(code: () => T): { result: T; left: PartObjects } {
    const left = new PartObjects(new Set());
    left.#objects.push(...this.#objects);
    left.#made = new WeakSet();
    return { result: collectConstructed(left.#made, code), left };
  }

  encode(values: readonly unknown[]): Encoded {
    const encoded = values.map((value) => this.#encode(value, 0));
    const contents: Contents[] = [];
    // What one holds may be another one.
    for (let index = 0; index < this.#objects.length; index++)
      contents.push(this.#contentsOf(this.#objects[index]!));
    return { values: encoded, contents };
  }

  #encode(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || isTensor(value) || depth > deepest)
      return value;
    const index = this.#objects.indexOf(value);
    if (index >= 0) return referenceTo(index);
    if (this.#isObject(value)) return referenceTo(this.#objects.push(value) - 1);
    return mapParts(value, (part) => this.#encode(part, depth + 1)) ?? value;
  }

  /** Whether it can be told what it holds, and be given something else to hold. */
  #isObject(value: object): boolean {
    if (Object.isFrozen(value) || isUndecided(value)) return false;
    if (Array.isArray(value) || isPlainObject(value) || isCollection(value)) return true;
    return (this.#made === null || this.#made.has(value)) && instanceIn(value) !== null;
  }

  #contentsOf(object: object): Contents {
    const encoded = (values: readonly unknown[]): unknown[] =>
      values.map((value) => this.#encode(value, 0));
    if (Array.isArray(object) || isCollection(object)) {
      const before = contentsOf(object);
      this.#restores.push(() => setContents(object, before as object));
      if (!Array.isArray(object)) return collected(object, encoded);
      const list = stagedListOf(object);
      if (list !== undefined) return { ...elements, values: arrayOf(list) };
      const values = this.appended.has(object) ? [] : encoded(Array.from(object));
      return { ...elements, values };
    }
    if (isUndecided(object)) throw undecidedProperties(object);
    const held = isPlainObject(object) ? recordIn(object) : propertiesIn(instanceIn(object)!);
    this.#restores.push(() => {
      fill(object, held, held.values);
      takeProperties(object, {});
    });
    return { ...held, values: encoded(held.values) };
  }
}

const deepest = 100;

/** Whether a tensor of a graph decides what there is in it. */
function isUndecided(value: object): boolean {
  if (Array.isArray(value)) return stagedListOf(value) !== undefined;
  if (isCollection(value)) return Object.hasOwn(value, 'size');
  return uncertainKeys(value).length > 0;
}

function collected(
  collection: Collection,
  encoded: (values: readonly unknown[]) => unknown[],
): Contents {
  if (isUndecided(collection)) throw uncertainUse(collection);
  if (collection instanceof Set)
    return { ...elements, kind: 'set', values: encoded([...collection]) };
  const held = encoded([...collection.values()]);
  const entries = [...collection.keys()].map((key, index) => [key, held[index]]);
  return { ...elements, kind: 'map', values: entries };
}

function instanceIn(value: object): Instance | null {
  const instance = classInstanceOf(value);
  return instance !== null && isOfStagedClass(instance.prototype) ? instance : null;
}

function recordIn(object: object): Contents {
  const own = ownKeys(object);
  const accessors = accessorsOf(object, own);
  const keys = own.filter((key) => !accessors.has(key));
  return {
    kind: Object.getPrototypeOf(object) === null ? 'record without prototype' : 'record',
    keys,
    values: keys.map((key) => Reflect.get(object, key) as unknown),
    code: [...accessors.values()].flatMap(({ get, set }): unknown[] => [get, set]),
  };
}

function propertiesIn(instance: Instance): Contents {
  const { keys, values } = instance;
  return { kind: Kind.of(instance), keys, values, code: [] };
}

const elements: Contents = { kind: 'array', keys: [], values: [], code: [] };

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
      return {};
    case 'record without prototype':
      return Object.create(null) as object;
    default:
      return kind.make();
  }
}

/** Has an object hold this. */
export function fill(object: object, { kind, keys }: Contents, values: readonly unknown[]): void {
  switch (kind) {
    case 'array':
      setContents(object, values as object);
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
    default:
      kind.write(object, keys, values);
  }
}

/** What the values are of: properties by their keys; elements, entries and private fields by their places. */
export function namesOf({ keys, values }: Contents): readonly PropertyKey[] {
  return values.map((_, place) => keys[place] ?? place - keys.length);
}

/** The value with each reference in it replaced by the object that has its number. */
export function decode(value: unknown, objects: readonly object[]): unknown {
  if (value instanceof Reference) return objects[value.index];
  return mapParts(value, (part) => decode(part, objects)) ?? value;
}

/** As `decode`, with containers of its own, which a trace may change. */
export function decodedCopy(value: unknown, objects: readonly object[]): unknown {
  if (value instanceof Reference) return objects[value.index];
  const copy = (part: unknown): unknown => decodedCopy(part, objects);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copy(item)]));
  if (value instanceof Set) return new Set(value);
  const node = Array.isArray(value) || isPlainObject(value) ? nodeOf(value) : null;
  return node === null ? value : node.rebuild(node.children.map(copy));
}

/** What code that is not staged does with numbers it cannot do with tensors. A class without methods does nothing. */
function isOfStagedClass(prototype: object): boolean {
  for (let owner = prototype; ; owner = Object.getPrototypeOf(owner) as object) {
    if (owner === null || owner === Object.prototype) return true;
    const hasMethods = Reflect.ownKeys(owner).length > 1;
    if (hasMethods && !isStagedText(textOf(owner.constructor))) return false;
  }
}

/** The tensors that are no variables in values, and in the objects among them. */
export function tensorsIn(values: readonly unknown[]): Tensor[] {
  const { values: own, contents } = new PartObjects(new Set()).encode(values);
  return [...own, contents].flatMap(tensorsOf);
}

/** How many leaves there are in values and in the objects that can be reached from them. */
export function sizeOf(values: readonly unknown[], contentsAt: (index: number) => unknown): number {
  const seen = new Set<number>();
  const visit = (value: unknown): number => {
    let size = 0;
    for (const leaf of leavesOf(value)) {
      if (!(leaf instanceof Reference)) size++;
      else if (!seen.has(leaf.index)) {
        seen.add(leaf.index);
        size += visit(contentsAt(leaf.index));
      }
    }
    return size;
  };
  return visit(values);
}

function undecidedProperties(object: object): StagingError {
  const keys = uncertainKeys(object).map(String).join(', ');
  return new StagingError(
    'branch-sizes-differ',
    `A tensor decides whether an object has ${keys}, which only some branches or iterations give it, when a part of the function ends, ` +
      'behind which the object is still known: a for await loop begins or ends there, or an iteration of it.',
    currentLocation(),
    'Give it all its properties before (`{ last: 0 }`), and keep whether they are set in a property of their own.',
  );
}
