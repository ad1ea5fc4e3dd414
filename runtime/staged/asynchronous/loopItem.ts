import { keep, type Tensor, tensor } from '@tensorflow/tfjs-core';
import { isPlainObject } from '../values/structure.js';
import { constant, markWeak } from '../values/weak.js';

/** An item of a `for await` as the body's graph takes it: numbers vary from one to the next, and so are tensors. */
export function asItem(value: unknown, made: Tensor[]): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const scalar = keep(constant(value));
    made.push(scalar);
    return typeof value === 'number' ? markWeak(scalar) : scalar;
  }
  if (isNumeric(value)) {
    const numbers = keep(tensor(value));
    made.push(numbers);
    return numbers;
  }
  if (Array.isArray(value)) return value.map((part) => asItem(part, made));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asItem(part, made)]));
}

/** An array of numbers, or of equally long arrays of them. */
function isNumeric(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  if (value.every((item) => typeof item === 'number')) return true;
  const [first] = value as unknown[];
  return value.every(
    (item) =>
      isNumeric(item) &&
      item.length === (first as unknown[]).length &&
      Array.isArray(item[0]) === Array.isArray((first as unknown[])[0]),
  );
}
