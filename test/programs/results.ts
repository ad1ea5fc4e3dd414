import * as tf from '@tensorflow/tfjs-core';
import { isClose } from '../support/index.js';

/** A result with the elements of tensors in their places, and booleans as numbers, which a graph's bool tensors hold. */
export async function settled(result: unknown): Promise<unknown> {
  const value = await result;
  if (value instanceof tf.Tensor) return settled(await value.array());
  if (value instanceof Map) return settled(Object.fromEntries(value));
  if (value instanceof Set) return settled([...value]);
  if (Array.isArray(value)) return Promise.all(value.map(settled));
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await settled(item)]);
  return Object.fromEntries(await Promise.all(entries));
}

export function agree(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'boolean' || typeof expected === 'boolean')
    return Number(actual) === Number(expected);
  if (typeof actual === 'number' && typeof expected === 'number') return isClose(actual, expected);
  if (typeof actual !== 'object' || typeof expected !== 'object' || !actual || !expected)
    return Object.is(actual, expected);
  const keys = Object.keys(expected) as (keyof object)[];
  return (
    Array.isArray(actual) === Array.isArray(expected) &&
    keys.length === Object.keys(actual).length &&
    keys.every((key) => agree(actual[key], expected[key]))
  );
}

export const shown = (value: unknown) => JSON.stringify(value) ?? String(value);

/** The tensors in a result, each once. */
export function tensorsIn(value: unknown, found = new Set<tf.Tensor>()): tf.Tensor[] {
  if (value instanceof tf.Tensor) found.add(value);
  else if (value instanceof Map) for (const item of value.values()) tensorsIn(item, found);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) tensorsIn(item, found);
  return [...found];
}
