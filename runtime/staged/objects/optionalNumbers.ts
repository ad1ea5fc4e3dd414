import { equal, logicalAnd, scalar, stack, type Tensor, where } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { emitAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { type Late, lateOf, markLate } from '../../trace/late.js';
import { currentLocation } from '../../trace/session.js';
import { arrayAsTensor } from '../operators/operands.js';
import { isMissing, isNull, isUnmerged, observe } from '../values/absent.js';
import { noteHoles } from '../values/holes.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isThereOf } from '../values/outside.js';
import { rowAt } from '../values/rows.js';
import { dtypeOf, isTensor, isVariable, typeOf } from '../values/tensors.js';
import { isWeak, markWeak } from '../values/weak.js';
import type { ArrayPlace } from './arrayPlace.js';
import { eitherNumber } from './eitherNumber.js';
import { asIndex } from './tensorItems.js';

/*
 * `new Array(n).fill(null)`, of which a tensor tells which elements become numbers: each is one or is missing, and who reads
 * one at an index that is a tensor may ask.
 */

/** A number that may be missing. */
interface Optional {
  readonly isSet: Tensor | boolean;
  /** Null of one that is missing for sure. */
  readonly value: Tensor | number | boolean | null;
}

interface Optionals {
  readonly missing: null | undefined;
  readonly elements: readonly Optional[];
}

/** The number at `place` of an array some of whose numbers are, or may be, missing; null of any other array. */
export function optionalAt(
  array: readonly unknown[],
  { place, isThere }: ArrayPlace,
): (() => unknown) | null {
  const optionals = optionalsOf(array);
  if (optionals === null) return null;
  const { missing, elements } = optionals;
  return () => {
    for (const element of array) observe(element);
    if (isThere !== null && missing === null) emitAssert(isThere, noElement);
    const values = elements.flatMap(({ value }) => (value === null ? [] : [value]));
    const [one] = values;
    if (one === undefined) return missing;
    const instead = dtypeOfNumber(one) === 'bool' ? false : 0;
    const numbers = arrayAsTensor(
      elements.map(({ value }) => value ?? instead),
      null,
    );
    const number = rowAt(numbers, place);
    const isSet = rowAt(stack(elements.map(({ isSet }) => asTensor(isSet))), place);
    if (values.every(isWeak)) markWeak(number);
    return late(
      number,
      missing === null || isThere === null ? isSet : logicalAnd(isThere, isSet),
      missing,
    );
  };
}

/** `array[index] = value`, where the value or some of the array's numbers are, or may be, missing; null of any other. */
export function withOptional(
  array: readonly unknown[],
  index: Tensor,
  value: unknown,
): readonly unknown[] | null {
  const optionals = optionalsOf([...array, value]);
  if (optionals === null) return null;
  const { missing } = optionals;
  const assigned = optionals.elements.at(-1)!;
  noteHoles(array);
  const elements = [...array].map((before, place) => {
    const isHere = equal(index, asIndex(place));
    return chosenOptional(isHere, assigned, optionals.elements[place]!, before, missing);
  });
  return elements.includes(null) ? null : elements.map((element) => element?.value);
}

function chosenOptional(
  isHere: Tensor,
  assigned: Optional,
  held: Optional,
  before: unknown,
  missing: null | undefined,
): { readonly value: unknown } | null {
  if (assigned.value === null && held.value === null) return { value: before };
  const sides = [assigned.value ?? held.value, held.value ?? assigned.value] as const;
  const number = eitherNumber(isHere, ...sides);
  if (number === null) return null;
  if (assigned.isSet === true && held.isSet === true) return { value: number };
  const isSet = where(isHere, asTensor(assigned.isSet), asTensor(held.isSet));
  return { value: late(number, isSet, missing) };
}

function optionalsOf(array: readonly unknown[]): Optionals | null {
  const elements = array.map(asOptional);
  const missings = new Set(array.flatMap((held, at) => (elements[at] ? missingIn(held) : [])));
  if (missings.size !== 1 || elements.includes(null)) return null;
  const isOptional = array.some((held) => isMissing(held) || (isTensor(held) && lateOf(held)));
  const [missing] = missings;
  return isOptional ? { missing, elements: elements as readonly Optional[] } : null;
}

function asOptional(held: unknown): Optional | null {
  if (isMissing(held)) return isUnmerged(held) ? null : { isSet: false, value: null };
  if (typeof held === 'number' || typeof held === 'boolean') return { isSet: true, value: held };
  if (!isTensor(held) || isVariable(held) || dtypeOf(held) === 'string') return null;
  if (typeOf(held).shape?.length !== 0) return null;
  const isSet = lateOf(held)?.isSet ?? isThereOf(held);
  return isSet === undefined
    ? { isSet: true, value: held }
    : { isSet, value: withoutQuestion(held) };
}

/** What the program sees where the number is missing; none of one that is there for sure. */
function missingIn(held: unknown): readonly (null | undefined)[] {
  if (isMissing(held)) return [isNull(held) ? null : undefined];
  const known = isTensor(held) ? lateOf(held) : undefined;
  if (known !== undefined) return isTensor(known.missing) ? [null, undefined] : [known.missing];
  return isThereOf(held) === undefined ? [] : [undefined];
}

function late(number: Tensor, isSet: Tensor, missing: null | undefined): Tensor {
  const location = currentLocation();
  const message = `an element of an array is ${missing} where it is used`;
  const question = { refusal: carriedOn(missing), isAsked: true };
  return markLate(number, { isSet, missing, message, location, question } satisfies Late);
}

function carriedOn(missing: null | undefined): StagingError {
  return errorHere(
    missing === null ? 'null-after-iteration' : 'undefined-after-iteration',
    `What a loop carries on has been read of an array, which may have ${missing} there.`,
    `Ask before: const element = array[index]; if (element !== ${missing}) …`,
  );
}

const noElement =
  'an array is read at an index at which it has no element: ask first, list[index] ?? 0, or compare the index with its length';

function asTensor(isSet: Tensor | boolean): Tensor {
  return isTensor(isSet) ? isSet : scalar(isSet, 'bool');
}

function dtypeOfNumber(value: Tensor | number | boolean): string {
  return isTensor(value) ? dtypeOf(value) : typeof value === 'boolean' ? 'bool' : 'number';
}
