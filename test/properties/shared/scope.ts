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
  readonly canReturn: boolean;
  readonly canLeave: boolean;
  readonly depth: number;
  readonly loops: number;
  fresh(letter: string): string;
}
