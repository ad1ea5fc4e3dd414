import { framesOf, isInternal } from '../../diagnostics/index.js';
import { UseGraphError } from '../errors.js';
import { passPlace, placeOf } from './userStack.js';

/*
 * A property is read as JavaScript reads it, `o.p`, and staged code has no place for that. Where the object is one of ours
 * and has to raise an error, the engine's stack tells where the user's code reads it.
 */

type Trap = (...args: never[]) => unknown;

/** Those that run. */
const running: Trap[] = [];

/** Makes it known that `body`, a trap of a proxy, may be what the user's code runs. */
export function trap<A extends never[], R>(body: (...args: A) => R): (...args: A) => R {
  const noted = (...args: A): R => {
    running.push(noted);
    try {
      return body(...args);
    } catch (error) {
      const place = error instanceof UseGraphError ? placeOf(frameOfUse()) : null;
      if (place !== null) passPlace(error, place);
      throw error;
    } finally {
      running.pop();
    }
  };
  return noted;
}

/** The line of the user's code that runs a trap; null where a helper of staged code does, which has a place. */
export function frameOfUse(): string | null {
  if (running.length === 0 || !('captureStackTrace' in Error)) return null;
  const [own, ...frames] = framesBelow();
  // Where all code is in one file, ours cannot be told from the user's.
  if (own === undefined || !isInternal(own)) return null;
  const user = frames.find((frame) => !isInternal(frame) && !frame.includes('<anonymous>'));
  const isOfTrap = running.some((trap) => framesBelow(trap)[0] === user);
  return user !== undefined && isOfTrap ? user : null;
}

function framesBelow(callee?: Trap): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const here = new Error();
  if (callee !== undefined) Error.captureStackTrace(here, callee);
  Error.stackTraceLimit = stackTraceLimit;
  return framesOf(here);
}
