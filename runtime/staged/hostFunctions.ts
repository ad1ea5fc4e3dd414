import {
  abs,
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  ceil,
  cos,
  cosh,
  equal,
  exp,
  expm1,
  floor,
  isFinite as isFiniteTensor,
  isNaN as isNaNTensor,
  log,
  log1p,
  logicalAnd,
  logicalNot,
  maximum,
  minimum,
  mul,
  notEqual,
  pow as power,
  sign,
  sin,
  sinh,
  sqrt,
  sub,
  type Tensor,
  tan,
  tanh,
} from '@tensorflow/tfjs-core';
import { add, pow, mul as times } from './arithmetic.js';
import { asOperand, floating, numeric } from './operands.js';
import { isTensor } from './tensors.js';

type OnTensors = (args: readonly unknown[]) => unknown;

/** What JavaScript's own functions of numbers mean when an argument is a tensor. `undefined` where they mean nothing. */
export function onTensors(callee: unknown): OnTensors | undefined {
  return functions.get(callee);
}

const functions = new Map<unknown, OnTensors>([
  [Math.abs, onNumbers(abs)],
  [Math.acos, onFloats(acos)],
  [Math.acosh, onFloats(acosh)],
  [Math.asin, onFloats(asin)],
  [Math.asinh, onFloats(asinh)],
  [Math.atan, onFloats(atan)],
  [Math.atan2, onFloats(atan2, 2)],
  [Math.atanh, onFloats(atanh)],
  [Math.cbrt, onFloats((x) => mul(sign(x), power(abs(x), 1 / 3)))],
  [Math.ceil, onNumbers(unlessWhole(ceil))],
  [Math.cos, onFloats(cos)],
  [Math.cosh, onFloats(cosh)],
  [Math.exp, onFloats(exp)],
  [Math.expm1, onFloats(expm1)],
  [Math.floor, onNumbers(unlessWhole(floor))],
  [Math.fround, onFloats((x) => x)],
  [Math.hypot, (args) => hypotenuse(args)],
  [Math.log, onFloats(log)],
  [Math.log10, onFloats((x) => mul(log(x), Math.LOG10E))],
  [Math.log1p, onFloats(log1p)],
  [Math.log2, onFloats((x) => mul(log(x), Math.LOG2E))],
  [Math.max, (args) => folded(args, maximum)],
  [Math.min, (args) => folded(args, minimum)],
  [Math.pow, ([x, y]) => pow(x, y, null)],
  // JavaScript rounds halves up, tf.round to even.
  [Math.round, onNumbers(unlessWhole((x) => floor(sub(x, -0.5))))],
  [Math.sign, onNumbers(sign)],
  [Math.sin, onFloats(sin)],
  [Math.sinh, onFloats(sinh)],
  [Math.sqrt, onFloats(sqrt)],
  [Math.tan, onFloats(tan)],
  [Math.tanh, onFloats(tanh)],
  [Math.trunc, onNumbers(unlessWhole((x) => mul(sign(x), floor(abs(x)))))],
  [Number, onNumbers((x) => x)],
  [Boolean, ([x]) => truth(x as Tensor)],
  // biome-ignore lint/suspicious/noGlobalIsNan: the user's isNaN is recognised
  [globalThis.isNaN, onFloats(isNaNTensor)],
  [Number.isNaN, onFloats(isNaNTensor)],
  // biome-ignore lint/suspicious/noGlobalIsFinite: the user's isFinite is recognised
  [globalThis.isFinite, onFloats(isFiniteTensor)],
  [Number.isFinite, onFloats(isFiniteTensor)],
  [Number.isInteger, onFloats((x) => logicalAnd(equal(floor(x), x), isFiniteTensor(x)))],
]);

function onNumbers(apply: (x: Tensor) => Tensor): OnTensors {
  return (args) => apply(numeric(operands(args)[0]!));
}

/** These give fractions of whole numbers too. */
function onFloats(apply: (...tensors: [Tensor, Tensor]) => Tensor, arity: 1 | 2 = 1): OnTensors {
  return (args) => apply(...(operands(args).slice(0, arity).map(floating) as [Tensor, Tensor]));
}

function operands(args: readonly unknown[]): Tensor[] {
  const beside = args.find(isTensor)!;
  return args.map((arg) => asOperand(arg, beside, 'A function of Math'));
}

function unlessWhole(apply: (x: Tensor) => Tensor): (x: Tensor) => Tensor {
  return (x) => (x.dtype === 'int32' ? x : apply(x));
}

function folded(args: readonly unknown[], apply: (a: Tensor, b: Tensor) => Tensor): Tensor {
  return operands(args)
    .map(numeric)
    .reduce((a, b) => apply(a, b));
}

function hypotenuse(args: readonly unknown[]): Tensor {
  const squares = args.map((arg) => times(arg, arg, null));
  const total = squares.reduce((a, b) => add(a, b, null)) as Tensor;
  return sqrt(floating(total));
}

/** NaN and 0 are false. */
function truth(x: Tensor): Tensor {
  if (x.dtype === 'bool') return x;
  const isNonZero = notEqual(x, asOperand(0, x, 'Boolean()'));
  return x.dtype === 'int32' ? isNonZero : logicalAnd(isNonZero, logicalNot(isNaNTensor(x)));
}
