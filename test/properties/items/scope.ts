import type { Random } from '../programs/random.js';

/** How a program makes its items: objects with a float `x` and an int `k`. */
export type Form = 'class' | 'literal' | 'function';

/** What the code at a place of the program may use. */
export interface Scope {
  readonly random: Random;
  readonly form: Form;
  /** Whether the arrays are variables that may be assigned. */
  readonly isAssigned: boolean;
  readonly floats: readonly string[];
  readonly ints: readonly string[];
  /** Items that are there. */
  readonly items: readonly string[];
  readonly lists: readonly string[];
  /** Lists that a loop around goes through, which are not made longer or shorter meanwhile. */
  readonly iterated: readonly string[];
  readonly canLeave: boolean;
  readonly depth: number;
  readonly loops: number;
  fresh(letter: string): string;
}

/** With one item more. */
export function withItem(scope: Scope, item: string, more: Partial<Scope> = {}): Scope {
  return { ...scope, items: [...scope.items, item], ...more };
}

/** What the body of a loop over the list may use. */
export function inLoop(scope: Scope, list: string | null, more: Partial<Scope>): Scope {
  const iterated = list === null ? scope.iterated : [...scope.iterated, list];
  return { ...scope, iterated, canLeave: true, loops: scope.loops + 1, ...more };
}
