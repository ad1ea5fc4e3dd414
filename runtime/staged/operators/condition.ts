import { reshape, type Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError, SymbolicTensorError } from '../../errors.js';
import { refuseInEagerRun } from '../../function/eagerMode.js';
import { formatType } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { currentLocation, isSymbolic, isTracing } from '../../trace/session.js';
import { returnInstead } from '../../trace/tracer.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { hasOneElement, isScalar, typeOf } from '../values/tensors.js';
import { asTruth } from './truth.js';

/** The tensor as the predicate of a construct: a bool scalar. `construct` names it in the error otherwise. */
export function asPredicate(condition: Tensor, construct: string): Tensor {
  enterStaged();
  const truth = asTruth(condition);
  requireOneBool(truth, construct);
  return isScalar(truth) ? truth : reshape(truth, []);
}

/** Reads a condition during an eager run of staged code. */
export function readCondition(condition: Tensor, construct: string): boolean {
  requireOneBool(condition, construct);
  return readElements(condition, `The condition of ${construct}`)[0] !== 0;
}

/** Reads a concrete tensor's elements. `what` begins the error where that is not possible. */
export function readElements(tensor: Tensor, what: string): ArrayLike<number> {
  if (isSymbolic(tensor) && isTracing()) {
    throw new SymbolicTensorError(
      'host-read',
      `${what} is the traced tensor ${formatType(typeOf(tensor))}, whose elements are needed here: it has none ` +
        'until the graph runs.',
      currentLocation(),
      'Use a host value, or a for or while loop, which a tensor may decide about.',
    );
  }
  if (isSymbolic(tensor)) {
    throw new SymbolicTensorError(
      'leaked-tensor',
      `${what} is ${formatType(typeOf(tensor))} of a graph whose trace has ended: it has no elements.`,
      currentLocation(),
      returnInstead,
    );
  }
  try {
    return tensor.dataSync();
  } catch (cause) {
    const error = new ExecutionError(
      'synchronous-read',
      `${what} is a tensor, which an eager run has to read, and the active backend cannot read synchronously.`,
      currentLocation(),
      'Run the function as a graph (the default), or choose another backend for eager runs.',
    );
    error.cause = cause;
    throw refuseInEagerRun(error);
  }
}

/** Of an assertion, all elements of which must hold. */
export function requireBools(condition: Tensor, construct: string): void {
  if (condition.dtype === 'bool') return;
  throw errorHere(
    'condition-type',
    `The condition of ${construct} must be a bool tensor, but is ${formatType(typeOf(condition))}.`,
    `${asBool}. ${asNull}.`,
  );
}

const asBool = "To use it as a bool, compare it with 0 (… !== 0) or call tf.cast(…, 'bool')";
const asNull = 'To ask whether it is there, compare it with null (… != null)';
const asMissing = 'To replace null and undefined alone, write ?? instead of ||';

export function requireOneBool(condition: Tensor, construct: string): void {
  const isBool = condition.dtype === 'bool';
  const isOne = hasOneElement(condition);
  if (isBool && isOne) return;
  const toOne = isOne
    ? []
    : ['To reduce it to one element, call tf.all or tf.any', ...(elementwise.get(construct) ?? [])];
  const asThere = construct.includes('||') ? asMissing : asNull;
  // Who tests many numbers at once asks more often whether they were given.
  const isGiven = !isBool && !isOne;
  const asked = isBool ? toOne : [isGiven ? asBool : (asNumber.get(construct) ?? asBool), ...toOne];
  const remedies = isGiven ? [asThere, ...asked] : [...asked, asThere];
  throw errorHere(
    'condition-type',
    `The condition of ${construct} must be a bool tensor of one element, but is ${formatType(typeOf(condition))}.`,
    `${remedies.join('. ')}.`,
  );
}

/** The value of the operator is a number: a bool in its place would be another one. */
const asNumber = new Map([
  [
    '||',
    'In a condition, compare it with 0 (… !== 0). For the right side where it is 0, write a !== 0 ? a : b',
  ],
  [
    '&&',
    'In a condition, compare it with 0 (… !== 0). For the right side where it is not 0, write a !== 0 ? b : 0',
  ],
]);

const forEach = ['To choose for each element, call tf.where(condition, a, b)'];

/** What does for each element what JavaScript does once. */
const elementwise = new Map<string, readonly string[]>([
  ['&&', ['For each element, call tf.logicalAnd(a, b)']],
  ['||', ['For each element, call tf.logicalOr(a, b)']],
  ['a ?: expression', forEach],
  ['an if statement', forEach],
]);
