import { listOf } from '../../function/signature/list.js';
import { absentOf } from './absent.js';
import { type Fixed, fix, fixedOf } from './fixedness.js';
import {
  arePropertiesOrdered,
  noteProperties,
  ownKeys,
  propertyInState,
  uncertainKeys,
} from './propertyPresence.js';
import { variantOf } from './variantObjects.js';

/*
 * The state of a branch or loop may be nested: arrays, plain objects, and classes that say what they are made of.
 * Everything else is a leaf.
 */

export const compositeParts = Symbol.for('use-graph.parts');
export const withParts = Symbol.for('use-graph.withParts');
export const compositeKind = Symbol.for('use-graph.kind');
export const compositeLabels = Symbol.for('use-graph.labels');
export const compositeType = Symbol.for('use-graph.type');

/** A class whose instances may be loop variables implements this: its parts are piped through, in this order. */
export interface Composite {
  /** What must be equal for two instances to be of one kind, where their class is not enough. */
  readonly [compositeKind]?: string;
  /** Whose identity must be equal, where the kind does not tell all. */
  readonly [compositeType]?: object;
  /** What errors add to the name for each part. */
  readonly [compositeLabels]?: readonly string[];
  readonly fixed?: Fixed;
  [compositeParts](): readonly unknown[];
  /** An instance like this one with other parts, as fixed as this one where nothing else is said. */
  [withParts](parts: readonly unknown[], fixed?: Fixed): unknown;
}

/** A part that will be a tensor once its shape is known, and is zeros where nothing else was written. */
export const unallocated = Symbol('unallocated');

/** One level of a nested value: its children, what they are called, and how to make the like of other children. */
export interface Node {
  readonly kind: string;
  readonly type?: object | undefined;
  readonly children: readonly unknown[];
  readonly labels: readonly string[];
  readonly fixed: Fixed;
  /** As fixed as the value, where nothing else is said. */
  rebuild(children: readonly unknown[], fixed?: Fixed): unknown;
}

/** `null` where the value is a leaf. */
export function nodeOf(value: unknown): Node | null {
  if (absentOf(value) !== undefined || variantOf(value) !== undefined) return null;
  if (Array.isArray(value)) return listOf(value) === undefined ? arrayNode(value) : null;
  if (isPlainObject(value)) return hasOpenProperties(value) ? objectNode(value) : null;
  return isComposite(value) ? compositeNode(value) : null;
}

export function isSameKind(a: Node, b: Node): boolean {
  return a.kind === b.kind && a.type === b.type && a.children.length === b.children.length;
}

/** Whether two lists hold the same items in the same places. */
export function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => Object.is(item, other[index]));
}

/** Calls `visit` for each leaf in order; gives the value with each leaf replaced by what it returned. */
export function mapLeaves(
  value: unknown,
  name: string,
  visit: (leaf: unknown, name: string) => unknown,
): unknown {
  const node = nodeOf(value);
  if (node === null) return visit(value, name);
  return node.rebuild(
    node.children.map((child, index) => mapLeaves(child, name + node.labels[index]!, visit)),
  );
}

/** Whether it is one that is copied, compared and merged as a whole: not one that contains itself. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || cyclic.has(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Plain objects that contain themselves, if only through others: they count as objects of a class, each of which is itself. */
const cyclic = new WeakSet<object>();

/** Whether it could be noted that the object contains itself. */
export function noteCyclic(object: object): boolean {
  if (!isPlainObject(object) || Object.getPrototypeOf(object) !== Object.prototype) return false;
  cyclic.add(object);
  return true;
}

export function isCyclic(value: object): boolean {
  return cyclic.has(value);
}

function arrayNode(array: readonly unknown[]): Node {
  const own = fixedOf(array);
  return {
    kind: 'an array',
    children: array,
    labels: array.map((_, index) => `[${index}]`),
    fixed: own,
    rebuild: (children, fixed = own) => fix([...children], fixed),
  };
}

function objectNode(object: Record<PropertyKey, unknown>): Node {
  const inOrder = ownKeys(object);
  const accessors = accessorsOf(object, inOrder);
  const all = inOrder.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  const known = uncertainKeys(object);
  const uncertain = all.filter((key) => known.includes(key));
  const names = all.map((key) => `${String(key)}${uncertain.includes(key) ? '?' : ''}`);
  const keys = all.filter((key) => !accessors.has(key));
  const [accessor] = accessors.values();
  const own = fixedOf(object);
  return {
    kind:
      names.length === 0
        ? 'an empty object'
        : `an object with the ${names.length === 1 ? 'key' : 'keys'} ${names.join(', ')}`,
    // Two of the same text may differ in what is around them.
    type: accessor?.get ?? accessor?.set,
    children: [
      ...keys.map((key) => object[key]),
      ...uncertain.map((key) => propertyInState(object, key)),
    ],
    labels: [
      ...keys.map((key) => `.${String(key)}`),
      ...uncertain.map((key) => `.${String(key)} (whether it is there)`),
    ],
    fixed: own,
    rebuild: (children, fixed = own) => {
      const order = new Map(keys.map((key, index) => [key, children[index]]));
      const copy = Object.fromEntries(inOrder.map((key) => [key, order.get(key)]));
      for (const [key, property] of accessors) Object.defineProperty(copy, key, property);
      noteProperties(copy, arePropertiesOrdered(object), uncertain, children.slice(keys.length));
      return fix(copy, fixed);
    },
  };
}

/** Whether it is a plain object of which a copy has the same properties. */
export function isCopied(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && hasOpenProperties(value);
}

/** Whether none of its properties is hidden, or cannot be assigned where others can. */
function hasOpenProperties(object: object): boolean {
  const names = Object.getOwnPropertyNames(object);
  if (names.length !== Object.keys(object).length) return false;
  const isReadOnly = (name: string) =>
    Object.getOwnPropertyDescriptor(object, name)!.writable === false;
  return !names.some(isReadOnly) || Object.isFrozen(object);
}

/** Of an object's properties those that functions read and write: it holds nothing there. */
export function accessorsOf(
  object: object,
  keys: readonly PropertyKey[],
): Map<PropertyKey, PropertyDescriptor> {
  const found = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of keys) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property !== undefined && !('value' in property)) found.set(key, property);
  }
  return found;
}

function isComposite(value: unknown): value is Composite {
  return typeof value === 'object' && value !== null && compositeParts in value;
}

function compositeNode(composite: Composite): Node {
  const parts = composite[compositeParts]();
  return {
    kind: composite[compositeKind] ?? composite.constructor.name,
    children: parts,
    type: composite[compositeType],
    labels: composite[compositeLabels] ?? parts.map(() => ''),
    fixed: composite.fixed ?? '',
    rebuild: (children, fixed) => composite[withParts](children, fixed),
  };
}
