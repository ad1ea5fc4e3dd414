import type { Tensor } from '@tensorflow/tfjs-core';
import { holesIn, makingError, type TextHole } from '../../trace/errorText.js';
import { lateOf } from '../../trace/late.js';
import { isSymbolic } from '../../trace/session.js';
import { leavesOf } from '../lists/elements.js';
import { stagedListOf } from '../lists/heldList.js';
import {
  copied,
  holdsGone,
  recovered,
  restored,
  setContents,
  Whole,
  wholeOf,
} from '../state/snapshot.js';
import { noteContents, noteProperty } from '../state/writes.js';
import { isUnmerged } from '../values/absent.js';
import { classInstanceOf } from '../values/classInstances.js';
import { Instance } from '../values/instance.js';
import { originalOf } from '../values/originals.js';
import {
  noteProperties,
  ownKeys,
  propertyInState,
  setPropertyPresence,
  uncertainKeys,
} from '../values/propertyPresence.js';
import { areSame, isPlainObject, nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';

/*
 * What a path has made of an object that it throws is put back where the path ends, like all that a branch has assigned.
 * So what the object holds is state, from the `throw` to the handler, which fills the object with it again.
 */

/** A value that the program may throw. */
export interface Thrown {
  readonly value: unknown;
  readonly holes: readonly TextHole[];
  /** A copy of what the object held when it was thrown. */
  readonly copy?: unknown;
}

/** What is thrown, as state. An error is that which was thrown `first` in its place, with properties of its own. */
export function contentsOf({ value, holes }: Thrown, first: Thrown): unknown {
  const tensors = holes.map(({ tensor }) => tensor);
  if (!(value instanceof Error))
    return [isWhole(value) ? first.value : copied(value), null, tensors];
  // It stays itself, whatever variables make of it.
  const error = first.value instanceof Error ? wholeOf(first.value) : first.value;
  return [error, copied(propertiesOf(value)), tensors];
}

/** What such contents stand for. */
export function thrownOf(contents: unknown, holes: readonly TextHole[]): Thrown {
  const [content, own, tensors] = contents as [unknown, unknown, Tensor[]];
  const value = restored(content, recovered);
  return {
    value,
    holes: holes.map(({ text }, index) => ({ text, tensor: tensors[index]! })),
    copy: own ?? (originalOf(content) === value ? content : null),
  };
}

/** An object that nobody can look into. */
export function isWhole(value: unknown): value is object {
  const isAny = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isAny && !isTensor(value) && nodeOf(copied(value)) === null;
}

/**
 * What of its properties no tensor is in that is not `held`: nobody outside of the graph has those of the trace.
 */
export function hostPropertiesOf(
  value: unknown,
  held: readonly HeldTensor[],
): Record<string, unknown> {
  if (!(value instanceof Error) && !isPlainObject(value) && classInstanceOf(value) === null)
    return {};
  const own = [...Object.entries(propertiesOf(value as object)), ...messageOf(value)];
  return Object.fromEntries(
    own.filter(
      ([key, part]) =>
        held.some(({ path }) => path[0] === key) || !leavesOf([copied(part)]).some(isTensor),
    ),
  );
}

/** A tensor in what is thrown, and the keys on the way to it. */
export interface HeldTensor {
  readonly path: readonly PropertyKey[];
  readonly tensor: Tensor;
}

/** The tensors that the graph can give those who catch the value outside. */
export function heldTensorsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
  around: readonly unknown[] = [],
): HeldTensor[] {
  if (isTensor(value)) return isGiven(value) ? [{ path, tensor: value }] : [];
  if (!isOpen(value) || around.includes(value)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, property]) =>
    key !== 'stack' && 'value' in property
      ? heldTensorsIn(property.value, [...path, key], [...around, value])
      : [],
  );
}

/** A number that may be missing, or a complex one, has no elements that tell what it is. */
function isGiven(tensor: Tensor): boolean {
  return isSymbolic(tensor) && lateOf(tensor) === undefined && tensor.dtype !== 'complex64';
}

/** Whether it can be looked into: what a tensor chooses among others cannot. */
function isOpen(value: unknown): value is object {
  if (isUnmerged(value) || variantOf(value) !== undefined) return false;
  if (value instanceof Error || isPlainObject(value)) return true;
  if (Array.isArray(value)) return stagedListOf(value) === undefined;
  return classInstanceOf(value) !== null;
}

/** The message that an error has here, with its holes. */
function messageOf(value: unknown): [string, unknown][] {
  if (!(value instanceof Error) || !Object.hasOwn(value, 'message')) return [];
  return [['message', makingError(() => value.message)]];
}

function propertiesOf(error: object): object {
  const own = Object.entries(Object.getOwnPropertyDescriptors(error)).flatMap(([key, property]) =>
    'value' in property && !isOfGraph(key, property.value) ? [[key, property.value]] : [],
  );
  const properties: object = Object.fromEntries(own);
  const uncertain = uncertainKeys(error).filter((key) => Object.hasOwn(properties, key));
  const presences = uncertain.map((key) => propertyInState(error, key));
  noteProperties(properties, true, uncertain, presences);
  return properties;
}

/** The tensors in a message are state of their own. */
function isOfGraph(key: string, value: unknown): boolean {
  return key === 'stack' || (key === 'message' && holesIn(value).length > 0);
}

/** Whether the object holds something else than it did when it was thrown. */
export function isEmptied({ value, copy }: Thrown): boolean {
  return fills(value, copy).length > 0;
}

/** Has the object hold again what it did when it was thrown. */
export function refill(thrown: Thrown): Thrown {
  for (const fill of fills(thrown.value, thrown.copy)) fill();
  return thrown;
}

function fills(object: unknown, copy: unknown): (() => void)[] {
  if (copy instanceof Whole || typeof object !== 'object' || object === null) return [];
  if (copy instanceof Instance)
    return copy.keys.flatMap((key, index) => propertyFills(object, key, copy.values[index], true));
  if (isPlainObject(copy))
    return ownKeys(copy).flatMap((key) =>
      propertyFills(object, key, Reflect.get(copy, key), propertyInState(copy, key)),
    );
  return Array.isArray(copy) && Array.isArray(object) ? elementFills(object, copy) : [];
}

function propertyFills(
  object: object,
  key: PropertyKey,
  part: unknown,
  presence: ReturnType<typeof propertyInState>,
): (() => void)[] {
  const property = Object.getOwnPropertyDescriptor(object, key);
  if (presence === false || (property !== undefined && !('value' in property))) return [];
  const value = recovered(part);
  const isThere = property !== undefined && Object.is(property.value, value);
  if (isThere && propertyInState(object, key) === presence) return insideFills(part);
  const fill = () => {
    noteProperty(object, key);
    Reflect.set(object, key, value);
    if (presence !== true) setPropertyPresence(object, key, presence);
  };
  return [fill, ...insideFills(part)];
}

function elementFills(array: unknown[], copy: readonly unknown[]): (() => void)[] {
  const elements = copy.map(recovered);
  const inside = copy.flatMap(insideFills);
  if (areSame(array, elements)) return inside;
  const fill = () => {
    noteContents(array);
    setContents(array, elements);
  };
  return [fill, ...inside];
}

/** Of an object that is still itself. One that held a tensor of a branch is made anew, with all that is in it. */
function insideFills(copy: unknown): (() => void)[] {
  const original = originalOf(copy);
  return original === undefined || holdsGone(original) ? [] : fills(original, copy);
}
