import type { SourceLocation } from '../../graph/types.js';
import { noteChange } from '../../trace/argumentChanges.js';
import { isTracing } from '../../trace/session.js';
import { isCollection } from '../values/entryPresence.js';
import { requireInherited } from '../values/inheritedProperties.js';
import {
  isIndexKey,
  keysOfObject,
  listedKey,
  markPropertiesUnordered,
  ownKeys,
  presenceOfProperty,
  propertyInState,
  setPropertyPresence,
} from '../values/propertyPresence.js';
import { isPlainObject } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { variantOf } from '../values/variantObjects.js';
import { isPutBack } from './creation.js';
import { noteDirectChange } from './directChanges.js';
import {
  noteContentsLeft,
  notePropertyLeft,
  noteUnreadChange,
  noteVariableLeft,
} from './leftOutside.js';
import { Contents, ObjectKeys, Property, Variable } from './places.js';
import { currentConstruct, noteWrite } from './recording.js';
import { assignProperty, originalsIn } from './snapshot.js';

/*
 * What a branch or loop changes is known from its text, apart from what functions change that it calls: properties of
 * objects that these have too, and variables that closures share. Staged code tells of each such assignment, and the
 * branch or loop that is being traced puts it back, and merges or carries it like the rest of its state.
 */

/** Tells that `object[key]` is about to be assigned: it will be there, behind all others if it has not been. */
export function noteProperty(
  object: unknown,
  given: PropertyKey,
  holder: string | null = null,
): void {
  if (!isTracing() || !isObject(object)) return;
  noteChange(object);
  noteDirectChange(object);
  if (typeof given !== 'object') notePropertyLeft(object, given, holder);
  // What is no text yet becomes one by each question.
  if (typeof given === 'object' && currentConstruct() === null) return;
  const key = listedKey(given);
  if (!isAssignable(object, key)) return;
  const isThere = propertyInState(object, key) === true;
  if (currentConstruct() !== null) {
    if (!isThere) noteWrite(new ObjectKeys(keysOfObject(object)));
    noteWrite(new Property(object, key));
  }
  if (isThere || !Object.hasOwn(object, key)) return;
  requireInherited();
  const presence = presenceOfProperty(object, key);
  if (presence === false) Reflect.deleteProperty(object, key);
  else if (presence !== true && !isLast(object, key)) markPropertiesUnordered(object);
  setPropertyPresence(object, key, true);
}

/** Whether a property that is assigned is where JavaScript adds a new one: numbers come first, in their own order. */
function isLast(object: object, key: PropertyKey): boolean {
  return isIndexKey(key) || ownKeys(object).at(-1) === key;
}

/** Writes a property of a state, where it is another value. What a setter assigns tells of itself. */
export function putBack(object: object, key: PropertyKey, value: unknown): void {
  // What an array holds is put back, and with it its length.
  if (key === 'length' && Array.isArray(object)) return;
  if (variantOf(object) === undefined && !isAssignable(object, key)) return;
  if (Reflect.get(object, key) !== value)
    assignProperty(object as Record<PropertyKey, unknown>, key, value);
}

/** Tells that `object[key]` is about to be deleted. */
export function noteDeletion(object: unknown, given: PropertyKey): void {
  if (!isTracing() || !isObject(object)) return;
  noteChange(object);
  const key = listedKey(given);
  if (!Object.hasOwn(object, key) || !isAssignable(object, key)) return;
  if (currentConstruct() !== null) {
    noteWrite(new ObjectKeys(keysOfObject(object)));
    noteWrite(new Property(object, key));
  }
  setPropertyPresence(object, key, true);
}

/** Tells that `value` is about to be assigned, at `place` if the variable is from outside, to one that closures share. */
export function assigned<T>(
  value: T,
  name: string,
  read: () => unknown,
  write: (value: unknown) => void,
  place: SourceLocation | null = null,
): T {
  if (currentConstruct() !== null) noteWrite(new Variable(name, read, write));
  if (place !== null && isTracing()) noteVariableLeft(name, read, place);
  return value;
}

/** Tells that what a collection holds is about to change. */
export function noteContents(
  collection: unknown,
  name: string | null = null,
  holder: unknown = null,
): void {
  if (isTracing() && holdsElements(collection)) {
    noteChange(collection);
    noteDirectChange(collection);
  }
  if (name !== null && isTracing() && holdsElements(collection))
    noteContentsLeft(collection, name, holder);
  if (currentConstruct() === null) return;
  const variant = variantOf(collection);
  if (variant !== undefined) for (const side of [variant.one, variant.other]) noteContents(side);
  else if (holdsElements(collection) && !isFrozenArray(collection))
    noteWrite(new Contents(collection));
}

/** Tells that a collection from outside is about to change that nothing in the graph reads: it is left as tracing makes it. */
export function noteUnread(collection: unknown, name: string): void {
  if (!isTracing() || !holdsElements(collection)) return;
  noteChange(collection);
  noteUnreadChange(collection, name);
}

/** JavaScript refuses to change it, and so would what puts it back. */
function isFrozenArray(collection: object): boolean {
  return Array.isArray(collection) && Object.isFrozen(collection);
}

/** Tells of all that writing copies of arrays and objects back may change, by whatever name the program knows them. */
export function noteRestored(copies: readonly unknown[]): void {
  for (const object of copies.flatMap(originalsIn)) {
    if (variantOf(object) !== undefined) continue;
    noteContents(object);
    if (isPlainObject(object))
      for (const key of ownKeys(object)) noteWrite(new Property(object, key));
  }
}

/** Whether a branch or iteration puts back what is changed of it now. */
export function changesArePutBack(object: unknown): object is Record<PropertyKey, unknown> {
  return isObject(object) && isPutBack(object);
}

function holdsElements(value: unknown): value is object {
  if (variantOf(value) !== undefined) return false;
  return Array.isArray(value) || isCollection(value);
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  const isAny = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isAny && !isTensor(value) && !ArrayBuffer.isView(value);
}

/** False where a setter does assignments of its own, and where nothing is assigned. */
function isAssignable(object: object, key: PropertyKey): boolean {
  for (let owner: object | null = object; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const property = Object.getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return property.writable === true;
  }
  return Object.isExtensible(object);
}
