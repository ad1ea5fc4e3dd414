import { keep, type Tensor, tensor } from '@tensorflow/tfjs-core';
import { isPlainObject } from '../values/structure.js';
import { constant, markWeak } from '../values/weak.js';

/**
 * An item of a `for await` as the body's graph takes it: numbers vary from one to the next, and so are tensors. Arrays and
 * object literals stay what they are, since the program may change them.
 */
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
  if (Array.isArray(value) || isPlainObject(value)) noteItem(value);
  return value;
}

const items = new WeakSet<object>();

function noteItem(container: object): void {
  if (items.has(container)) return;
  items.add(container);
  for (const part of Object.values(container))
    if (Array.isArray(part) || isPlainObject(part)) noteItem(part);
}

/** What an item, or an object in one, holds, as the graph takes it. */
export function heldByItem(
  object: object,
  values: readonly unknown[],
  made: Tensor[],
): readonly unknown[] {
  return items.has(object) ? values.map((value) => asItem(value, made)) : values;
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
