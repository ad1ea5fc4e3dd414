import { add, cast, logicalOr, Tensor, where, zerosLike } from '@tensorflow/tfjs-core';
import { isFullyKnown } from '../graph/types.js';
import { engine } from '../trace/engine.js';
import { asOperand } from './operands.js';
import { isTensor } from './tensors.js';

/*
 * Some TensorFlow.js ops compute with sizes in JavaScript before they run a kernel, and fail where a size is not known
 * while tracing. Staged code calls these in their place.
 */

/** `tf.where` broadcasts by tiling to sizes; here by adding zeros, which the kernels broadcast when they run. */
export function whereOfUnknownSize(condition: unknown, a: unknown, b: unknown): Tensor {
  const beside = [a, b].find(isTensor) ?? (condition as Tensor);
  const operands = [
    condition as Tensor,
    asOperand(a, beside, 'tf.where'),
    asOperand(b, beside, 'tf.where'),
  ];
  const [mask, whenTrue, whenFalse] = operands.map((operand) =>
    operands.reduce(
      (widened, other) => (other === operand ? widened : broadcastWith(widened, other)),
      operand,
    ),
  );
  const inputs = { condition: mask, t: whenTrue, e: whenFalse };
  return engine().runKernel('Select', inputs, {}) as Tensor;
}

function broadcastWith(tensor: Tensor, other: Tensor): Tensor {
  const zeros = cast(zerosLike(other), tensor.dtype as 'float32');
  return tensor.dtype === 'bool' ? logicalOr(tensor, zeros) : add(tensor, zeros);
}

/** What to call instead of an op of TensorFlow.js that needs sizes which these tensors do not have; `undefined` for others. */
export function forUnknownSizes(
  callee: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => Tensor) | undefined {
  const isChained = callee === (Tensor.prototype as { where?: unknown }).where;
  if (callee !== where && !isChained) return undefined;
  const given = isChained ? [args[0], self, args[1]] : args;
  if (!isTensor(given[0]) || given.filter(isTensor).every(({ shape }) => isFullyKnown(shape))) {
    return undefined;
  }
  return () => whereOfUnknownSize(given[0], given[1], given[2]);
}
