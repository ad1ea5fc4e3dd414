import { type Construct, currentConstruct, noteBirth } from './recording.js';

/*
 * What a constructor does with `this` it does with a new object, which is known when it has returned that: until then an
 * error is put off that something is done with an object that others may have.
 */

interface Doubt {
  readonly object: object;
  /** The branch or iteration in which it was done. */
  readonly construct: Construct | null;
  readonly error: Error;
}

let depth = 0;
let doubts: readonly Doubt[] = [];

/** Runs a constructor, or what calls one, which gives the object that it has made. */
export function constructing<T>(make: () => T): T {
  const before = doubts;
  depth++;
  let made: T;
  try {
    made = make();
  } catch (error) {
    doubts = before;
    throw error;
  } finally {
    depth--;
  }
  if (doubts !== before) settle(made, before);
  return made;
}

/** Throws the error unless the object is the one that a constructor is making. */
export function requireNew(object: object, error: Error): void {
  if (depth === 0) throw error;
  doubts = [...doubts, { object, construct: currentConstruct(), error }];
}

/** What has not been made here may be what a constructor around this one makes. */
function settle(made: unknown, before: readonly Doubt[]): void {
  const construct = currentConstruct();
  const found = doubts.filter((doubt) => !before.includes(doubt));
  doubts = before;
  for (const { object, construct: place, error } of found) {
    if (place !== construct) throw error;
    if (object === made) noteBirth(object);
    else requireNew(object, error);
  }
}
