import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { isGone } from '../../trace/heirs.js';
import { negated } from '../../trace/knownFlags.js';
import { variableEntry } from '../state/state.js';
import { type Candidate, candidatesOf, rowOf } from '../values/choice.js';
import { chosenFunctionOf } from '../values/chosenFunction.js';
import { describeValue } from '../values/describeValue.js';
import { keysOf } from '../values/entries.js';
import { isCollection, isKeyed } from '../values/entryPresence.js';
import { Variant } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { changing } from './announce.js';
import { ofChosenFunction } from './functionUses.js';
import { ofVariant } from './variantTests.js';

const reading = new Set<unknown>([
  Map.prototype.get,
  Map.prototype.has,
  Set.prototype.has,
  WeakMap.prototype.get,
  WeakMap.prototype.has,
  WeakSet.prototype.has,
]);

/** These return the collection. */
const adding = new Set<unknown>([
  Map.prototype.set,
  Set.prototype.add,
  WeakMap.prototype.set,
  WeakSet.prototype.add,
]);

const changingIt = new Set<unknown>([
  ...adding,
  Map.prototype.delete,
  Set.prototype.delete,
  WeakMap.prototype.delete,
  WeakSet.prototype.delete,
]);

/** Whether a tensor has chosen which object or function it is. */
export function isChosenKey(key: unknown): key is object {
  if (chosenFunctionOf(key) !== undefined || variantOf(key) !== undefined) return true;
  if (typeof key !== 'object' || key === null) return false;
  return candidatesOf(key) !== undefined || rowOf(key) !== undefined;
}

/**
 * A method of a Map, Set, WeakMap or WeakSet that is given an object which a tensor chooses: the same with each object that it
 * may be, in its branch. `undefined` for any other call.
 */
export function callAtChosen(
  f: unknown,
  self: unknown,
  [key, ...rest]: readonly unknown[],
  apply: (args: unknown[]) => unknown,
  /** Calls it with a key that is no other object than itself. */
  applyToSame: (args: unknown[]) => unknown,
): (() => unknown) | undefined {
  const isChange = changingIt.has(f);
  if (!(isChange || reading.has(f)) || !isKeyed(self) || !isChosenKey(key)) return undefined;
  // Nothing in it can be the object.
  if (!isChange && isCollection(self) && !keysOf(self).some(isObject)) return undefined;
  const call = (one: unknown): unknown => {
    if (isChange) changing(self);
    // The one that an object is where it is none of those that it may be.
    const result = one === key ? applyToSame([one, ...rest]) : apply([one, ...rest]);
    return result === self ? undefined : result;
  };
  return () => {
    const result = ofEach(key, call);
    return adding.has(f) ? self : result;
  };
}

function ofEach(key: object, use: (one: unknown) => unknown): unknown {
  const f = chosenFunctionOf(key);
  if (f !== undefined) return ofChosenFunction(f, use, variableEntry('the entry'));
  const variant = variantOf(key);
  if (variant !== undefined) return ofVariant(variant, use);
  const candidates = candidatesOf(key);
  if (candidates === undefined) throw unknownKey(key);
  return ofCandidates(candidates, key, use);
}

/** With each of them, in its branch. */
function ofCandidates(
  [first, ...others]: readonly Candidate[],
  key: object,
  use: (one: unknown) => unknown,
): unknown {
  const { object, predicate, holds } = first!;
  if (others.length === 0) return use(object);
  if (predicate === null || isGone(predicate)) throw unknownKey(key);
  const condition = holds ? predicate : negated(predicate);
  const rest = {};
  return ofVariant(new Variant(condition, object, rest), (one) =>
    one === rest ? ofCandidates(others, key, use) : use(one),
  );
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function unknownKey(key: object): StagingError {
  return errorHere(
    'chosen-object',
    `A key of a Map or Set is one of several objects (${describeValue(key)}), as a tensor has chosen: no graph can ` +
      'tell which of them it is.',
    'Take a property that is another one in each (`seen.has(item.id)`), or keep the index of the one chosen.',
  );
}
