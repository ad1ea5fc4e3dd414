import { and } from '../branches/logical.js';
import { certain } from '../operators/certain.js';
import { untrueLate } from '../operators/late.js';
import { truthOf } from '../operators/presence.js';
import { asTruth, numberTruth } from '../operators/truth.js';
import { observe } from '../values/absent.js';
import { isTensor } from '../values/tensors.js';

/** `Boolean(value)`: of a number whether it is neither 0 nor NaN, of an object whether there is one. */
export function booleanOf(value: unknown): unknown {
  if (!isTensor(value)) return truthOf(value) ?? Boolean(observe(value));
  const late = untrueLate(value);
  return late === undefined
    ? numberTruth(asTruth(value))
    : and(late.isSet, () => numberTruth(asTruth(certain(value))), null);
}
