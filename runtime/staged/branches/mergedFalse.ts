import type { StagingError } from '../../errors.js';
import { freeze } from '../state/freeze.js';
import { variableEntry } from '../state/state.js';
import { absentOf, isMissing, isUnmerged, Unmerged } from '../values/absent.js';
import { FalseOr, FalseOrCopy, falseOrUse } from '../values/falseOr.js';
import { isTensor } from '../values/tensors.js';
import type { Merged } from './choices.js';
import { isLeaf, leafDtype } from './mergedDtype.js';
import type { Parts } from './mergedParts.js';

/** What one branch leaves where another one leaves false: whether it is a value, and which; null of what is a bool. */
type Side = { readonly isValue: unknown; readonly value: unknown } | null;

/** What branches make of what is false after one of them; null of anything else. `reason` is why it cannot be one value. */
export function mergedFalse(
  name: string,
  [a, b]: readonly [unknown, unknown],
  reason: StagingError,
  parts: Parts,
): Merged | null {
  const sides = [sideOf(a), sideOf(b)];
  return sides.some((side) => side?.isValue === false)
    ? mergedSides(name, sides, falseOrUse(reason), parts)
    : null;
}

/** The same of values one of which may be false, as branches around that one have left it. */
export function remerged(
  name: string,
  [a, b]: readonly [unknown, unknown],
  parts: Parts,
): Merged | null {
  const known = [a, b].map(absentOf).find((absent) => absent instanceof FalseOr);
  return known ? mergedSides(name, [sideOf(a), sideOf(b)], known.use, parts) : null;
}

function mergedSides(
  name: string,
  [one, other]: readonly Side[],
  use: StagingError,
  parts: Parts,
): Merged {
  if (!one || !other) {
    const { placeholder } = new Unmerged(name, use);
    return () => placeholder;
  }
  const entry = variableEntry(name);
  const isValue = parts.value({ ...entry, isFlag: true }, name, one.isValue, other.isValue);
  const merged = parts.variable({ ...entry, isExtra: true }, one.value, other.value);
  return (results) => {
    const [predicate, value] = [isValue(results), merged(results)];
    return isTensor(predicate) && !isUnmerged(value)
      ? new FalseOrCopy(use, predicate, value)
      : value;
  };
}

function sideOf(value: unknown): Side {
  if (value === false) return { isValue: false, value: undefined };
  const absent = absentOf(value);
  if (absent instanceof FalseOr) return { isValue: absent.predicate, value: freeze(absent.value) };
  if (isMissing(value) || (isLeaf(value) && leafDtype(value) === 'bool')) return null;
  return { isValue: true, value };
}
