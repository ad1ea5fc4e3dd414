import { rowOf } from '../values/choice.js';

/**
 * The objects that iterations put in the place of others, each time that one is traced. What is seen again was there before
 * the loop, or is a row of an array, and others may know it: the iteration itself makes another one each time.
 */
export class Sightings {
  readonly #seen = new Map<Key, Set<object>>();

  /**
   * Which places get an object that others may know. Undecided where a place gets one for the first time: another trace
   * tells.
   */
  add<K extends Key>(
    found: ReadonlyMap<K, readonly object[]>,
  ): { moved: Map<K, object[]>; isUndecided: boolean } {
    const isUndecided = [...found.keys()].some((key) => !this.#seen.has(key));
    const moved = new Map<K, object[]>();
    for (const [key, objects] of found) {
      const known = objects.filter((object) => this.#isKnown(key, object));
      if (known.length > 0) moved.set(key, known);
      this.#seen.set(key, new Set([...(this.#seen.get(key) ?? []), ...objects]));
    }
    return { moved, isUndecided };
  }

  #isKnown(key: Key, object: object): boolean {
    return this.#seen.get(key)?.has(object) === true || rowOf(object) !== undefined;
  }
}

/** Of a place that held an object before the loop, or the index of an entry that held none. */
type Key = string | number;
