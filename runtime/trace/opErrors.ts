import type { UseGraphError } from '../errors.js';
import { passOn } from './userStack.js';

/*
 * What an op of TensorFlow.js throws, a handler of the program sees as it is. Where none does, and it ends the trace, it is told as
 * what it means to the program.
 */

const meanings = new WeakMap<Error, UseGraphError>();

export function noteMeaning(error: Error, meaning: UseGraphError): void {
  if (!meanings.has(error)) meanings.set(error, meaning);
}

/** What is thrown out of a trace in the place of what was thrown in it. */
export function meantBy(error: unknown): unknown {
  const meaning = error instanceof Error ? meanings.get(error) : undefined;
  if (meaning === undefined) return error;
  passOn(error as Error, meaning);
  return meaning;
}
