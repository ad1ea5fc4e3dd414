import { knownToHold } from '../../trace/knownFlags.js';
import { freeze } from '../state/freeze.js';
import { type Candidate, candidatesOf } from '../values/choice.js';
import { originalOf } from '../values/originals.js';
import { Variant, variantObject } from '../values/variant.js';
import { variantOf } from '../values/variantObjects.js';

/**
 * The copy of an object that a tensor has chosen, without those that it cannot be in this branch: so a walk down a tree, which a
 * `break` may have ended at each node before, only goes on from where it would have come to.
 */
export function settledChoice(value: unknown): unknown {
  const settled = value instanceof Variant ? settledVariant(value) : settledObject(value);
  return hasChoices(settled) ? value : settled;
}

function settledVariant(variant: Variant): unknown {
  const isOne = knownToHold(variant.predicate);
  return isOne === undefined ? variant : settledChoice(isOne ? variant.one : variant.other);
}

function settledObject(value: unknown): unknown {
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

function isUsable({ object, predicate }: Candidate): boolean {
  return predicate !== null && !hasChoices(object);
}

/** Where branches have linked the objects, each leads to several, and each of those: there would be ever more to tell apart. */
function hasChoices(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some(isChoice);
}

function isChoice(value: unknown): boolean {
  if (value instanceof Variant || variantOf(value) !== undefined) return true;
  const object = originalOf(value) ?? value;
  return typeof object === 'object' && object !== null && candidatesOf(object) !== undefined;
}

function among([first, ...others]: readonly Candidate[]): object {
  const { object, predicate, holds } = first!;
  if (others.length === 0) return object;
  const other = among(others);
  const sides = holds ? [object, other] : [other, object];
  return variantObject(new Variant(predicate, ...(sides as [object, object])));
}
