import type { Random } from '../programs/random.js';

/** What the code at a place of the program may use. */
export interface Scope {
  readonly random: Random;
  readonly floats: readonly string[];
  /** Variables that hold a point: an object with a float `x` and an int `k`. */
  readonly points: readonly string[];
  /** Those of them that may be assigned. */
  readonly assigned: readonly string[];
  /** Variables that hold a pair: an object with two points, `p` and `q`, and a float `x`. */
  readonly pairs: readonly string[];
  readonly assignedPairs: readonly string[];
  /** Variables that hold a point or null. */
  readonly maybes: readonly string[];
  /** Functions without parameters that were declared. */
  readonly closures: readonly string[];
  /** Whether points have methods. */
  readonly isClass: boolean;
  /** What ends the function around, where that may end early. */
  readonly leaving: string | null;
  readonly canLeave: boolean;
  /** Loops around that may be left by name. */
  readonly labels: readonly string[];
  /** Whether a loop goes over what a collection holds, which must not change then. */
  readonly isIterating: boolean;
  readonly depth: number;
  readonly loops: number;
  readonly extensions: readonly Extension[];
  fresh(letter: string): string;
}

export type Make = () => string;

/** What programs have besides objects of many names. */
export interface Extension {
  /** The class of points, where it is another one. */
  readonly pointClass?: string;
  readonly declarations: readonly string[];
  /** What the program tells in the end. */
  readonly told: readonly string[];
  floats(scope: Scope): readonly Make[];
  points(scope: Scope): readonly Make[];
  tests(scope: Scope): readonly Make[];
  simple(scope: Scope): readonly Make[];
  compound(scope: Scope): readonly Make[];
}

/** What is inside a function that is called where nobody knows what is around. */
export function inFunction(scope: Scope, leaving: string | null = null): Scope {
  return { ...scope, leaving, canLeave: false, labels: [] };
}

/** What is inside a loop over a collection. */
export function iterating(scope: Scope): Scope {
  return { ...inLoop(scope), isIterating: true, closures: [] };
}

export function inLoop(scope: Scope): Scope {
  return { ...scope, canLeave: true, loops: scope.loops + 1 };
}
