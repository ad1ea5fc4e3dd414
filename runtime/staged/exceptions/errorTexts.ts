import { holesIn, makingError, newHole } from '../../trace/errorText.js';
import { isSymbolic, isTracing } from '../../trace/session.js';
import { readable, readThroughHoles } from '../operators/errorText.js';
import { constructing } from '../state/underConstruction.js';
import { isTensor } from '../values/tensors.js';

/**
 * Makes an error of the program's. Where tensors are in its texts, staged code that reads one gets what the graph makes of
 * it, and code that makes another error of it the text with its holes.
 */
export function makeError<T>(make: () => T): T {
  const made = constructing(() => makingError(make));
  if (made instanceof Error && isTracing()) {
    fillMessage(made);
    if (holesIn(made).length > 0) readThroughHoles(made);
  }
  return made;
}

/** What a handler is given of what was thrown. */
export function caught(value: unknown): unknown {
  return typeof value === 'string' && holesIn(value).length > 0 ? readable(value) : value;
}

/** A message that the program has assigned may be a tensor. */
function fillMessage(error: Error): void {
  const message: unknown = Object.getOwnPropertyDescriptor(error, 'message')?.value;
  if (isTensor(message) && isSymbolic(message)) error.message = newHole(message);
}
