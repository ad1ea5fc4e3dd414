import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { basesOf } from '../values/choice.js';
import { isCollection } from '../values/entryPresence.js';
import { fix, fixedOf } from '../values/fixedness.js';
import { isPutBack } from './creation.js';
import {
  type Construct,
  currentConstruct,
  forgetWrites,
  isAround,
  isChangedAround,
} from './recording.js';
import { requireNew } from './underConstruction.js';

/*
 * JavaScript cannot undo `Object.freeze` and its like, so that a branch or loop that a tensor decides about does it while it
 * is traced, whether it will run or not. What was made there is of no interest elsewhere; of any other object it is unknown
 * afterwards, and what depends on it is refused.
 */

const fixing = new Set<unknown>([
  ...[Object.freeze, Object.seal],
  ...[Object.preventExtensions, Reflect.preventExtensions],
]);

/** Whether it is a function after which an object takes no more properties. */
export function isFixing(f: unknown): boolean {
  return fixing.has(f);
}

const settingPrototypes = new Set<unknown>([Object.setPrototypeOf, Reflect.setPrototypeOf]);

/** The branch or loop that has fixed each, where not all of the trace has. */
const fixedIn = new WeakMap<object, Construct>();

/** Tells of a call that may fix an object, or give it another prototype. */
export function noteFixing(f: unknown, [object, prototype]: readonly unknown[]): void {
  if (settingPrototypes.has(f)) requireSamePrototype(object, prototype);
  if (!isFixing(f) || !isObject(object)) return;
  for (const one of basesOf(object))
    if (one !== object && !Object.isFrozen(one)) fix(one, 'undecided');
  const construct = currentConstruct();
  if (construct === null || !isPutBack(object)) {
    fixedIn.delete(object);
    forgetWrites(object);
    return;
  }
  if (!isCollection(object) && isChangedAround(object)) throw fixedWhenChanged();
  if (fixedIn.has(object) || !Object.isFrozen(object)) fixedIn.set(object, construct);
}

/** Refuses what depends on whether an object is fixed, where a tensor decides that. */
export function requireFixedHere(object: unknown): void {
  if (!isObject(object)) return;
  const construct = fixedIn.get(object);
  const isKnown = construct === undefined || isAround(construct);
  if (isKnown && fixedOf(object) !== 'undecided') return;
  throw errorHere(
    'chosen-object',
    'A tensor decides whether this object has been frozen, sealed, or closed to new properties: no graph can tell, since ' +
      'JavaScript cannot undo it.',
    'Freeze it before or behind the branch or loop, or keep in a variable whether it may be changed.',
  );
}

function fixedWhenChanged(): StagingError {
  return errorHere(
    'chosen-object',
    'An object is frozen, sealed, or closed to new properties in a branch or loop that has changed it: what it ' +
      'held cannot be put back.',
    'Freeze it behind the branch or loop, or freeze a copy (`Object.freeze({ ...object })`).',
  );
}

/** Refuses another prototype for an object that may be known outside of the branch or loop. */
export function requireSamePrototype(object: unknown, prototype: unknown): void {
  if (!isObject(object) || !isPutBack(object)) return;
  if (Object.getPrototypeOf(object) === prototype) return;
  requireNew(
    object,
    errorHere(
      'chosen-object',
      'An object is given another prototype in a branch or loop that a tensor decides about, which no graph can choose.',
      'Make a new object of it: `Object.create(prototype)`, `new C()`.',
    ),
  );
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
