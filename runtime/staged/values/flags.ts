import { logicalAnd, logicalOr, type Tensor } from '@tensorflow/tfjs-core';
import { implies, negated } from '../../trace/knownFlags.js';
import { isTensor } from './tensors.js';

/*
 * A flag is a bool tensor, or a boolean where it is known while the function is traced: then no operation is needed.
 */

export function both(a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (!isTensor(a)) return a === true ? b : false;
  if (!isTensor(b)) return b === true ? a : false;
  return decidedBy(logicalAnd(a, b), true, [a, b]);
}

export function either(a: unknown, b: unknown): unknown {
  if (a === b) return a;
  if (!isTensor(a)) return a === true ? true : b;
  if (!isTensor(b)) return b === true ? true : a;
  return decidedBy(logicalOr(a, b), false, [a, b]);
}

/** What the result tells of the two flags, which it does of both where it is `holds`. */
function decidedBy(result: Tensor, holds: boolean, flags: readonly [Tensor, Tensor]): Tensor {
  for (const [index, predicate] of flags.entries()) {
    implies(result, holds, { predicate, holds });
    const other = { predicate: flags[1 - index]!, holds };
    implies(result, !holds, { predicate, holds: !holds }, other);
  }
  return result;
}

export function inverse(a: unknown): unknown {
  return isTensor(a) ? negated(a) : a !== true;
}
