import type { Tensor } from '@tensorflow/tfjs-core';
import { makeList, unmakeList } from '../../function/signature/list.js';
import { isGone } from '../../trace/heirs.js';
import { isSettled } from '../../trace/knownFlags.js';
import { leavesOf } from '../lists/elements.js';
import { arrayOf, stagedListOf } from '../lists/heldList.js';
import { StagedList } from '../lists/stagedList.js';
import { ChosenText, textAmong } from '../operators/chosenText.js';
import { ChosenFunction } from '../values/chosenFunction.js';
import { type Row, rowsOfCollection, setRows } from '../values/entries.js';
import {
  arraysFor,
  type Collection,
  isCollection,
  type KeyArrays,
  keyArraysOf,
  setKeyArrays,
} from '../values/entryPresence.js';
import { fixedOf } from '../values/fixedness.js';
import { noteHoles } from '../values/holes.js';
import { Instance } from '../values/instance.js';
import { NullOrUndefined } from '../values/missingKind.js';
import { OptionalElement } from '../values/optionalElement.js';
import { OptionalNumber } from '../values/optionalNumber.js';
import { linked, linkedLike, originalOf } from '../values/originals.js';
import { isThereOf, markMayBeOutside } from '../values/outside.js';
import {
  ownKeys,
  propertyInState,
  setPropertyPresence,
  takeProperties,
} from '../values/propertyPresence.js';
import {
  accessorsOf,
  areSame,
  compositeParts,
  type Node,
  nodeOf,
  withParts,
} from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { numberOfWords, WideInteger } from '../values/wideInteger.js';
import { CyclicState } from './cycles.js';
import { freeze, unlinked } from './freeze.js';

/*
 * A branch may change an array or a plain object of its state in place. So the state is read as a deep copy, and each
 * copy remembers its original: writing the copy back restores the original's contents, and other references to it
 * see that.
 */

/** Stands for the object as it is when it is written back, whatever it holds by then. Nothing looks into it. */
export class Whole {
  readonly #object: object;

  constructor(object: object) {
    this.#object = object;
  }

  get object(): object {
    return this.#object;
  }
}

const wholes = new WeakMap<object, Whole>();

export function wholeOf(object: object): Whole {
  const whole = wholes.get(object) ?? new Whole(object);
  wholes.set(object, whole);
  return whole;
}

/** The value that a copy stands for: its original with the copy's contents, or the copy itself where it has none. */
export function thaw(value: unknown): unknown {
  if (value instanceof StagedList) return thawList(value);
  if (value instanceof Whole) return value.object;
  if (value instanceof Instance) return originalOf(value) ?? value.make(value.values.map(thaw));
  if (value instanceof OptionalElement) return thawElement(value);
  if (value instanceof NullOrUndefined) return value.asValue();
  if (value instanceof Variant) return thawVariant(value);
  if (value instanceof ChosenFunction) return originalOf(value) ?? value.asFunction();
  if (value instanceof ChosenText) return value.asText();
  if (value instanceof OptionalNumber) return value.asNumber();
  if (value instanceof WideInteger) return numberOfWords(value.words);
  const node = nodeOf(value);
  if (node === null) return value;
  const children = node.children.map(thaw);
  const original = originalOf(value);
  const contents = node.rebuild(children) as object;
  if (original === undefined) {
    takeProperties(contents, contents);
    const isThere = isThereOf(value);
    return isThere === undefined ? contents : markMayBeOutside(contents, isThere);
  }
  const before = nodeOf(original);
  const isSame =
    before !== null && areSame(before.labels, node.labels) && areSame(before.children, children);
  if (isSame) return original;
  if (Object.isFrozen(original) || !setContents(original, contents)) return contents;
  takeProperties(original, contents);
  return original;
}

function thawVariant(variant: Variant): unknown {
  const parts = variant[compositeParts]().map(thaw);
  // Behind a loop that is left only with the object.
  if (isSettled(parts[0])) return parts[1];
  const original = originalOf(variant);
  const before = variantOf(original)?.[compositeParts]();
  // Which of the objects it is never changes.
  const isSame = before !== undefined && areSame(before.slice(1), parts.slice(1));
  return isSame ? original! : variantObject(variant[withParts](parts));
}

function thawElement({ predicate, one }: OptionalElement): unknown {
  const element = thaw(one);
  if (!isTensor(predicate)) return predicate === true ? element : undefined;
  if (typeof element !== 'string') return markMayBeOutside(element, predicate);
  const text = textAmong([{ object: element, predicate: null, holds: true }]);
  return markMayBeOutside(text, predicate);
}

function thawList(list: StagedList): unknown[] {
  const original = originalOf(list);
  if (!Array.isArray(original)) return arrayOf(list);
  const before = stagedListOf(original);
  const isSame =
    before?.size === list.size &&
    before.shared === list.shared &&
    before.order === list.order &&
    areSame(before.columns, list.columns) &&
    fixedOf(original) === list.fixed;
  if (isSame) return original;
  return Object.isFrozen(original) ? arrayOf(list) : makeList(original, list);
}

/** Which originals a copy goes on standing for, whatever they hold by now. */
type Stays = (original: object) => boolean;

/** The copy with other leaves, which still knows what it is a copy of. */
export function mapFrozen(
  value: unknown,
  replace: (leaf: unknown) => unknown,
  stays?: Stays,
): unknown {
  const node = nodeOf(value);
  if (node === null) return replace(value);
  const children = node.children.map((child) => mapFrozen(child, replace, stays));
  return rebuiltLike(value, node, children, stays);
}

/** The copy with other children, which still knows what it is a copy of. */
export function rebuiltLike(
  value: unknown,
  node: Node,
  children: readonly unknown[],
  stays: Stays = () => false,
): unknown {
  if (!countsAsWhole(value)) return linkedLike(node.rebuild(children), value);
  const original = originalOf(value);
  if (original !== undefined && stays(original))
    return linked(value[withParts](children), original);
  const parts = value[compositeParts]();
  const isSame = children.every((child, index) => isCopyOf(child, parts[index]));
  if (!isSame) return value[withParts](children);
  // What the objects hold that it may be has changed in no other copy.
  return value instanceof Variant ? linkedLike(value[withParts](children), value) : value;
}

/** Its copy stands for the original as long as nothing else is in it. */
function countsAsWhole(value: unknown): value is Instance | Variant | ChosenFunction {
  return value instanceof Instance || value instanceof Variant || value instanceof ChosenFunction;
}

function isCopyOf(value: unknown, other: unknown): boolean {
  if (Object.is(value, other)) return true;
  return originalOf(value) !== undefined && originalOf(value) === originalOf(other);
}

/** Instances of classes as the objects that they are copies of. */
export function withoutInstances(value: unknown): unknown {
  if (value instanceof Instance || value instanceof Variant) return originalOf(value) ?? value;
  const node = nodeOf(value);
  if (node === null || value instanceof StagedList) return value;
  const children = node.children.map(withoutInstances);
  return areSame(children, node.children) ? value : linkedLike(node.rebuild(children), value);
}

/** A deep copy. An object that contains itself cannot be merged with another: it counts as a whole. */
export function copied(value: unknown): unknown {
  try {
    return freeze(value);
  } catch (error) {
    if (error instanceof CyclicState) return wholeOf(value as object);
    throw error;
  }
}

/** What such a copy stands for. */
export function restored(content: unknown, by = thaw): unknown {
  return content instanceof Whole ? content.object : by(content);
}

/** Whether the value was made in a trace that has ended: it is or holds, in whatever depth, what is no tensor of the graph any more. */
export function holdsGone(value: unknown): boolean {
  return holdsTensor(value, isGone);
}

/** Whether it is or holds such a tensor, in whatever depth. */
export function holdsTensor(value: unknown, isOne: (leaf: Tensor) => boolean): boolean {
  const seen = new Set<unknown>();
  const isIn = (inner: unknown): boolean =>
    leavesOf(copied(inner)).some((leaf) => {
      if (isTensor(leaf)) return isOne(leaf);
      if (!isCollection(leaf) || seen.has(leaf)) return false;
      seen.add(leaf);
      return partsOf(leaf).some(isIn);
    });
  return isIn(value);
}

/** Copies of what a Map or Set holds: keys, values, and whether the entries are there. */
export function partsOf(collection: Collection): readonly unknown[] {
  const contents = copyOfContents(collection);
  return Array.isArray(contents) ? contents.flat() : Object.values(contents);
}

/** The same as it holds them. */
export function copyOfContents(collection: Collection): readonly Row[] | KeyArrays {
  const contents = contentsOf(collection) as readonly Row[] | KeyArrays;
  if (Array.isArray(contents))
    return (contents as readonly Row[]).map((row) => row.map((part) => freeze(part)));
  const copies = Object.entries(contents).map(([key, array]) => [key, freeze(array)]);
  return Object.fromEntries(copies) as KeyArrays;
}

/** All objects that the copies in `value` are copies of. */
export function originalsIn(value: unknown): object[] {
  const original = originalOf(value);
  const inside = (nodeOf(value)?.children ?? []).flatMap(originalsIn);
  return original === undefined ? inside : [original, ...inside];
}

/** As `thaw`, where what was there before the copy was made has a place of its own in the state. */
export function recovered(value: unknown): unknown {
  const original = originalOf(value);
  if (original !== undefined && !holdsGone(original)) return original;
  const node = nodeOf(value);
  return node === null || value instanceof Instance || value instanceof StagedList
    ? thaw(value)
    : node.rebuild(node.children.map(recovered));
}

/** A shallow copy of what an array, collection or object holds. */
export function contentsOf(container: object): unknown {
  const list = stagedListOf(container);
  if (list !== undefined) return isOfAnother(list, container) ? unlinked(list) : list;
  const arrays = keyArraysOf(container);
  if (arrays !== undefined) return { ...arrays };
  if (isCollection(container)) return rowsOfCollection(container);
  if (Array.isArray(container)) {
    noteHoles(container);
    return [...container];
  }
  const copy: Record<PropertyKey, unknown> = {};
  for (const key of ownKeys(container))
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(container, key)!);
  return copy;
}

/** Two arrays may have the same elements: what the one holds does not stand for the other. */
function isOfAnother(list: StagedList, container: object): boolean {
  const original = originalOf(list);
  return original !== undefined && original !== container;
}

/** Writes only what differs, since the object may be frozen or have setters. False for a class that rebuilds itself. */
export function setContents(container: object, contents: object): boolean {
  if (Array.isArray(container)) setArray(container, contents as unknown[]);
  else if (isCollection(container)) setEntries(container, contents as Row[] | KeyArrays);
  else if (contents.constructor === container.constructor && contents.constructor !== Object)
    return false;
  else
    setProperties(
      container as Record<PropertyKey, unknown>,
      contents as Record<PropertyKey, unknown>,
    );
  return true;
}

function setEntries(collection: Collection, entries: readonly Row[] | KeyArrays): void {
  const isInArrays = !Array.isArray(entries);
  setKeyArrays(collection, undefined);
  setRows(collection, isInArrays ? [] : entries);
  if (isInArrays) setKeyArrays(collection, filled(arraysFor(collection), entries as KeyArrays));
}

function filled(arrays: KeyArrays, { keys, values = [] }: KeyArrays): KeyArrays {
  if (arrays.keys === keys) return arrays;
  setArray(arrays.keys, keys);
  if (arrays.values !== undefined) setArray(arrays.values, values);
  return arrays;
}

/** What is frozen holds what it did. */
function setArray(array: unknown[], contents: unknown[]): void {
  if (Object.isFrozen(array)) return;
  const list = stagedListOf(contents);
  if (list !== undefined) {
    makeList(array, list);
    return;
  }
  unmakeList(array);
  setElements(array, contents);
}

function setElements(array: unknown[], elements: readonly unknown[]): void {
  const known = array.length;
  if (known !== elements.length) array.length = elements.length;
  elements.forEach((element, index) => {
    if (index >= known || !Object.is(array[index], element)) array[index] = element;
  });
}

function setProperties(
  target: Record<PropertyKey, unknown>,
  properties: Record<PropertyKey, unknown>,
): void {
  for (const key of ownKeys(target)) {
    if (!Object.hasOwn(properties, key)) delete target[key];
  }
  const keys = ownKeys(properties);
  const accessors = accessorsOf(properties, keys);
  for (const [key, property] of accessors) Object.defineProperty(target, key, property);
  for (const key of keys) {
    if (accessors.has(key)) continue;
    const value = properties[key];
    if (!Object.hasOwn(target, key) || !Object.is(target[key], value))
      assignProperty(target, key, value);
  }
}

/** Whether it is there stays what it was. */
export function assignProperty(
  object: Record<PropertyKey, unknown>,
  key: PropertyKey,
  value: unknown,
): void {
  const presence = propertyInState(object, key);
  object[key] = value;
  if (presence !== true) setPropertyPresence(object, key, presence);
}

/**
 * Links `value`, what a loop leaves, to what `initial` is a copy of, wherever an iteration kept the array or object that
 * it started with: it was changed in place, and other references to it must see that.
 */
export function linkKept(value: unknown, initial: unknown, start: unknown, end: unknown): unknown {
  const isKept = originalOf(end) !== undefined && originalOf(end) === originalOf(start);
  if (value instanceof Instance)
    return isKept && unchangedInstance(value, initial) ? initial : value;
  const [children, before, started, ended] = [value, initial, start, end].map(
    (container) => nodeOf(container)?.children ?? [],
  );
  // What another object holds may still be the same one.
  children!.forEach((child, index) => {
    linkKept(child, before![index], started![index], ended![index]);
  });
  return isKept ? linkedLike(value, initial) : value;
}

function unchangedInstance({ values }: Instance, initial: unknown): boolean {
  return (
    initial instanceof Instance &&
    initial.values.every((value, index) => Object.is(value, values[index]))
  );
}
