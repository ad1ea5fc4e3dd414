import type { SourceLocation } from '../../graph/types.js';
import { isTracing } from '../../trace/session.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { arrayOf, StagedList, stagedListOf } from '../lists/stagedList.js';
import { noteConstructed } from '../values/constructed.js';
import { keyOf, type Row, rowsOfCollection } from '../values/entries.js';
import { isCollection, keyArraysOf } from '../values/entryPresence.js';
import { requireInherited } from '../values/inheritedProperties.js';
import {
  isIndexKey,
  type Keys,
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
import { heldGone } from './heldBefore.js';
import { noteContentsLeft, notePropertyLeft, noteVariableLeft } from './leftOutside.js';
import {
  assignProperty,
  contentsOf,
  copied,
  holdsGone,
  originalsIn,
  restored,
  setContents,
} from './snapshot.js';

/*
 * What a branch or loop changes is known from its text, apart from what functions change that it calls: properties of
 * objects that these have too, and variables that closures share. Staged code tells of each such assignment, and the
 * branch or loop that is being traced puts it back, and merges or carries it like the rest of its state.
 */

/** A variable, field or property that staged code assigns, or the contents of a collection that it changes. */
export interface Place {
  /** As errors call it. */
  readonly name: string;
  /** The collection whose contents the place is. */
  readonly container?: object;
  /** The object whose property it is. */
  readonly owner?: object;
  /** What copies of the owner call it. */
  readonly label?: string;
  readonly exists?: boolean;
  /** Of a variable that the plugin made up, as in `State`. */
  readonly kind?: 'flag' | 'result' | undefined;
  read(): unknown;
  write(value: unknown): void;
  isSame(other: Place): boolean;
}

export interface Write {
  readonly place: Place;
  /** A copy of what the place held before. */
  readonly before: unknown;
}

/** What is assigned now goes to the innermost one. */
interface Recording {
  readonly writes: Write[];
  outer: Recording | null;
}

let recording: Recording | null = null;

/** Tells that `object[key]` is about to be assigned: it will be there, behind all others if it has not been. */
export function noteProperty(
  object: unknown,
  given: PropertyKey,
  holder: string | null = null,
): void {
  if (!isTracing() || !isObject(object)) return;
  if (typeof given !== 'object') notePropertyLeft(object, given, holder);
  // What is no text yet becomes one by each question.
  if (typeof given === 'object' && recording === null) return;
  const key = listedKey(given);
  if (!isAssignable(object, key)) return;
  const isThere = propertyInState(object, key) === true;
  if (recording !== null) {
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
  if (variantOf(object) === undefined && !isAssignable(object, key)) return;
  if (Reflect.get(object, key) !== value)
    assignProperty(object as Record<PropertyKey, unknown>, key, value);
}

/** Tells that `object[key]` is about to be deleted. */
export function noteDeletion(object: unknown, given: PropertyKey): void {
  if (!isTracing() || !isObject(object)) return;
  const key = listedKey(given);
  if (!Object.hasOwn(object, key) || !isAssignable(object, key)) return;
  if (recording !== null) {
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
  if (recording !== null) noteWrite(new Variable(name, read, write));
  if (place !== null && isTracing()) noteVariableLeft(name, read, place);
  return value;
}

/** A variable that `read` and `write` know. */
export function variable(
  name: string,
  read: () => unknown,
  write: (value: unknown) => void,
  kind: Place['kind'],
): Place {
  return new Variable(name, read, write, kind);
}

/** A private field of an object, as an assignment names it. */
export function privateField(
  name: string,
  object: object,
  read: () => unknown,
  write: (value: unknown) => void,
): Place {
  return new PrivateField(name, object, read, write);
}

/** Tells that what a collection holds is about to change. */
export function noteContents(collection: unknown, name: string | null = null): void {
  if (name !== null && isTracing() && holdsElements(collection)) noteContentsLeft(collection, name);
  if (recording === null) return;
  const variant = variantOf(collection);
  if (variant !== undefined) for (const side of [variant.one, variant.other]) noteContents(side);
  else if (holdsElements(collection) && !isFrozenArray(collection))
    noteWrite(new Contents(collection));
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

/** What each collection was made in: nothing outside of that trace knows of it. */
const makers = new WeakMap<object, Write[]>();

/** The trace that each was made in. */
const homes = new WeakMap<object, Tracer>();

/** How many had been made before each. */
const orders = new WeakMap<object, number>();
let count = 0;

/** Tells that the collection is new. */
export function made<T extends object>(collection: T): T {
  if (recording !== null) makers.set(collection, recording.writes);
  if (isTracing()) homes.set(collection, currentTracer().root);
  orders.set(collection, count++);
  return noteConstructed(collection);
}

/** Tells that an object is new whose properties change one by one. */
export function madeObject<T extends object>(object: T): T {
  orders.set(object, count++);
  return noteConstructed(object);
}

export function madeSoFar(): number {
  return count;
}

/** Whether staged code has made it after so many others. */
export function isMadeSince(object: object, others: number): boolean {
  return (orders.get(object) ?? -1) >= others;
}

/** Whether it is known to have been there before. */
export function isMadeBefore(object: object, others: number): boolean {
  return (orders.get(object) ?? Infinity) < others;
}

/** Whether the function that is traced has made it: nobody has it when the trace has ended. */
export function isMadeHere(collection: object): boolean {
  return homes.get(collection) === currentTracer().root;
}

/** Whether the branch or iteration that is traced has made it, outside of the branches and loops in it. */
export function isMadeNow(object: object): boolean {
  return isMadeHere(object) && makers.get(object) === recording?.writes;
}

/** A branch or loop body, as what is recorded of it. */
export type Construct = readonly Write[];

/** The innermost that is being traced. */
export function currentConstruct(): Construct | null {
  return recording?.writes ?? null;
}

/** Whether what is traced now is in it. */
export function isAround(construct: Construct): boolean {
  for (let inner = recording; inner !== null; inner = inner.outer)
    if (inner.writes === construct) return true;
  return false;
}

/** Whether the branch or iteration that is traced puts back what it changes of it. */
export function isPutBack(object: unknown): boolean {
  return recording !== null && isObject(object) && !isMadeNow(object);
}

/** From now on, until the function returned is called, `writes` gets what is assigned. */
export function recordingTo(writes: Write[]): () => void {
  const own = startRecording(writes);
  return () => endRecording(own);
}

/** As `recordingTo`, and the construct around is told of them in the end. */
export function recordingOutward(writes: Write[]): () => void {
  const own = startRecording(writes);
  return () => {
    endRecording(own);
    for (const write of writes) addTo(own.outer, write);
  };
}

function startRecording(writes: Write[]): Recording {
  recording = { writes, outer: recording };
  return recording;
}

/** What follows a throw is recorded up to the end of its block, which may be behind the end of what was begun before. */
function endRecording(own: Recording): void {
  if (recording === own) {
    recording = own.outer;
    return;
  }
  for (let inner = recording; inner !== null; inner = inner.outer)
    if (inner.outer === own) inner.outer = own.outer;
}

/** Adds to `writes` what `body` assigns, or puts it back where that throws. */
export function recordWrites<T>(body: () => T, writes: Write[]): T {
  const own = startRecording(writes);
  try {
    return body();
  } catch (error) {
    undo(writes);
    throw error;
  } finally {
    endRecording(own);
  }
}

/** As `recordWrites`, and tells the construct around of them. */
export function recordTold<T>(body: () => T, writes: Write[] = []): T {
  const end = recordingOutward(writes);
  try {
    return body();
  } catch (error) {
    undo(writes);
    throw error;
  } finally {
    end();
  }
}

/**
 * Tells the construct around of an ended trace's writes, once they are put back. What holds a tensor of the trace even then
 * is something that the trace made.
 */
export function noteOutward(writes: readonly Write[]): void {
  for (const { place } of writes) {
    if (!isMadeIn(place, writes) && !holdsGone(place.read())) noteWrite(place);
  }
}

/**
 * Those of a trace's writes that reach beyond it, to places that writing the state does not reach. What held a tensor of
 * the trace before is something that the trace made. The state must be what `restore` makes it.
 */
export function beside(writes: readonly Write[], restore: () => void): Write[] {
  const outer = writes.filter(({ place }) => !isMadeIn(place, writes));
  return outer.filter((write) => {
    const { place, before } = write;
    if (holdsGone(before)) {
      restore();
      if (heldGone(write, outer)) return false;
    }
    const value = place.read();
    const probe = new Probe();
    place.write(probe);
    restore();
    const isBeside = place.read() === probe;
    if (isBeside) place.write(value);
    return isBeside;
  });
}

export function undo(writes: readonly Write[]): void {
  for (const { place, before } of writes.toReversed()) {
    if (before !== unset) setContent(place, before);
    else if (place.exists !== false) place.write(unset);
  }
}

/** Tells the construct around this one of a place, before it is written. */
export function noteWrite(place: Place): void {
  if (recording !== null && !isKnown(recording, place))
    recording.writes.push({ place, before: presentValue(place) });
}

/** The same of a place that has been written. */
export function noteWritten(write: Write): void {
  addTo(recording, write);
}

function addTo(to: Recording | null, write: Write): void {
  if (to !== null && !isKnown(to, write.place)) to.writes.push(write);
}

function isKnown({ writes }: Recording, place: Place): boolean {
  return writes.some((write) => write.place.isSame(place));
}

/** A copy, since branches and loops change objects of their state where they are. */
function presentValue(place: Place): unknown {
  return place.exists === false ? unset : contentOf(place);
}

/** A copy of what it holds. */
export function contentOf(place: Place): unknown {
  return copied(place.read());
}

export function setContent(place: Place, content: unknown): void {
  const value = restored(content);
  if (!Object.is(place.read(), value)) place.write(value);
}

export function distinct(places: readonly Place[]): Place[] {
  return places.filter(
    (place, index) => places.findIndex((other) => other.isSame(place)) === index,
  );
}

function isMadeIn({ container }: Place, writes: readonly Write[]): boolean {
  return container !== undefined && makers.get(container) === writes;
}

/** Is written to a place for a moment, to see what else changes with it. */
export class Probe {}

/** A property that is not there. */
export const unset = Symbol('unset');

class Property implements Place {
  constructor(
    private readonly object: Record<PropertyKey, unknown>,
    private readonly key: PropertyKey,
  ) {}

  get owner(): object {
    return this.object;
  }

  get name(): string {
    const { name } = this.object.constructor ?? {};
    const owner = name && name !== 'Object' && name !== 'Array' ? name : '';
    return `${owner}.${String(this.key)}`;
  }

  get label(): string {
    return `.${String(this.key)}`;
  }

  get exists(): boolean {
    return Object.hasOwn(this.object, this.key);
  }

  read(): unknown {
    return this.object[this.key];
  }

  write(value: unknown): void {
    if (value === unset) delete this.object[this.key];
    else assignProperty(this.object, this.key, value);
  }

  isSame(other: Place): boolean {
    return other instanceof Property && other.object === this.object && other.key === this.key;
  }
}

/** Which properties an object has. Writing the state may make some that are not there. */
class ObjectKeys implements Place {
  #probe: Probe | undefined;

  constructor(readonly container: Keys) {}

  get name(): string {
    return 'the properties of an object';
  }

  get owner(): object {
    return this.container.object;
  }

  read(): unknown {
    return this.#probe ?? this.container.rows;
  }

  write(value: unknown): void {
    this.#probe = value instanceof Probe ? value : undefined;
    if (this.#probe === undefined) this.container.rows = value as [];
  }

  isSame(other: Place): boolean {
    return other.container === this.container;
  }
}

/** What an array, Map or Set holds, as an array of its own. */
class Contents implements Place {
  constructor(readonly container: object) {}

  get name(): string {
    return Array.isArray(this.container) ? 'an array' : `a ${this.container.constructor.name}`;
  }

  read(): unknown {
    const contents = contentsOf(this.container);
    const keys = keyArraysOf(this.container)?.keys;
    if (keys !== undefined) return !isListed(keys) && keys[0] instanceof Probe ? keys[0] : contents;
    if (!Array.isArray(contents)) return contents;
    const last: unknown = contents.at(-1);
    const element = isCollection(this.container) && last !== undefined ? keyOf(last as Row) : last;
    return element instanceof Probe ? element : contents;
  }

  write(value: unknown): void {
    const contents = value instanceof StagedList ? arrayOf(value) : value;
    setContents(this.container, value instanceof Probe ? this.#with(value) : (contents as object));
  }

  /** A loop over a Map or Set would come again to what is taken out of it for a moment. */
  #with(probe: Probe): object {
    if (!isCollection(this.container)) return [probe];
    if (keyArraysOf(this.container) !== undefined) return { keys: [probe] };
    const row = this.container instanceof Map ? [probe, probe, true] : [probe, true];
    return [...rowsOfCollection(this.container), row];
  }

  isSame(other: Place): boolean {
    return other.container === this.container;
  }
}

class Variable implements Place {
  constructor(
    readonly name: string,
    readonly read: () => unknown,
    readonly write: (value: unknown) => void,
    readonly kind?: Place['kind'],
  ) {}

  /** Each assignment has functions of its own for it: one place is where writing the one changes the other. */
  isSame(other: Place): boolean {
    return other instanceof Variable && other.name === this.name && this.isWrittenBy(other);
  }

  protected isWrittenBy(other: Variable): boolean {
    const value = this.read();
    const probe = new Probe();
    this.write(probe);
    const isSame = other.read() === probe;
    this.write(value);
    return isSame;
  }
}

/** One place, by whatever name of the object the program assigns it. */
class PrivateField extends Variable {
  readonly #object: object;
  readonly #key: string;

  constructor(name: string, object: object, read: () => unknown, write: (value: unknown) => void) {
    // The name is that of the first assignment; classes that extend each other may have fields of one name.
    super(name, read, write);
    this.#object = object;
    this.#key = name.slice(name.lastIndexOf('#'));
  }

  override isSame(other: Place): boolean {
    if (!(other instanceof PrivateField) || other.#object !== this.#object) return false;
    return other.#key === this.#key && this.isWrittenBy(other);
  }
}

function isListed(array: unknown[]): boolean {
  return stagedListOf(array) !== undefined;
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
