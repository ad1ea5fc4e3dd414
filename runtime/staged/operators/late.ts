import { logicalAnd, type Tensor } from '@tensorflow/tfjs-core';
import { askedLate, type Late, lateOf } from '../../trace/late.js';
import { isTracing } from '../../trace/session.js';
import { withoutQuestion } from '../values/optionalNumber.js';
import { isThereOf, mayNotBeThere } from '../values/outside.js';
import { isTensor } from '../values/tensors.js';

/** Whether there is such a value, and what the program sees where there is none. */
export type Question = Pick<Late, 'isSet' | 'missing'>;

/* A value that may be missing. To compare it is to ask for it: JavaScript knows what comparing null or undefined gives. */

/**
 * Whether the graph knows only later whether there is such a value, and a comparison must know it: what stands for a float
 * that an array does not have is NaN, of which none holds.
 */
export function isLate(value: unknown): value is Tensor {
  if (!isTensor(value) || !isTracing()) return false;
  return (
    lateOf(value) !== undefined || (value.dtype !== 'float32' && isThereOf(value) !== undefined)
  );
}

/** Of a value that is late: when it is there, and what is in its place. */
export function questionOf(value: Tensor): Question {
  return askedLate(value) ?? { isSet: isThereOf(value)!, missing: undefined };
}

/** The same of any value; undefined for one that is there for sure. */
export function missingLate(value: unknown): Question | undefined {
  return isTensor(value) && isTracing() && mayNotBeThere(value) ? questionOf(value) : undefined;
}

/** The same for who only asks whether it is true: what stands for an element that an array does not have is not. */
export function untrueLate(value: unknown): Question | undefined {
  return isTensor(value) && isTracing() && lateOf(value) !== undefined
    ? questionOf(value)
    : undefined;
}

/** What an operator gives, which does not hold where one of the values is missing. */
export function whereAllThere(values: readonly Tensor[], result: Tensor): Tensor {
  return values.reduce((found, value) => logicalAnd(questionOf(value).isSet, found), result);
}

/** The value, of which nobody asserts that it is there. */
export function elementsOf(value: unknown): unknown {
  return isLate(value) ? withoutQuestion(value) : value;
}
