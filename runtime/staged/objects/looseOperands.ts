import type { Tensor } from '@tensorflow/tfjs-core';
import { numberOfText, textsOf } from '../operators/chosenText.js';
import { primitiveOf } from '../operators/primitive.js';
import { isTensor } from '../values/tensors.js';

/**
 * What `==` compares: an object beside a number, text or tensor is what it stands for, and a text or bigint beside a number
 * or bool a number, where one of the two is a tensor (ECMA-262, IsLooselyEqual).
 */
export function looseOperands(one: unknown, other: unknown): [unknown, unknown] {
  const a = isPrimitive(other) ? primitiveOf(one, 'default') : one;
  const b = isPrimitive(one) ? primitiveOf(other, 'default') : other;
  if (!isTensor(a) && !isTensor(b)) return [a, b];
  return [isNumeric(b) ? numberOf(a) : a, isNumeric(a) ? numberOf(b) : b];
}

function isPrimitive(value: unknown): boolean {
  return isTensor(value) || (value !== undefined && value !== null && typeof value !== 'object');
}

function isNumeric(value: unknown): boolean {
  if (isTensor(value)) return value.dtype !== 'string';
  return typeof value === 'number' || typeof value === 'boolean';
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
