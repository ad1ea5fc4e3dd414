import type { Tensor } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { lateOf, markLate } from '../../trace/late.js';
import { at } from '../../trace/session.js';
import { certain } from '../operators/certain.js';
import { missingLate } from '../operators/late.js';
import { missingOf, presenceOf, presentOf } from '../operators/presence.js';
import { primitiveType } from '../operators/primitiveType.js';
import { variableEntry } from '../state/state.js';
import { isMissing, observe } from '../values/absent.js';
import { branching } from '../values/construct.js';
import { either } from '../values/flags.js';
import { describeMissing, isNullOf, missingValue } from '../values/missingKind.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';
import { holdsPrimitive, Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';
import { askedRow } from './askedRow.js';
import { choose, chosenBy } from './ifStatement.js';

/* Operators that ask whether a value is there, of one that a tensor may leave null or undefined. */

/** `a ?? right()`: a tensor is never null, but for one that a branch or loop may not have given its value. */
export function nullish(
  a: unknown,
  right: () => unknown,
  location: SourceLocation | null,
): unknown {
  const late = missingLate(a);
  if (late !== undefined)
    return chosenBy(late.isSet, () => certain(a as Tensor), right, location, '??');
  const isThere = presenceOf(a);
  if (isThere !== undefined) return chosenBy(isThere, () => presentOf(a), right, location, '??');
  const row = askedRow(a);
  if (row !== undefined) return chosenBy(row.isThere, row.read, right, location, '??');
  return at(location, () => observe(a) ?? right());
}

/** `typeof value` */
export function type_of(value: unknown): unknown {
  const late = missingLate(value);
  if (late !== undefined) {
    const isNull = isNullOf(late.missing);
    const missing = isTensor(isNull)
      ? chosenText(isNull, 'object', 'undefined')
      : typeof late.missing;
    return chosenText(late.isSet, typeOfPresent(presentOf(value)), missing);
  }
  const variant = variantOf(value);
  const isThere =
    variant === undefined ? (presenceOf(value) ?? askedRow(value)?.isThere) : undefined;
  if (isThere !== undefined) return chosenText(isThere, typeOfPresent(value), 'undefined');
  if (variant === undefined) return typeOfPresent(observe(value));
  const ofSide = holdsPrimitive(variant) ? typeBesideText : type_of;
  return chosenText(variant.predicate, ofSide(variant.one), ofSide(variant.other));
}

/** Beside a text a tensor of one element is a number or bool. */
function typeBesideText(value: unknown): unknown {
  if (
    !isTensor(value) ||
    value.rank !== 0 ||
    value.dtype === 'string' ||
    missingLate(value) !== undefined
  )
    return type_of(value);
  return value.dtype === 'bool' ? 'boolean' : 'number';
}

/** A text, number or bool of the program that a tensor chooses is a text, number or bool. */
function typeOfPresent(value: unknown): string {
  return primitiveType(value) ?? typeof value;
}

function chosenText(predicate: unknown, one: unknown, other: unknown): unknown {
  if (one === other) return one;
  return chosenBy(
    predicate,
    () => one,
    () => other,
    null,
  );
}

/** `value?.…`, where `use` is given the value if there is one. */
export function optional(
  value: unknown,
  use: (value: unknown) => unknown,
  location: SourceLocation | null,
): unknown {
  const late = missingLate(value);
  const isThere = late?.isSet ?? presenceOf(value);
  if (isThere !== undefined)
    return ifThere(undefined, isThere, () => use(presentOf(value)), '?.', location);
  const row = askedRow(value);
  if (row !== undefined)
    return ifThere(undefined, row.isThere, () => use(row.read()), '?.', location);
  return isMissing(observe(value)) ? undefined : use(value);
}

/** What `use` gives where an object is there, and otherwise what is in its place. */
export function ifThere(
  value: unknown,
  isThere: unknown,
  use: () => unknown,
  construct: string,
  location: SourceLocation | null,
): unknown {
  const missing = missingOf(value);
  const late = {
    missing,
    message: `the value of ${construct} is ${describeMissing(missing)}, since a tensor decided that there is no object`,
    location,
  };
  const entry = { ...variableEntry(`the value of ${construct}`), late };
  return at(location, () =>
    choose(isThere, use, () => missingValue(missing), branching(`the ${construct}`), entry),
  );
}

/** Of a value that a tensor may leave undefined: when it is there, and what it is then. */
export function mayBeUndefined(
  value: unknown,
): { readonly isThere: unknown; readonly present: () => unknown } | undefined {
  const late = missingLate(value);
  if (late !== undefined) {
    const isNull = isNullOf(late.missing);
    if (isNull === true) return undefined;
    if (isNull === false) return { isThere: late.isSet, present: () => certain(value as Tensor) };
    const orNull = { ...lateOf(value as Tensor)!, missing: null };
    return {
      isThere: either(late.isSet, isNull),
      present: () => markLate(withoutQuestion(value as Tensor), orNull),
    };
  }
  const isThere = presenceOf(value);
  if (isThere === undefined || isThere === true) return undefined;
  const isNull = isNullOf(missingOf(value));
  if (isNull === true) return undefined;
  if (isNull === false) return { isThere, present: () => presentOf(value) };
  const orNull = () => variantObject(new Variant(isThere, presentOf(value), null));
  return { isThere: either(isThere, isNull), present: orNull };
}
