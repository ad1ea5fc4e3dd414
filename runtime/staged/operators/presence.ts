import type { Tensor } from '@tensorflow/tfjs-core';
import { knownToHold } from '../../trace/knownFlags.js';
import type { Missing } from '../../trace/late.js';
import { isMissing, isNull, observe } from '../values/absent.js';
import { both, either, inverse } from '../values/flags.js';
import { missingIf } from '../values/missingKind.js';
import { unmixed } from '../values/mixed.js';
import { isThereOf } from '../values/outside.js';
import { isTensor } from '../values/tensors.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { certain } from './certain.js';
import { asPredicate } from './condition.js';
import { asTruth } from './truth.js';

/*
 * An object or function that only one branch gives (`flag ? { … } : null`) is there or not, as a tensor decides. Code that
 * asks (`if (o)`, `o?.p`, `o ?? p`) is given that tensor.
 */

/** Whether the object is there, where a tensor decides about that; undefined for any other value. */
export function presenceOf(value: unknown): Tensor | boolean | undefined {
  const variant = variantOf(value);
  if (variant !== undefined) return presenceIn(variant);
  return isTensor(value) ? undefined : isThereOf(value);
}

/** The same of whether it is true, which a number or text may be that is one of the sides. */
export function truthOf(value: unknown, construct = 'a condition'): Tensor | boolean | undefined {
  const variant = variantOf(value);
  if (variant === undefined) return presenceOf(value);
  return combined(variant, (side) =>
    isTensor(side)
      ? asPredicate(asTruth(side), construct)
      : (truthOf(side, construct) ?? Boolean(observe(side))),
  );
}

function presenceIn(variant: Variant): Tensor | boolean {
  return combined(variant, isThere);
}

function combined(
  { predicate, one, other }: Variant,
  of: (side: unknown) => Tensor | boolean,
): Tensor | boolean {
  const [a, b] = [of(one), of(other)];
  if (a === b) return a;
  return either(both(predicate, a), both(inverse(predicate), b)) as Tensor | boolean;
}

function isThere(value: unknown): Tensor | boolean {
  return presenceOf(value) ?? !isMissing(value);
}

/** Whether one of the objects that it may be is a number, text or boolean. */
export function mayBeScalar(value: unknown): boolean {
  const variant = variantOf(value);
  if (variant !== undefined) return [variant.one, variant.other].some(mayBeScalar);
  return isTensor(value) || ['number', 'string', 'boolean'].includes(typeof value);
}

/** What the value is where it is there. */
export function presentOf(value: unknown): unknown {
  const variant = variantOf(value);
  if (variant === undefined) return value;
  const { predicate, one, other, origin } = variant;
  if (isMissing(one) && !isMissing(other)) return presentOf(other);
  if (isMissing(other) && !isMissing(one)) return presentOf(one);
  const [first, second] = [presentOf(one), presentOf(other)];
  if (first === one && second === other) return value;
  return variantObject(new Variant(predicate, first, second, undefined, origin));
}

/** The same of any value, a tensor included. */
export function presentIn(value: unknown): unknown {
  return isTensor(value) ? certain(value) : resolved(presentOf(value));
}

/** What the value is where it is not there. */
export function missingOf(value: unknown): Missing {
  return missingIf(isNullWhereMissing(value) ?? false);
}

/** Undefined where the value is there for sure. */
function isNullWhereMissing(value: unknown): unknown {
  const variant = variantOf(value);
  if (variant === undefined) {
    if (isMissing(value)) return isNull(value);
    return isThereOf(value) === undefined ? undefined : false;
  }
  const { predicate, one, other } = variant;
  const [a, b] = [isNullWhereMissing(one), isNullWhereMissing(other)];
  if (a === undefined || b === undefined) return a ?? b;
  return either(both(predicate, a), both(inverse(predicate), b));
}

/** The object itself, where the branches around tell which of several it is. */
export function resolved(given: unknown): unknown {
  const value = unmixed(given);
  const variant = variantOf(value);
  const holds = variant && knownToHold(variant.predicate);
  if (holds === undefined) return value;
  return resolved(holds ? variant!.one : variant!.other);
}
