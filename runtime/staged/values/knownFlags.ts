import { logicalNot, type Tensor } from '@tensorflow/tfjs-core';
import { isTensor } from './tensors.js';

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

export interface KnownFlags {
  /** The value, or the boolean that it must be where the predicate holds. */
  inMain(value: unknown): unknown;
  /** The same where the predicate does not hold. */
  inOther(value: unknown): unknown;
}

export function knownFlag(predicate: Tensor): KnownFlags {
  const negated = negations.get(predicate);
  const known = (value: unknown, holds: boolean): unknown => {
    if (!isTensor(value)) return value;
    if (value === predicate) return holds;
    return value === negated ? !holds : value;
  };
  return {
    inMain: (value) => known(value, true),
    inOther: (value) => known(value, false),
  };
}

const facts: { readonly predicate: Tensor; readonly holds: boolean }[] = [];

/** Traces a branch in which the predicate is known to hold, or not to. */
export function where<T>(predicate: Tensor, holds: boolean, body: () => T): T {
  const depth = facts.length;
  facts.push({ predicate, holds });
  const negated = negations.get(predicate);
  if (negated !== undefined) facts.push({ predicate: negated, holds: !holds });
  try {
    return body();
  } finally {
    facts.length = depth;
  }
}

/** What the branches around say about a predicate; undefined where they do not. */
export function knownToHold(predicate: unknown): boolean | undefined {
  if (typeof predicate === 'boolean') return predicate;
  return facts.findLast((fact) => fact.predicate === predicate)?.holds;
}
