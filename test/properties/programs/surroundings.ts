import type { Random } from './random.js';
import type { Scope, Type } from './scope.js';

/** What a function returns: one value, or several in an array or object. */
export type Result =
  | Type
  | { readonly array: readonly Type[] }
  | { readonly object: Readonly<Record<string, Type>> };

/** Where in a program a statement or expression stands, and what it may use there. */
export interface Surroundings {
  readonly random: Random;
  /** A name that no other part of the program has. */
  readonly fresh: (letter: string) => string;
  readonly scope: Scope;
  /** How much deeper statements may nest. */
  readonly depth: number;
  /** How many more constructs that nest the whole program may have. */
  readonly budget: { left: number };
  /** How often this place may run in one call of the program. */
  readonly weight: number;
  /** How many calls of functions a call of the function around makes at most. */
  readonly calls: { count: number };
  /** Labels around, up to the function. */
  readonly labels: readonly { readonly name: string; readonly isLoop: boolean }[];
  readonly canBreak: boolean;
  readonly canContinue: boolean;
  /** What the function around returns; null for nothing. */
  readonly result: Result | null;
  /** Whether a statement may leave the function. */
  readonly canReturn: boolean;
  /** Whether the function around is asynchronous. */
  readonly canAwait: boolean;
  /** Whether a handler in the same function catches what is thrown. */
  readonly isGuarded: boolean;
}

/** How often any place may run at most. */
export const mostRuns = 100;

/** The weight with which the body of a function counts: it may be called that often at least. */
export const functionWeight = 8;

export function inBlock(around: Surroundings, more: Partial<Surroundings> = {}): Surroundings {
  return { ...around, scope: around.scope.inner(), depth: around.depth - 1, ...more };
}
