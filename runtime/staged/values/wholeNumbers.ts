import { all, cast, engine, equal, floor, type Tensor } from '@tensorflow/tfjs-core';
import { ExecutionError } from '../../errors.js';
import { canReadSynchronously } from '../../interpret/backend.js';
import { emitAssert } from '../../trace/effects.js';
import { currentLocation, isTracing } from '../../trace/session.js';
import { hasOneElement, isTensor } from './tensors.js';
import { type HostScalar, isWeakTensor, markGuess } from './weak.js';

const whole = new WeakSet<Tensor>();

/** Tells that the elements are whole numbers, whatever the dtype. */
export function markWhole(tensor: Tensor): Tensor {
  whole.add(tensor);
  return tensor;
}

/** What was made of whole numbers only, by what makes whole numbers of these. */
export function keepWhole(made: Tensor, operands: readonly unknown[]): Tensor {
  return operands.every(isWhole) ? markWhole(made) : made;
}

/** What is one of the values: whole where all of them are, and weakly typed where nobody chose its dtype. */
export function likeNumbers(made: Tensor, values: readonly (Tensor | HostScalar)[]): Tensor {
  return keepWhole(markGuess(made, values), values);
}

export function isWhole(operand: unknown): boolean {
  if (!isTensor(operand)) return typeof operand === 'boolean' || Number.isInteger(operand);
  return operand.dtype !== 'float32' || whole.has(operand);
}

/**
 * A float32 tensor as an index: where its elements are known to be whole, or where it is one number, as any index of
 * JavaScript's, or was made of nothing but such, which the execution then asserts to be whole. `null` where it is none.
 */
export function asWholeNumbers(index: Tensor): Tensor | null {
  if (index.dtype !== 'float32') return null;
  if (!(whole.has(index) || hasOneElement(index) || isWeakTensor(index))) return null;
  if (!whole.has(index)) requireWhole(index);
  return cast(index, 'int32');
}

/** In the graph, or at once where it runs eagerly and can be read. */
function requireWhole(index: Tensor): void {
  const message = 'an index must be a whole number, such as Math.floor() gives';
  if (isTracing()) emitAssert(all(equal(floor(index), index)), message);
  else if (
    canReadSynchronously(engine().backendName) &&
    !index.dataSync().every((value) => Math.floor(value) === value)
  )
    throw new ExecutionError('assertion-failed', `Assertion failed: ${message}`, currentLocation());
}
