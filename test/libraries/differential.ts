import fc from 'fast-check';
import { Pairs } from './compare.js';
import type { Library } from './load.js';
import { anything, type Recipe, type Side } from './recipes.js';

export interface Options {
  readonly runs: number;
  readonly seed?: number;
  /** What the arguments of a function are made of, where anything at all would not get far. */
  readonly args?: readonly fc.Arbitrary<Recipe>[];
}

/** Calls a function of both libraries with the same generated arguments, and compares everything that can be noticed. */
export function compareCalls(
  libraries: readonly [Library, Library],
  find: (library: Library) => unknown,
  { runs, seed = 1, args }: Options,
): void {
  const given = args === undefined ? fc.array(anything, { maxLength: 4 }) : fc.tuple(...args);
  fc.assert(
    fc.property(given, fc.array(anything, { maxLength: 2 }), (recipes, more) => {
      const found = compareOnce(libraries, find, recipes as Recipe[], more);
      if (found !== null) throw new Error(found);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
}

interface Outcome {
  readonly args: unknown[];
  readonly results: unknown[];
  readonly error: unknown;
  readonly calls: unknown[][];
}

function compareOnce(
  libraries: readonly [Library, Library],
  find: (library: Library) => unknown,
  recipes: readonly Recipe[],
  more: readonly Recipe[],
): string | null {
  const [expected, actual] = libraries.map((library) =>
    deterministically(() => outcomeOf(library, find, recipes, more)),
  ) as [Outcome, Outcome];
  const pairs = new Pairs();
  return (
    compareErrors(pairs, expected.error, actual.error) ??
    pairs.compare(expected.args, actual.args, 'arguments') ??
    pairs.compare(expected.calls, actual.calls, 'calls of callbacks') ??
    pairs.compare(expected.results, actual.results, 'result')
  );
}

function outcomeOf(
  library: Library,
  find: (library: Library) => unknown,
  recipes: readonly Recipe[],
  more: readonly Recipe[],
): Outcome {
  const calls: unknown[][] = [];
  const side: Side = { library, calls };
  const args = recipes.map((recipe) => recipe.make(side));
  const results: unknown[] = [];
  let error: unknown;
  try {
    let result: unknown = (find(library) as (...args: unknown[]) => unknown)(...args);
    results.push(result);
    // What a function makes of functions is called too, twice: partial application, memoizing, comparators.
    for (let depth = 0; depth < 2 && typeof result === 'function' && !isCallback(result); depth++) {
      const further = more.map((recipe) => recipe.make(side));
      args.push(...further);
      result = (result as (...args: unknown[]) => unknown)(...further);
      results.push(result);
    }
    if (isIterator(result)) results.push(firstItems(result));
  } catch (thrown) {
    error = thrown;
  }
  return { args, results, error, calls };
}

function isCallback(value: { name: string }): boolean {
  return value.name === 'callback';
}

function isIterator(value: unknown): value is Iterator<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { next?: unknown }).next === 'function'
  );
}

function firstItems(iterator: Iterator<unknown>): unknown[] {
  const items: unknown[] = [];
  for (let count = 0; count < 20; count++) {
    const { done, value } = iterator.next();
    if (done === true) break;
    items.push(value);
  }
  return items;
}

/**
 * The engine words its own errors after the text of the code, and one and the same line's error in more than one way,
 * by how far it has compiled that line: of such errors only the kind counts.
 */
function compareErrors(pairs: Pairs, expected: unknown, actual: unknown): string | null {
  const areOfEngine =
    expected instanceof TypeError &&
    actual instanceof TypeError &&
    (isWordedByEngine(expected) || isWordedByEngine(actual));
  return pairs.compare(
    areOfEngine ? expected.constructor : expected,
    areOfEngine ? actual.constructor : actual,
    'error',
  );
}

function isWordedByEngine({ message }: TypeError): boolean {
  return /is not (?:a function|iterable|a constructor)|undefined|null|@@iterator|Symbol\.iterator/.test(
    message,
  );
}

let state = 1;

/** Libraries keep `Math.random` and `Date.now` when they are loaded: both have to be set before. */
export function fixRandomAndTime(): void {
  Math.random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  Date.now = () => 1e12;
}

function deterministically<T>(body: () => T): T {
  state = 42;
  return body();
}
