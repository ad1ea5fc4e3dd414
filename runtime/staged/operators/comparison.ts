import { greater, greaterEqual, less, lessEqual, type Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { at, currentLocation } from '../../trace/session.js';
import { observe } from '../values/absent.js';
import { negated } from '../values/knownFlags.js';
import { decides, typeOf } from '../values/tensors.js';
import { binaryOperator } from './dispatch.js';
import { asTruth } from './truth.js';
import { binaryOp } from './unknownSizes.js';

export const lt = binaryOperator('<', (a, b) => a < b, comparing(less));
export const le = binaryOperator('<=', (a, b) => a <= b, comparing(lessEqual));
export const gt = binaryOperator('>', (a, b) => a > b, comparing(greater));
export const ge = binaryOperator('>=', (a, b) => a >= b, comparing(greaterEqual));

function comparing(op: typeof less): (a: Tensor, b: Tensor) => Tensor {
  return (a, b) => binaryOp(op, a, b);
}

/** `!a`: elementwise of a bool tensor. */
export function not(a: unknown, location: SourceLocation | null): unknown {
  if (!decides(a)) return !observe(a);
  return at(location, () => {
    const truth = asTruth(a);
    if (truth.dtype === 'bool') return negated(truth);
    throw new StagingError(
      'condition-type',
      `Whether ${formatType(typeOf(a))} is false is asked here (by !x or x ||= y), which only a bool tensor tells.`,
      currentLocation(),
      "Compare it (x === 0), or call tf.cast(x, 'bool').",
    );
  });
}
