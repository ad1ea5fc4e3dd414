import { Scoped } from '../../scoped.js';
import { noTensor } from '../../trace/isTensor.js';
import type { Variant } from './variant.js';

const variants = new WeakMap<object, Variant>();

export function markVariant(object: object, variant: Variant): void {
  variants.set(object, variant);
  noTensor(object);
}

const isForState = new Scoped(false);

/**
 * Reads or writes the variables of a state. What belongs to an object that a tensor chooses is none of them: its
 * assignments announce themselves, as those of the objects that it may be.
 */
export function forState<T>(access: () => T): T {
  return isForState.during(true, access);
}

/** Stands for a property of such an object in a state. */
export const ofChosenObject = Symbol('a property of an object that a tensor chooses');

export function isAskedForState(): boolean {
  return isForState.value;
}

/** The two objects of which the value is one, as a tensor chooses; undefined for anything else. */
export function variantOf(value: unknown): Variant | undefined {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject ? variants.get(value) : undefined;
}
