import type { Tensor } from '@tensorflow/tfjs-core';
import { isStagedText, textOf } from '../../trace/unstagedText.js';
import { collectConstructed } from '../values/constructed.js';
import { classInstanceOf, Instance } from '../values/instance.js';
import { ownKeys } from '../values/propertyPresence.js';
import {
  accessorsOf,
  areSame,
  compositeLabels,
  isPlainObject,
  withParts,
} from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { mapParts, tensorsOf } from './partValues.js';

/*
 * What a part of a function takes and gives. An object of a staged class is to its graph what it holds, so that there is one
 * graph for the objects of every call, and each is left as the part's statements leave it.
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

/** A class with the properties that an object has. */
class Kind {
  readonly #like: Instance;

  /** What the program calls the properties. */
  get names(): readonly string[] {
    return this.#like[compositeLabels];
  }

  private constructor(instance: Instance) {
    this.#like = instance[withParts](instance.values.map(() => undefined));
  }

  /** The same one for objects of the same kind. */
  static of(instance: Instance): Kind {
    const known = kinds.get(instance.prototype) ?? [];
    let found = known.find((kind) => areSame(kind.#like.keys, instance.keys));
    if (found === undefined) {
      found = new Kind(instance);
      kinds.set(instance.prototype, [...known, found]);
    }
    return found;
  }

  make(): object {
    return this.#like.make(this.#like.values);
  }

  write(object: object, values: readonly unknown[]): void {
    this.#like[withParts](values).write(object);
  }
}

const kinds = new WeakMap<object, readonly Kind[]>();

/** What an object holds: values of properties, and of private fields. */
export interface Contents {
  readonly kind: Kind;
  readonly values: readonly unknown[];
  /** Its getters and setters, where it is an object literal. */
  readonly code: readonly unknown[];
}

/** Values in which a number stands for each object, and what those hold. */
export interface Encoded {
  readonly values: readonly unknown[];
  readonly contents: readonly Contents[];
}

/** The objects among the variables of a part. */
export class PartObjects {
  readonly #objects: object[] = [];
  /** What they held when they were encoded. */
  readonly #held: Instance[] = [];
  /** Where only those count that are known by now, and these. */
  #made: WeakSet<object> | null = null;

  constructor(
    /** The function's `this`, whose class may be none. */
    private readonly self: unknown,
    /** Arrays of which the graph knows nothing but what the part pushes. */
    private readonly appended: ReadonlySet<unknown>,
  ) {}

  /** Those that have numbers. */
  get all(): readonly object[] {
    return this.#objects;
  }

  /** What one of them held, by the names of its properties. */
  heldBy(index: number): ReadonlyMap<string, unknown> {
    const held = this.#held[index];
    return new Map(held?.[compositeLabels].map((name, part) => [name, held.values[part]]));
  }

  /** Has each object hold what it held. */
  restore(): void {
    for (const [index, held] of this.#held.entries()) held.write(this.#objects[index]!);
  }

  /** Runs the part's code. What it leaves are these objects, and those that it makes. */
  changedBy<T>(code: () => T): { result: T; left: PartObjects } {
    const left = new PartObjects(this.self, new Set());
    left.#objects.push(...this.#objects);
    left.#made = new WeakSet();
    return { result: collectConstructed(left.#made, code), left };
  }

  encode(values: readonly unknown[]): Encoded {
    const encoded = values.map((value) => this.#encode(value, 0));
    const contents: Contents[] = [];
    // What one holds may be another one.
    for (let index = 0; index < this.#objects.length; index++) {
      const instance = this.#instanceOf(this.#objects[index]!)!;
      this.#held.push(instance);
      const values = instance.values.map((value) => this.#encode(value, 0));
      contents.push({ kind: Kind.of(instance), values, code: accessorsIn(this.#objects[index]!) });
    }
    return { values: encoded, contents };
  }

  #encode(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null || isTensor(value) || depth > deepest)
      return value;
    const index = this.#objects.indexOf(value);
    if (index >= 0) return referenceTo(index);
    if (this.appended.has(value)) return [];
    if (value !== this.self || !isPlainObject(value)) {
      const parts = mapParts(value, (part) => this.#encode(part, depth + 1));
      if (parts !== null) return parts;
    }
    const isKnown = this.#made === null || this.#made.has(value);
    if (!isKnown || this.#instanceOf(value) === null) return value;
    return referenceTo(this.#objects.push(value) - 1);
  }

  #instanceOf(value: object): Instance | null {
    if (isPlainObject(value)) return recordOf(value);
    const instance = classInstanceOf(value);
    if (instance === null || instance.isFrozen || !isOfStagedClass(instance.prototype)) return null;
    return instance.keys.every((key) => typeof key === 'string') ? instance : null;
  }
}

const deepest = 100;

/** An object literal as an object of a class without methods. */
function recordOf(object: object): Instance | null {
  if (Object.isFrozen(object)) return null;
  const accessors = accessorsOf(object, ownKeys(object));
  const keys = ownKeys(object).filter((key) => !accessors.has(key));
  const values = keys.map((key) => Reflect.get(object, key) as unknown);
  return new Instance(Object.prototype, keys, values, false);
}

function accessorsIn(object: object): unknown[] {
  if (!isPlainObject(object)) return [];
  const accessors = [...accessorsOf(object, ownKeys(object)).values()];
  return accessors.flatMap(({ get, set }): unknown[] => [get, set]);
}

/** The value with each reference in it replaced by the object that has its number. */
export function decode(value: unknown, objects: readonly object[]): unknown {
  if (value instanceof Reference) return objects[value.index];
  return mapParts(value, (part) => decode(part, objects)) ?? value;
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
  const { values: own, contents } = new PartObjects(undefined, new Set()).encode(values);
  return [...own, contents].flatMap(tensorsOf);
}
