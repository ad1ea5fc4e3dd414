import type { StagingError } from '../../errors.js';

/*
 * An array that is an element too of an array whose length a tensor decides: when the program changes the element, no graph can
 * tell whether it is this one. Its elements are of no use any more, nor is its length.
 */

const spoiled = new WeakMap<object, StagingError>();
let wereSpoiled = false;

/** Tells that nobody knows any more how long the array is: an error where it is used. */
export function spoilArray(array: object, error: StagingError): void {
  spoiled.set(array, error);
  wereSpoiled = true;
}

/** Throws where nobody knows how long the array is. */
export function requireKnownLength(value: unknown): void {
  const error = wereSpoiled ? spoiled.get(value as object) : undefined;
  if (error !== undefined) throw error;
}
