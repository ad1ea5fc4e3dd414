import {
  add,
  broadcastTo,
  cast,
  equal,
  greater,
  greaterEqual,
  less,
  lessEqual,
  logicalAnd,
  logicalOr,
  maximum,
  minimum,
  mul,
  notEqual,
  ones,
  reshape,
  squaredDifference,
  Tensor,
  upcastType,
  where,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { isFullyKnown } from '../../graph/types.js';
import { engine } from '../../trace/engine.js';
import { hasUnknownRank } from '../../trace/symbolic.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { asOperand } from './operands.js';

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
  return tensor.dtype === 'bool' ? binaryOp(logicalOr, tensor, zeros) : add(tensor, zeros);
}

/** `tf.broadcastTo` tiles to sizes; here ones of that shape are multiplied, and sizes that do not fit are an error then. */
function broadcastOfUnknownSize(tensor: Tensor, shape: number[]): Tensor {
  const wide =
    tensor.dtype === 'bool'
      ? binaryOp(logicalAnd, tensor, ones(shape, 'bool'))
      : mul(tensor, ones(shape, tensor.dtype as 'float32'));
  return reshape(wide, shape);
}

/** Ops of two operands that check in JavaScript whether they broadcast, and the kernels behind them. */
const comparingKernels = new Map<unknown, string>([
  [equal, 'Equal'],
  [notEqual, 'NotEqual'],
  [less, 'Less'],
  [lessEqual, 'LessEqual'],
  [greater, 'Greater'],
  [greaterEqual, 'GreaterEqual'],
  [logicalAnd, 'LogicalAnd'],
  [logicalOr, 'LogicalOr'],
  [maximum, 'Maximum'],
  [minimum, 'Minimum'],
  [squaredDifference, 'SquaredDifference'],
]);

/** A binary op of TensorFlow.js, also on tensors of unknown rank. */
export function binaryOp(op: (a: Tensor, b: Tensor) => Tensor, a: Tensor, b: Tensor): Tensor {
  const kernel = hasUnknownRank(a) || hasUnknownRank(b) ? comparingKernels.get(op) : undefined;
  if (kernel === undefined) return op(a, b);
  const dtype = upcastType(a.dtype, b.dtype);
  const inputs = { a: cast(a, dtype), b: cast(b, dtype) };
  return engine().runKernel(kernel, inputs, {}) as Tensor;
}

/** The operands of a binary op of unknown rank, which is called with these arguments, on `self` if it is chained. */
function binaryCall(
  callee: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => Tensor) | undefined {
  const given = isTensor(self) ? [self, ...args] : args;
  const beside = given.find((arg): arg is Tensor => isTensor(arg) && hasUnknownRank(arg));
  if (beside === undefined) return undefined;
  const chained = (Tensor.prototype as unknown as Record<string, unknown>)[nameOf(callee)];
  const op = [...comparingKernels.keys()].find(
    (candidate) =>
      candidate === callee || (chained === callee && nameOf(candidate) === nameOf(callee)),
  );
  if (op === undefined) return undefined;
  const [a, b] = given.map((operand) => asOperand(operand, beside, nameOf(callee)));
  return () => binaryOp(op as typeof equal, a!, b!);
}

function nameOf(callee: unknown): string {
  return (callee as { name: string }).name.replace(/_*(op)?$/, '');
}

/** What to call instead of an op of TensorFlow.js that needs sizes which these tensors do not have; `undefined` for others. */
export function forUnknownSizes(
  callee: unknown,
  self: unknown,
  args: readonly unknown[],
): (() => Tensor) | undefined {
  const chained = Tensor.prototype as { where?: unknown; broadcastTo?: unknown };
  if (callee === broadcastTo || callee === chained.broadcastTo) {
    const [tensor, shape] = callee === broadcastTo ? args : [self, ...args];
    if (!isTensor(tensor) || isFullyKnown(typeOf(tensor).shape)) return undefined;
    return () => broadcastOfUnknownSize(tensor, shape as number[]);
  }
  const isChained = callee === chained.where;
  if (callee !== where && !isChained) return binaryCall(callee, self, args);
  const given = isChained ? [args[0], self, args[1]] : args;
  if (
    !isTensor(given[0]) ||
    given.filter(isTensor).every((tensor) => isFullyKnown(typeOf(tensor).shape))
  ) {
    return undefined;
  }
  return () => whereOfUnknownSize(given[0], given[1], given[2]);
}
