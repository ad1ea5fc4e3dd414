import type { Tensor } from '@tensorflow/tfjs-core';
import type { Entry } from '../state/state.js';
import { originalOf } from '../values/originals.js';
import type { HostScalar } from '../values/weak.js';
import type { Branch } from './branch.js';
import type { Choices, Merged } from './choices.js';

/** How what an object, array or collection holds becomes one. */
export interface Parts {
  readonly choices: Choices;
  /** Of a variable, of which an error may be one only where it is read. */
  variable(entry: Entry, a: unknown, b: unknown): Merged;
  /** Of a value that both branches leave. */
  value(entry: Entry, name: string, a: unknown, b: unknown): Merged;
  /** Of one that `missing` does not leave. A key stays the object that it is. */
  present(entry: Entry, value: unknown, missing: Branch, isKey?: boolean): Merged;
  /** Merges two objects that stay two: the result is one or the other. */
  variant(entry: Entry, name: string, a: unknown, b: unknown): Merged;
  /** A result of the conditional, which is one of the values. */
  output(values: readonly (Tensor | HostScalar)[] | null): Merged;
}

/** Whether that is what the container of the state holds: no object of the program's. */
export function areContents({ container, name: own }: Entry, name: string): boolean {
  return container !== null && name === own;
}

/** The objects of the program that the two are copies of. */
export function originalsOf(
  entry: Entry,
  name: string,
  [a, b]: readonly [unknown, unknown],
): readonly [object | undefined, object | undefined] {
  return areContents(entry, name) ? [undefined, undefined] : [originalOf(a), originalOf(b)];
}
