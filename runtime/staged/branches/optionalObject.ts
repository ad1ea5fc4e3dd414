import type { Entry } from '../state/state.js';
import { isMissing, isNull } from '../values/absent.js';
import { isFunction } from '../values/chosenFunction.js';
import { isOfClass } from '../values/classInstances.js';
import { isThereOf, noElementMessage } from '../values/outside.js';
import { isPlainObject } from '../values/structure.js';
import { Variant } from '../values/variant.js';
import { isListLike } from './growth.js';

/** Whether a function or object that only one branch has may be left out: who uses it can ask whether it is there. */
export function mayBeMissing(entry: Entry, a: unknown, b: unknown): boolean {
  const [missing, present] = isMissing(a) ? [a, b] : [b, a];
  // What staged code did not set is undefined, whereas the program returns null.
  if (!isMissing(missing) || isMissing(present) || isUnset(entry, missing)) return false;
  const isObject = isOfClass(present) || isPlainObject(present) || staysOne(present);
  return isFunction(present) || isObject || isListLike(present);
}

/** An object of JavaScript's that a branch gives or not: no tensor can be in its place. */
export function staysOne(value: unknown): value is object {
  return value instanceof Map || value instanceof Set || value instanceof Error;
}

/** Whether a branch has left a variable that a flag guards without a value, so that nothing reads it after that branch. */
export function isUnset({ isFlag, isResult }: Entry, value: unknown): boolean {
  if (!isFlag || value === null) return false;
  return isResult ? value !== undefined && isMissing(value) : isMissing(value);
}

/** An object that may be left out. */
export interface Optional {
  readonly presence: unknown;
  readonly object: unknown;
  /** What is in its place. */
  readonly missing: unknown;
  /** Of the assertion that it is there, where nobody asks. */
  readonly isThereMessage?: string | undefined;
}

/** What both sides are to each other: beside null, an element of an array is there. */
export function optionalsOf(a: unknown, b: unknown): [Optional, Optional] {
  const [one, other] = [optionalOf(a), optionalOf(b)];
  if (isNull(a) || isNull(b)) return [orNull(one), orNull(other)];
  const isBesideNull = [one, other].some(({ missing }) => isNull(missing));
  return isBesideNull ? [one, other] : [elementOf(one), elementOf(other)];
}

/** What a list asserts that it has is as good as null where it has not. */
function orNull(optional: Optional): Optional {
  return optional.isThereMessage === undefined ? optional : { ...optional, missing: null };
}

function elementOf(optional: Optional): Optional {
  const isThere = isThereOf(optional.object);
  if (optional.presence !== true || isThere === undefined) return optional;
  return { ...optional, presence: isThere, isThereMessage: noElementMessage };
}

function optionalOf(value: unknown): Optional {
  if (isMissing(value)) return { presence: false, object: undefined, missing: value };
  const isOptional = value instanceof Variant && isMissing(value.other) && !isMissing(value.one);
  if (!isOptional) return { presence: true, object: value, missing: undefined };
  const { predicate, one, other, isThereMessage } = value;
  return { presence: predicate, object: one, missing: other, isThereMessage };
}
