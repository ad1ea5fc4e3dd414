import { type StagingError, UseGraphError } from '../errors.js';
import { errorHere } from './errorHere.js';

/*
 * What is wrong with a trace is no exception of the program. Code that is not staged may catch it all the same: the call of that code
 * then ends with it. Nor can such code catch what a tensor decides to throw, as only the graph will.
 */

/** A call of code that is not staged, and catches what a function throws that it is given, or what it calls itself. */
interface CatchingCall {
  readonly catchesFunction: boolean;
  error: UseGraphError | null;
}

let current: CatchingCall | null = null;

/** Makes a call of code in whose text a `catch` stands. */
export function callCatching<T>(catchesFunction: boolean, body: () => T): T {
  const outer = current;
  const call: CatchingCall = { catchesFunction, error: null };
  current = call;
  let result: T;
  try {
    result = body();
  } finally {
    current = outer;
  }
  if (call.error !== null) throw call.error;
  return result;
}

/** An error leaves a construct or an operation. */
export function noteError(error: unknown): void {
  if (current !== null && error instanceof UseGraphError && error.code !== 'no-gradient')
    current.error ??= error;
}

/** What went wrong is traced in another way. */
export function forgetErrors(): void {
  if (current !== null) current.error = null;
}

/** A tensor decides whether something is thrown, which is of no interest where the trace is given up. */
export function noteDecidedThrow(): void {
  if (current?.catchesFunction !== true) return;
  current.error ??= swallowedThrow();
}

export function swallowedThrow(): StagingError {
  return errorHere(
    'swallowed-throw',
    'A throw that a tensor decides about is caught by code that is not staged, which would handle it while tracing only.',
    'Catch it in a function that carries the directive.',
  );
}
