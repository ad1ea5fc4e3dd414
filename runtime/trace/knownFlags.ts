import { logicalNot, type Tensor } from '@tensorflow/tfjs-core';
import { isTensor } from './isTensor.js';

/*
 * After `if (!done) { done = true }` the flag is true whichever branch ran: in the other one it was true before. Knowing
 * that keeps the flags of early returns host values.
 */

const negations = new WeakMap<Tensor, Tensor>();

/** Its negation, which is remembered to be that. */
export function negated(flag: Tensor): Tensor {
  const result = logicalNot(flag);
  negations.set(result, flag);
  return result;
}

/** Whether one of two flags is known to hold where the other one does not. */
export function areOpposite(a: unknown, b: unknown): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') return typeof a === 'boolean' && b === !a;
  return negations.get(a as Tensor) === b || negations.get(b as Tensor) === a;
}

/** What is known of a predicate. */
export interface Fact {
  readonly predicate: Tensor;
  readonly holds: boolean;
}

/** The same of what the predicate is the negation of. */
export function plain(fact: Fact): Fact {
  const flag = negations.get(fact.predicate);
  return flag === undefined ? fact : plain({ predicate: flag, holds: !fact.holds });
}

/** That the predicate holds, or does not, follows from other facts together. */
interface Reason {
  readonly holds: boolean;
  readonly from: readonly Fact[];
}

const reasons = new WeakMap<Tensor, Reason[]>();

/** Tells what else is known where the predicate holds, or where it does not; all that is `given` has to be known too. */
export function implies(
  predicate: Tensor,
  holds: boolean,
  fact: Fact,
  ...given: readonly Fact[]
): void {
  const { predicate: flag, holds: truth } = plain(fact);
  const reason = { holds: truth, from: [{ predicate, holds }, ...given] };
  reasons.set(flag, [...(reasons.get(flag) ?? []), reason]);
  derived.clear();
}

/** What the branches around have decided. */
const decided = new Map<Tensor, boolean>();
/** What was asked and follows from that. One that is being asked does not follow from itself. */
const derived = new Map<Tensor, boolean | undefined>();
let depth = 0;

/** Traces a branch in which the predicate is known to hold, or not to. */
export function where<T>(predicate: Tensor, holds: boolean, body: () => T): T {
  depth++;
  try {
    return knowing({ predicate, holds }, body);
  } finally {
    depth--;
  }
}

/** Traces what runs only where the predicate holds, and is no branch. */
export function whereKnown<T>(predicate: Tensor, body: () => T): T {
  return knowing({ predicate, holds: true }, body);
}

function knowing<T>(fact: Fact, body: () => T): T {
  const { predicate: flag, holds: truth } = plain(fact);
  const before = decided.get(flag);
  decided.set(flag, truth);
  derived.clear();
  try {
    return body();
  } finally {
    if (before === undefined) decided.delete(flag);
    else decided.set(flag, before);
    derived.clear();
  }
}

/** Grows with each branch around. */
export function branchDepth(): number {
  return depth;
}

/** Whether what is traced runs only where a tensor has decided so. */
export function isInBranch(): boolean {
  return depth > 0;
}

/** What the branches around say about a predicate, or about what it is the negation of; undefined where they do not. */
export function knownToHold(predicate: unknown): boolean | undefined {
  if (typeof predicate === 'boolean') return predicate;
  if (decided.size === 0 || !isTensor(predicate)) return undefined;
  const { predicate: flag, holds } = plain({ predicate, holds: true });
  const truth = decided.get(flag) ?? truthOf(flag);
  return truth === undefined ? undefined : truth === holds;
}

/** Asked only of the flags that somebody asks about: there are long chains of consequences, of which the last is asked. */
function truthOf(flag: Tensor): boolean | undefined {
  if (derived.has(flag)) return derived.get(flag);
  derived.set(flag, undefined);
  const reason = reasons.get(flag)?.find(({ from }) => from.every(isKnown));
  derived.set(flag, reason?.holds);
  return reason?.holds;
}

function isKnown({ predicate, holds }: Fact): boolean {
  return knownToHold(predicate) === holds;
}

/** The value, or the boolean that it must be in the branch in which the predicate holds, or does not. */
export function knownWhere(predicate: Tensor, holds: boolean, value: unknown): unknown {
  return isTensor(value) ? (where(predicate, holds, () => knownToHold(value)) ?? value) : value;
}
