import { rowOf } from '../values/choice.js';

/**
 * The objects that iterations put in the place of others, each time that one is traced. What is seen again was there before
 * the loop, or is a row of an array, and others may know it: the iteration itself makes another one each time.
 */
export class Sightings {
  readonly #seen = new Map<number, Set<object>>();

  /**
   * Which entries, by their indices, get an object that others may know. Undecided where an entry gets one for the first
   * time: another trace tells.
   */
  add(found: ReadonlyMap<number, readonly object[]>): { moved: number[]; isUndecided: boolean } {
    const isUndecided = [...found.keys()].some((index) => !this.#seen.has(index));
    const moved = [...found].flatMap(([index, objects]) =>
      objects.some((object) => this.#isKnown(index, object)) ? [index] : [],
    );
    for (const [index, objects] of found)
      this.#seen.set(index, new Set([...(this.#seen.get(index) ?? []), ...objects]));
    return { moved, isUndecided };
  }

  #isKnown(index: number, object: object): boolean {
    return this.#seen.get(index)?.has(object) === true || rowOf(object) !== undefined;
  }
}
