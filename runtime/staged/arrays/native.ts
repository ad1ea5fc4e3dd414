import { readElements } from '../operators/condition.js';
import { isTensor } from '../values/tensors.js';

/* JavaScript's own methods of arrays. */

export type Callback = (...args: unknown[]) => unknown;
export type Method = (self: readonly unknown[], args: readonly unknown[]) => unknown;

export const prototype = Array.prototype;

export function method(name: string): Callback {
  return (prototype as unknown as Record<string, Callback>)[name]!;
}

/** A class that extends Array may have a method of its own by the name, which has called this one. */
export function native<T>(self: readonly unknown[], name: string, ...args: unknown[]): T {
  return method(name).apply(self, args) as T;
}

export function positionsOf({ length }: readonly unknown[]): number[] {
  return Array.from({ length }, (_, index) => index);
}

/** The index that a method is given, of whose tensor the elements are known. */
export function indexIn(index: unknown, name: string): number {
  return isTensor(index) ? readElements(index, `The index of ${name}()`)[0]! : (index as number);
}
