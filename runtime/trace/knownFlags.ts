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

export interface KnownFlags {
  /** The value, or the boolean that it must be where the predicate holds. */
  inMain(value: unknown): unknown;
  /** The same where the predicate does not hold. */
  inOther(value: unknown): unknown;
}

export function knownFlag(predicate: Tensor): KnownFlags {
  const flag = negations.get(predicate);
  const known = (value: unknown, holds: boolean): unknown => {
    if (!isTensor(value)) return value;
    if (value === predicate) return holds;
    const negation = negations.get(value);
    if (value === flag || negation === predicate) return !holds;
    if (flag !== undefined && negation === flag) return holds;
    return knownToHold(value) ?? value;
  };
  return {
    inMain: (value) => known(value, true),
    inOther: (value) => known(value, false),
  };
}

/** What is known of a predicate. */
export interface Fact {
  readonly predicate: Tensor;
  readonly holds: boolean;
}

/** What the branches around tell, the innermost last. */
const facts: Fact[] = [];
const truths = new Map<Tensor, boolean>();

interface Consequence {
  readonly holds: boolean;
  readonly fact: Fact;
  readonly given: Fact | undefined;
}

const consequences = new WeakMap<Tensor, Consequence[]>();

/** Tells what else is known where the predicate holds, or where it does not; `given` has to be known too. */
export function implies(predicate: Tensor, holds: boolean, fact: Fact, given?: Fact): void {
  const known = consequences.get(predicate) ?? [];
  consequences.set(predicate, [...known, { holds, fact, given }]);
}

/** Chains of consequences grow with the nesting: who is far behind is hardly asked for. */
const mostSteps = 16;

function know(known: Fact, steps = 0): void {
  const { predicate, holds } = known;
  if (truths.has(predicate) || steps > mostSteps) return;
  facts.push(known);
  truths.set(predicate, holds);
  const negated = negations.get(predicate);
  if (negated !== undefined) know({ predicate: negated, holds: !holds }, steps + 1);
  for (const { fact, given, ...consequence } of consequences.get(predicate) ?? []) {
    const isGiven = given === undefined || knownToHold(given.predicate) === given.holds;
    if (isGiven && consequence.holds === holds) know(fact, steps + 1);
  }
}

/** Traces a branch in which the predicate is known to hold, or not to. */
export function where<T>(predicate: Tensor, holds: boolean, body: () => T): T {
  const depth = facts.length;
  know({ predicate, holds });
  try {
    return body();
  } finally {
    for (const fact of facts.splice(depth)) truths.delete(fact.predicate);
  }
}

/** Grows with each branch around. */
export function branchDepth(): number {
  return facts.length;
}

/** Whether what is traced runs only where a tensor has decided so. */
export function isInBranch(): boolean {
  return facts.length > 0;
}

/** What the branches around say about a predicate, or about what it is the negation of; undefined where they do not. */
export function knownToHold(predicate: unknown): boolean | undefined {
  if (typeof predicate === 'boolean') return predicate;
  return isTensor(predicate) ? truthIn(truths, predicate) : undefined;
}

function truthIn(known: ReadonlyMap<Tensor, boolean>, flag: Tensor): boolean | undefined {
  const truth = known.get(flag);
  const negation = negations.get(flag);
  if (truth !== undefined || negation === undefined) return truth;
  const isFalse = known.get(negation);
  return isFalse === undefined ? undefined : !isFalse;
}
