import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isSymbolic } from '../../trace/session.js';
import { stagedListOf } from '../lists/heldList.js';
import { contentsOf, setContents } from '../state/snapshot.js';
import { basesOf } from '../values/choice.js';
import type { AnyFunction } from '../values/chosenFunction.js';
import { collectConstructed } from '../values/constructed.js';
import { isCollection } from '../values/entryPresence.js';
import { fix } from '../values/fixedness.js';
import { propertyInState, takeProperties } from '../values/propertyPresence.js';
import { isPlainObject, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import {
  arrayIn,
  type Contents,
  collected,
  elements,
  emptyObject,
  fill,
  hasStatics,
  instanceIn,
  isUndecided,
  propertiesIn,
  recordIn,
  staticsIn,
  undecidedProperties,
} from './contents.js';
import { absent, choiceAmong, decidedText, decision, decisionAbout } from './decisions.js';
import { Found, foundOf, noteFound, standsFor } from './foundObjects.js';
import { encodedList } from './objectRows.js';
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

export function referenceTo(index: number): Reference {
  references[index] ??= new Reference(index);
  return references[index];
}

/** Values in which a number stands for each object, and what those hold. */
export interface Encoded {
  readonly values: readonly unknown[];
  readonly contents: readonly Contents[];
}

/** What a part has left. */
export interface PartLeft {
  readonly encoded: Encoded;
  /** Those that have numbers. */
  readonly objects: readonly object[];
  /** Those of them, and of what they may be, of which it is not known that the part has made them. */
  readonly unknown: ReadonlySet<object>;
}

/** The objects among the variables of a part, which it changes in place. */
export class PartObjects {
  readonly #objects: object[] = [];
  /** What stands for them in a trace. */
  #traced: readonly object[] = [];
  /** Puts back what they held when they were encoded. */
  readonly #restores: (() => void)[] = [];
  /** Where of objects of classes only those count that are known by now, and these. */
  #made: WeakSet<object> | null = null;
  /** All that can be come to, whatever tensors have chosen. */
  #held: ReadonlySet<object> | null = null;

  /** `appended`: arrays of which the graph knows nothing but what the part pushes. */
  constructor(private readonly appended: ReadonlySet<unknown>) {}

  /** Those that have numbers. */
  get all(): readonly object[] {
    return this.#objects;
  }

  /**
   * Has each object hold what the trace knows of it. In the place of one that is frozen, and holds what is another thing to the
   * trace, stands one of the trace's own.
   */
  enter(contents: readonly Contents[]): readonly object[] {
    const isOther = otherInTrace(contents);
    this.#traced = this.#objects.map((object, index) => {
      if (!isOther(index)) return object;
      const traced = emptyObject(contents[index]!);
      standsFor(traced, object);
      return traced;
    });
    for (const [index, held] of contents.entries()) {
      const object = this.#traced[index]!;
      if (held.fixed === 'frozen' && object === this.#objects[index]) continue;
      const values = held.values.map((value) => decodedCopy(value, this.#traced));
      fill(object, held, values);
      fix(object, held.fixed);
    }
    return this.#traced;
  }

  /** Has each object hold what it held. */
  restore(): void {
    for (const restore of this.#restores) restore();
  }

  /** Runs the part's code. What it leaves are these objects, and those that it makes. */
  changedBy<T>(code: () => T): { result: T; left: (values: readonly unknown[]) => PartLeft } {
    const made = new WeakSet<object>();
    const result = collectConstructed(made, code);
    const among = (held: ReadonlySet<object> | null): PartObjects => {
      const left = new PartObjects(new Set());
      left.#objects.push(...this.#traced);
      left.#made = made;
      left.#held = held;
      return left;
    };
    const left = (values: readonly unknown[]): PartLeft => {
      const all = among(null);
      all.encode(values);
      const objects = among(new Set(all.#objects));
      const encoded = objects.encode(values);
      return {
        encoded,
        objects: objects.#objects,
        unknown: objects.#unknown(this.#objects.length),
      };
    };
    return { result, left };
  }

  encode(values: readonly unknown[]): Encoded {
    const encoded = values.map((value) => this.#encodeOne(value));
    const contents: Contents[] = [];
    // What one holds may be another one.
    for (let index = 0; index < this.#objects.length; index++) {
      const object = this.#objects[index]!;
      contents.push({ ...this.#contentsOf(object), found: foundOf(object) });
    }
    return { values: encoded, contents };
  }

  /** A variable, or a property: a text in it is known behind the part. Those in arrays that grow are too many. */
  #encodeOne(value: unknown): unknown {
    const text = this.#made === null ? undefined : decidedText(value);
    return text ?? this.#encode(value, 0);
  }

  #encode(value: unknown, depth: number): unknown {
    if (depth > deepest) return value;
    const encoded = (part: unknown): unknown => this.#encode(part, depth + 1);
    const decided = this.#made === null ? undefined : decisionAbout(value, encoded);
    if (decided !== undefined) return decided;
    if (hasStatics(value)) return this.#ofClass(value);
    if (typeof value !== 'object' || value === null || isTensor(value)) return value;
    const index = this.#objects.indexOf(value);
    if (index >= 0) return referenceTo(index);
    const chosen = choiceAmong(value, (object) => this.#isKept(object), encoded);
    if (chosen !== undefined) return chosen(() => this.#number(value, encoded));
    return this.#number(value, encoded);
  }

  /** Who has a class knows which one it is. */
  #ofClass(value: AnyFunction): unknown {
    const index = this.#objects.indexOf(value);
    if (index >= 0) return referenceTo(index);
    if (this.#made !== null) return value;
    noteFound(value);
    return referenceTo(this.#objects.push(value) - 1);
  }

  #number(value: object, encode: (part: unknown) => unknown): unknown {
    if (this.#made !== null) {
      const found = foundOf(value);
      if (found !== null) return found;
      if (this.#isOthers(value)) noteFound(value);
    }
    if (this.#isObject(value)) return referenceTo(this.#objects.push(value) - 1);
    const list = stagedListOf(value);
    if (list !== undefined) return encodedList(list, encode);
    return mapParts(value, encode) ?? value;
  }

  /** Whether somebody has the object besides what a tensor has chosen it for. */
  #isKept(object: object): boolean {
    if (this.#held === null) return false;
    return this.#held.has(object) || foundOf(object) !== null || this.#isOthers(object);
  }

  /** Whether it is an object of a class that was there before. */
  #isOthers(object: object): boolean {
    return !isStructure(object) && !this.#made!.has(object) && instanceIn(object) !== null;
  }

  #unknown(count: number): Set<object> {
    const left = this.#objects.slice(count);
    const objects = [...left, ...left.flatMap(basesOf)].filter(isStructure);
    return new Set(objects.filter((object) => !this.#made!.has(object) && !holdsTraced(object)));
  }

  /** Whether it can be told what it holds, and be given something else to hold. */
  #isObject(value: object): boolean {
    if (isUndecided(value)) return false;
    if (isStructure(value)) return isCollection(value) ? !Object.isFrozen(value) : true;
    if (Object.isFrozen(value)) return false;
    return (this.#made === null || this.#made.has(value)) && instanceIn(value) !== null;
  }

  #contentsOf(object: object): Contents {
    const encode = (value: unknown): unknown => this.#encode(value, 0);
    const encoded = (values: readonly unknown[]): unknown[] => values.map(encode);
    if (Array.isArray(object)) {
      const list = stagedListOf(object);
      if (list !== undefined) return { ...elements, values: encodedList(list, encode) };
      const held = arrayIn(object);
      this.#restores.push(() => restored(object, held));
      if (this.appended.has(object) && Object.isExtensible(object)) return elements;
      return { ...held, values: encoded(held.values) };
    }
    if (isCollection(object)) {
      const before = contentsOf(object);
      this.#restores.push(() => setContents(object, before as object));
      return collected(object, encoded);
    }
    if (isUndecided(object)) throw undecidedProperties(object);
    const held = propertiesOf(object);
    this.#restores.push(() => {
      restored(object, held);
      takeProperties(object, {});
    });
    const values = held.values.map((part, place) => {
      const value = this.#encodeOne(part);
      const key = held.keys[place];
      return key === undefined ? value : decision(propertyInState(object, key), value, absent);
    });
    return { ...held, values };
  }
}

const deepest = 100;

function propertiesOf(object: object): Contents {
  if (hasStatics(object)) return staticsIn(object);
  return isPlainObject(object) ? recordIn(object) : propertiesIn(instanceIn(object)!);
}

/** Whether it can come about without `new` of a class. */
function isStructure(object: object): boolean {
  return Array.isArray(object) || isPlainObject(object) || isCollection(object);
}

function holdsTraced(object: object): boolean {
  if (isUndecided(object)) return true;
  const values: unknown[] = isCollection(object) ? [...object.values()] : Object.values(object);
  return values.some((value) =>
    isTensor(value) ? isSymbolic(value) : variantOf(value) !== undefined,
  );
}

/** Whether a frozen object holds tensors, or what stands in another one's place. */
function otherInTrace(contents: readonly Contents[]): (index: number) => boolean {
  const known = new Map<number, boolean>();
  const isOther = (index: number): boolean => {
    const found = known.get(index);
    if (found !== undefined) return found;
    known.set(index, false);
    const { fixed, values } = contents[index]!;
    const holds = (leaf: unknown): boolean =>
      leaf instanceof Reference ? isOther(leaf.index) : isTensor(leaf);
    known.set(index, fixed === 'frozen' && leavesOf(values).some(holds));
    return known.get(index)!;
  };
  return isOther;
}

function restored(object: object, held: Contents): void {
  if (held.fixed === 'frozen') return;
  if (held.fixed === '' && !Object.isExtensible(object)) throw fixedInPart();
  fill(object, held, held.values);
}

function fixedInPart(): StagingError {
  return errorHere(
    'chosen-object',
    'An object from before is frozen, sealed, or closed to new properties in a part of a function with a for await loop.',
    'Freeze it where it is made (`const o = Object.freeze({ … })`).',
  );
}

/** Those of the objects that hold the values, or hold one another, and can be come to from them. */
export function reachable(
  values: Iterable<unknown>,
  contentsAt: (index: number) => Contents | undefined,
): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (value: unknown): void => {
    for (const leaf of leavesOf(value)) {
      if (!(leaf instanceof Reference) || found.has(leaf.index)) continue;
      found.add(leaf.index);
      visit(contentsAt(leaf.index)?.values);
    }
  };
  for (const value of values) visit(value);
  return found;
}

/** The value with each reference in it replaced by the object that has its number. Tells of the containers in it that have none. */
export function decode(
  value: unknown,
  objects: readonly object[],
  tell: (container: object) => void = () => {},
): unknown {
  if (value instanceof Reference) return objects[value.index];
  if (value instanceof Found) return value.object;
  const container = mapParts(value, (part) => decode(part, objects, tell));
  if (container !== null) tell(container);
  return container ?? value;
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

/** The tensors that are no variables in values, and in the objects among them. */
export function tensorsIn(values: readonly unknown[]): Tensor[] {
  const { values: own, contents } = new PartObjects(new Set()).encode(values);
  return [...own, contents].flatMap(tensorsOf);
}

/** How many leaves there are in values and in the objects that can be reached from them. */
export function sizeOf(
  values: readonly unknown[],
  contentsAt: (index: number) => Contents | undefined,
): number {
  const seen = new Set<number>();
  const visit = (value: unknown): number => {
    let size = 0;
    for (const leaf of leavesOf(value)) {
      if (!(leaf instanceof Reference) || contentsAt(leaf.index)?.found) size++;
      else if (!seen.has(leaf.index)) {
        seen.add(leaf.index);
        size += visit(contentsAt(leaf.index));
      }
    }
    return size;
  };
  return visit(values);
}

/** Whether it can be told of all that a value holds. A function, or a generator, may hold anything. */
export function isVisible(value: unknown): boolean {
  const { values, contents } = new PartObjects(new Set()).encode([value]);
  if (contents.some(({ kind }) => kind === 'class')) return false;
  return leavesOf([values, contents.map((one) => one.values)]).every(
    (leaf) =>
      leaf instanceof Reference ||
      isTensor(leaf) ||
      leaf === null ||
      (typeof leaf !== 'object' && typeof leaf !== 'function'),
  );
}
