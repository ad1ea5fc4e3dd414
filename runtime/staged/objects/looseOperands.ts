import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { stagedListOf } from '../lists/heldList.js';
import { numberOfText, textsOf } from '../operators/chosenText.js';
import { primitiveOf } from '../operators/primitive.js';
import { subject } from '../values/describeValue.js';
import { hasOneElement, isTensor } from '../values/tensors.js';

/** What `==` compares: an object beside a number, text or tensor is what it stands for (ECMA-262, IsLooselyEqual). */
export function primitivesBeside(one: unknown, other: unknown): [unknown, unknown] {
  const a = isPrimitive(other) ? primitiveBeside(one, other) : one;
  return [a, isPrimitive(one) ? primitiveBeside(other, one) : other];
}

/** Of such: a text or bigint beside a number or bool is a number, where one of the two is a tensor. */
export function numbersBeside(a: unknown, b: unknown): [unknown, unknown] {
  if (!isTensor(a) && !isTensor(b)) return [a, b];
  return [isNumeric(b) ? numberOf(a) : a, isNumeric(a) ? numberOf(b) : b];
}

/** Beside which an object is what it stands for. */
export function isPrimitive(value: unknown): boolean {
  return isTensor(value) || (value !== undefined && value !== null && typeof value !== 'object');
}

function isNumeric(value: unknown): boolean {
  if (isTensor(value)) return value.dtype !== 'string';
  return typeof value === 'number' || typeof value === 'boolean';
}

function primitiveBeside(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value)) return primitiveOf(value, 'default');
  const list = stagedListOf(value);
  if (list !== undefined) throw unknownText(list.name);
  if (isTensor(other) && !hasOneElement(other)) return value;
  if (isNumeric(other)) return numberOrText(value);
  return isTensor(other) ? String(value) : value;
}

/** An array beside a number is the text of its elements, with commas: that of one number is this number. */
function numberOrText(array: readonly unknown[]): unknown {
  const [element] = array;
  if (array.length > 1) return hasTensors(array) ? Number.NaN : String(array);
  if (isTensor(element)) return element.dtype === 'bool' ? Number.NaN : element;
  if (!Array.isArray(element)) return String(array);
  return stagedListOf(element) === undefined ? numberOrText(element) : String(array);
}

function hasTensors(array: readonly unknown[]): boolean {
  return array.some((element) =>
    Array.isArray(element)
      ? stagedListOf(element) !== undefined || hasTensors(element)
      : isTensor(element),
  );
}

function unknownText(name: string): StagingError {
  return errorHere(
    'operand-type',
    `${subject(name)} is an array whose length a tensor decides, and is compared by == with what is none: JavaScript compares the text of ` +
      'its elements.',
    'Compare an element, or the length.',
  );
}

function numberOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'bigint') return Number(value);
  return isKnownText(value) ? numberOfText(value, numberBeside) : value;
}

function isKnownText(value: unknown): value is Tensor {
  return isTensor(value) && value.dtype === 'string' && textsOf(value) !== undefined;
}

/** Null and undefined are no number's equal. */
function numberBeside(text: string | null | undefined): number {
  return text === null || text === undefined ? Number.NaN : Number(text);
}
