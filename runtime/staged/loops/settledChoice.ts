import { knownToHold } from '../../trace/knownFlags.js';
import { freeze } from '../state/snapshot.js';
import { type Candidate, candidatesOf } from '../values/choice.js';
import { originalOf } from '../values/originals.js';
import { Variant, variantObject } from '../values/variant.js';

/**
 * The copy of an object that a tensor has chosen, without those that it cannot be in this branch: so a walk down a tree, which a
 * `break` may have ended at each node before, only goes on from where it would have come to.
 */
export function settledChoice(value: unknown): unknown {
  if (value instanceof Variant) {
    const isOne = knownToHold(value.predicate);
    return isOne === undefined ? value : settledChoice(isOne ? value.one : value.other);
  }
  const object = originalOf(value);
  const candidates = object && candidatesOf(object);
  if (candidates === undefined) return value;
  const left = candidates.filter((one) => isChosen(one) !== false);
  const certain = left.find((one) => isChosen(one) === true);
  const remaining = certain === undefined ? left : [certain];
  const isLess = remaining.length > 0 && remaining.length < candidates.length;
  return isLess && remaining.every(isUsable) ? freeze(among(remaining)) : value;
}

function isChosen({ predicate, holds }: Candidate): boolean | undefined {
  const truth = predicate === null ? undefined : knownToHold(predicate);
  return truth === undefined ? undefined : truth === holds;
}

function isUsable({ predicate }: Candidate): boolean {
  return predicate !== null;
}

function among([first, ...others]: readonly Candidate[]): object {
  const { object, predicate, holds } = first!;
  if (others.length === 0) return object;
  const other = among(others);
  const sides = holds ? [object, other] : [other, object];
  return variantObject(new Variant(predicate, ...(sides as [object, object])));
}
