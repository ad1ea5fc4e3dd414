import type { Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { checkAtEnd } from '../../trace/endChecks.js';
import { currentLocation } from '../../trace/session.js';
import { type SymbolicData, symbolicData } from '../../trace/symbolic.js';
import { currentTracer, describe, isTracing, type Tracer } from '../../trace/tracer.js';
import { warn } from '../../warnings.js';
import { leavesOf } from '../lists/elements.js';
import { isConstructedHere } from '../values/constructed.js';
import { isCollection } from '../values/entryPresence.js';
import { isCyclic, isPlainObject } from '../values/structure.js';
import { isTensor, isVariable } from '../values/tensors.js';
import { currentConstruct } from './recording.js';
import { copied, partsOf } from './snapshot.js';

/*
 * A trace assigns what outlives it, a field of an object from outside or a variable of the module, once, and no later call does.
 * Where that leaves a tensor of the graph, later calls compute with what was there while tracing, which nothing else would tell.
 */

interface Left {
  readonly name: string;
  readonly location: SourceLocation | null;
  /** Whether a `tf.Variable` was there, which an assignment replaces. */
  readonly wasVariable: boolean;
  /** The object by which the program knows it: one that a constructor makes is known to be new when that has ended. */
  readonly holder: unknown;
  /** Where it changes in a branch or loop that does not put it back. */
  changedInside: SourceLocation | null;
  read(): unknown;
}

/** By the objects that have them, variables by null, and by name. */
type Places = Map<object | null, Map<string, Left>>;

const places = new WeakMap<Tracer, Places>();

/** Tells that a property of an object is assigned, which the program calls `holder` if it knows it from outside. */
export function notePropertyLeft(object: object, key: PropertyKey, holder: string | null): void {
  if (holder === null && !isInstance(object)) return;
  note(object, `${holder ?? object.constructor.name}.${String(key)}`, () => heldAt(object, key));
}

export function notePrivateFieldLeft(object: object, name: string, read: () => unknown): void {
  if (!isInstance(object)) return;
  note(object, `${object.constructor.name}.${name.slice(name.lastIndexOf('#'))}`, read);
}

/** `"Meter.seen"` for `"this.seen"`, as errors call it, where a class of the program made `this` before the trace; null elsewhere. */
export function pathOfOwner(owner: unknown, path: string | null): string | null {
  if (!isTracing() || typeof owner !== 'object' || owner === null) return null;
  if (path === null || !isInstance(owner) || isConstructedHere(owner)) return null;
  return path.replace(/^this/, owner.constructor.name);
}

/** Tells that an array, Map or Set changes that the program knows from outside, or by an object that may be. */
export function noteContentsLeft(collection: object, name: string, holder: unknown = null): void {
  note(collection, name, () => collection, currentLocation(), holder);
}

/** As `noteContentsLeft`, of one that nothing in the graph reads: the branch or loop that is traced does not put it back. */
export function noteUnreadChange(collection: object, name: string): void {
  const left = note(collection, name, () => collection);
  if (currentConstruct() !== null) left.changedInside ??= currentLocation();
}

/** Tells that a variable from outside is about to be assigned. */
export function noteVariableLeft(
  name: string,
  read: () => unknown,
  location: SourceLocation,
): void {
  note(null, name, read, location);
}

function note(
  owner: object | null,
  name: string,
  read: () => unknown,
  location = currentLocation(),
  holder: unknown = null,
): Left {
  const own = ownPlaces();
  const ofOwner = own.get(owner) ?? new Map<string, Left>();
  own.set(owner, ofOwner);
  const known = ofOwner.get(name);
  if (known !== undefined) return known;
  const before = read();
  const wasVariable = isTensor(before) && isVariable(before);
  const left: Left = { name, location, wasVariable, holder, changedInside: null, read };
  ofOwner.set(name, left);
  return left;
}

function ownPlaces(): Places {
  const { root } = currentTracer();
  const known = places.get(root);
  if (known !== undefined) return known;
  const made: Places = new Map();
  places.set(root, made);
  checkAtEnd(() => warnOfLeft(made));
  return made;
}

/** Without asking a getter. */
function heldAt(object: object, key: PropertyKey): unknown {
  return Reflect.getOwnPropertyDescriptor(object, key)?.value;
}

/** What a class of the program has made, if not staged code of this trace; nothing of JavaScript's own, errors least of all. */
function isInstance(object: object): boolean {
  return !isPlainObject(object) && !isCyclic(object) && tagOf.call(object) === '[object Object]';
}

const { toString: tagOf } = Object.prototype;

function warnOfLeft(all: Places): void {
  const told = new Set<string>();
  for (const [owner, ofOwner] of all) {
    if (owner !== null && isConstructedHere(owner)) continue;
    for (const { name, location, wasVariable, holder, changedInside, read } of ofOwner.values()) {
      if (told.has(name) || (isObject(holder) && isConstructedHere(holder))) continue;
      const traced = tracedIn(read());
      if (traced === null && changedInside === null) continue;
      told.add(name);
      if (traced === null) {
        warnOfChange(name, changedInside);
        continue;
      }
      warn(
        'left-outside',
        `${currentTracer().root.name} leaves ${describe(traced)} in '${name}', which is from outside: that happens ` +
          'only while tracing, and in no later call.',
        location,
        wasVariable
          ? 'A tf.Variable was there: call its assign(), which changes it at each call.'
          : 'Return the tensor, and pass it to the next call; or keep a tf.Variable there, which each call can assign().',
      );
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function warnOfChange(name: string, location: SourceLocation | null): void {
  warn(
    'changed-outside',
    `${currentTracer().root.name} changes '${name}', which is from outside, in a branch or loop that a tensor decides about: that ` +
      'happens while tracing, whatever the tensor is, and in no later call.',
    location,
    'Return what the caller needs, and change it there. For a message, call print() of use-graph.',
  );
}

/** The first traced tensor in a value. */
function tracedIn(value: unknown): SymbolicData | null {
  for (const leaf of leavesOf(copied(value))) {
    const parts = !isTensor(leaf) && isCollection(leaf) ? partsOf(leaf) : [];
    const found = isTensor(leaf) ? symbolicOf(leaf) : (parts.map(tracedIn).find(Boolean) ?? null);
    if (found !== null) return found;
  }
  return null;
}

function symbolicOf(tensor: Tensor): SymbolicData | null {
  return isVariable(tensor) ? null : symbolicData(tensor);
}
