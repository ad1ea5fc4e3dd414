import { logicalAnd, type Tensor } from '@tensorflow/tfjs-core';
import { askedLate, type Late, lateOf } from '../../trace/late.js';
import { isTracing } from '../../trace/session.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isTensor } from '../values/tensors.js';

/* A value that may be missing. To compare it is to ask for it: JavaScript knows what comparing null or undefined gives. */

/** Whether the graph knows only later whether there is such a value. */
export function isLate(value: unknown): value is Tensor {
  return isTensor(value) && isTracing() && lateOf(value) !== undefined;
}

/** Of a value that is late: when it is there, and what is in its place. */
export function questionOf(value: Tensor): Late {
  return askedLate(value)!;
}

/** The same of any value; undefined for one that is there for sure. */
export function missingLate(value: unknown): Late | undefined {
  return isLate(value) ? questionOf(value) : undefined;
}

/** What an operator gives, which does not hold where one of the values is missing. */
export function whereAllThere(values: readonly Tensor[], result: Tensor): Tensor {
  return values.reduce((found, value) => logicalAnd(questionOf(value).isSet, found), result);
}

/** The value, of which nobody asserts that it is there. */
export function elementsOf(value: unknown): unknown {
  return isLate(value) ? withoutQuestion(value) : value;
}
