import { logicalAnd, logicalOr } from '@tensorflow/tfjs-core';
import { implies, negated } from '../../trace/knownFlags.js';
import { isTensor } from './tensors.js';

/*
 * A flag is a bool tensor, or a boolean where it is known while the function is traced: then no operation is needed.
 */

export function both(a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (!isTensor(a)) return a === true ? b : false;
  if (!isTensor(b)) return b === true ? a : false;
  const result = logicalAnd(a, b);
  for (const predicate of [a, b]) implies(result, true, { predicate, holds: true });
  return result;
}

export function either(a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (!isTensor(a)) return a === true ? true : b;
  if (!isTensor(b)) return b === true ? true : a;
  const result = logicalOr(a, b);
  for (const predicate of [a, b]) implies(result, false, { predicate, holds: false });
  return result;
}

export function inverse(a: unknown): unknown {
  return isTensor(a) ? negated(a) : a !== true;
}
