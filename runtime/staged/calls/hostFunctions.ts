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
  greaterEqual,
  isFinite as isFiniteTensor,
  isNaN as isNaNTensor,
  less,
  lessEqual,
  log,
  log1p,
  logicalAnd,
  maximum,
  minimum,
  scalar,
  sin,
  sinh,
  sqrt,
  square,
  sub,
  type Tensor,
  tan,
  tanh,
  where,
} from '@tensorflow/tfjs-core';
import { formatType } from '../../graph/types.js';
import { Scoped } from '../../scoped.js';
import { errorHere } from '../../trace/errorHere.js';
import { holeFor } from '../../trace/errorText.js';
import { isSymbolic, isTracing } from '../../trace/session.js';
import { madeOfLength } from '../arrays/listMethods.js';
import { requireOrThrow } from '../exceptions/requireOrThrow.js';
import { hasKey } from '../objects/hasKey.js';
import { get_item } from '../objects/items.js';
import { hasProperty, ownPresence } from '../objects/properties.js';
import { sameValue } from '../objects/sameValue.js';
import { add, pow } from '../operators/arithmetic.js';
import { leadingZeros, multiplyIntegers } from '../operators/bits.js';
import { isChosenText, numberOfText } from '../operators/chosenText.js';
import { readElements } from '../operators/condition.js';
import { asInt32, asNumber } from '../operators/dispatch.js';
import { absolute } from '../operators/integers.js';
import { noText } from '../operators/noText.js';
import { asOperand, floating, numeric } from '../operators/operands.js';
import { type Rounding, roundedQuotient } from '../operators/quotients.js';
import { signOf } from '../operators/signOf.js';
import { asTruth, numberTruth } from '../operators/truth.js';
import { cubeRoot, logarithm } from '../operators/wholeResults.js';
import { describeValue } from '../values/describeValue.js';
import { rowsOf } from '../values/rows.js';
import { hasOneElement, isScalar, isTensor, typeOf } from '../values/tensors.js';
import { asIntegers, isWeak, markGuess, markWeak } from '../values/weak.js';
import { keepWhole, likeNumbers, markWhole } from '../values/wholeNumbers.js';

type OnTensors = (args: readonly unknown[]) => unknown;

/** What JavaScript's own functions of numbers mean when an argument is a tensor. `undefined` where they mean nothing. */
export function onTensors(callee: unknown): OnTensors | undefined {
  const meaning = functions.get(callee);
  if (meaning === undefined) return undefined;
  return (args) => {
    return called.during(callee as { readonly name: string }, () => meaning(args));
  };
}

/** The function that is called, for errors. */
const called = new Scoped<{ readonly name: string }>({ name: 'Math' });

const functions = new Map<unknown, OnTensors>([
  [Math.abs, onNumbers(absolute)],
  [Math.acos, onFloats(acos)],
  [Math.acosh, onFloats(acosh)],
  [Math.asin, onFloats(asin)],
  [Math.asinh, onFloats(asinh)],
  [Math.atan, onFloats(atan)],
  [Math.atan2, onFloats(atan2, 2)],
  [Math.atanh, onFloats(atanh)],
  [Math.cbrt, onFloats(cubeRoot)],
  [Math.ceil, onNumbers(rounding('ceil', ceil))],
  [Math.clz32, onNumbers(leadingZeros)],
  [Math.cos, onFloats(cos)],
  [Math.cosh, onFloats(cosh)],
  [Math.exp, onFloats(exp)],
  [Math.expm1, onFloats(expm1)],
  [Math.floor, onNumbers(rounding('floor', floor))],
  [Math.fround, onFloats((x) => x)],
  [Math.hypot, (args) => hypotenuse(args)],
  [Math.imul, ([x, y]) => multiplyIntegers(...pairOf(asInt32(x), asInt32(y)))],
  [Math.log, onFloats(log)],
  [Math.log10, onFloats((x) => logarithm(log(x), x, 10))],
  [Math.log1p, onFloats(log1p)],
  [Math.log2, onFloats((x) => logarithm(log(x), x, 2))],
  [Math.max, (args) => folded(args, maximum)],
  [Math.min, (args) => folded(args, minimum)],
  [Math.pow, ([x, y]) => pow(x, y, null)],
  [Math.round, onNumbers(rounding('round', rounded))],
  [Math.sign, onNumbers((x) => markWhole(signOf(x)))],
  [Math.sin, onFloats(sin)],
  [Math.sinh, onFloats(sinh)],
  [Math.sqrt, onFloats(sqrt)],
  [Math.tan, onFloats(tan)],
  [Math.tanh, onFloats(tanh)],
  [Math.trunc, onNumbers(rounding('trunc', truncated))],
  [Number, onNumbers((x) => x)],
  [Boolean, ([x]) => numberTruth(asTruth(x as Tensor))],
  // biome-ignore lint/suspicious/noGlobalIsNan: the user's isNaN is recognised
  [globalThis.isNaN, onFloats(isNaNTensor)],
  [Number.isNaN, onFloats(isNaNTensor)],
  // biome-ignore lint/suspicious/noGlobalIsFinite: the user's isFinite is recognised
  [globalThis.isFinite, onFloats(isFiniteTensor)],
  [Number.isFinite, onFloats(isFiniteTensor)],
  [Number.isInteger, onFloats(isWhole)],
  [
    Number.isSafeInteger,
    onFloats((x) => logicalAnd(isWhole(x), lessEqual(abs(x), Number.MAX_SAFE_INTEGER))),
  ],
  [Number.parseFloat, ([x]) => parsedText(x, Number.parseFloat) ?? onNumbers((y) => y)([x])],
  [
    Number.parseInt,
    ([x, radix]) =>
      parsedText(x, (text) => Number.parseInt(text, radix as number)) ??
      parsedInteger(x as Tensor, radix),
  ],
  [Object.is, ([a, b]) => a === b || sameValue(a, b)],
  [Object.keys, ([x]) => [...rows(x).keys()].map(String)],
  [Object.values, ([x]) => rows(x)],
  [Object.entries, ([x]) => rows(x).map((row, index) => [String(index), row])],
  [Object.hasOwn, ([x, key]) => hasKey(x, key, ownPresence)],
  [Reflect.has, ([x, key]) => hasKey(x, key, hasProperty)],
  [Reflect.get, ([x, key]) => get_item(x, key, null)],
  [Array, (args) => arrayOf(args)],
  [String, ([x]) => textOf(x as Tensor)],
]);

function onNumbers(apply: (x: Tensor) => Tensor): OnTensors {
  return ([x]) => {
    const result = keepWhole(apply(numeric(operand(x))), [x]);
    return isWeak(x) ? markWeak(result) : result;
  };
}

/** These give fractions of whole numbers too. */
function onFloats(apply: (...tensors: [Tensor, Tensor]) => Tensor, arity: 1 | 2 = 1): OnTensors {
  return (args) => {
    const given = args.slice(0, arity);
    const result = apply(...(operands(given).map(floating) as [Tensor, Tensor]));
    return result.dtype === 'bool' ? result : markGuess(result, given as readonly Tensor[]);
  };
}

function operand(value: unknown): Tensor {
  return operands([value])[0]!;
}

function pairOf(x: unknown, y: unknown): [Tensor, Tensor] {
  return operands([x, y]).map(numeric) as [Tensor, Tensor];
}

/** A tensor that is not among the arguments of the function's own arity is none of its business. */
function operands(args: readonly unknown[]): Tensor[] {
  const beside = args.find(isTensor) ?? scalar(0);
  return args.map((arg) => asOperand(asNumber(numberIn(arg)), beside, `${called.value.name}()`));
}

function numberIn(value: unknown): unknown {
  return isChosenText(value) ? numberOfText(value) : value;
}

function rounding(way: Rounding, apply: (x: Tensor) => Tensor): (x: Tensor) => Tensor {
  return (x) =>
    x.dtype === 'int32' ? asIntegers(x) : (roundedQuotient(x, way) ?? markWhole(apply(x)));
}

function folded(args: readonly unknown[], apply: (a: Tensor, b: Tensor) => Tensor): Tensor {
  const extreme = operands(args)
    .map(numeric)
    .reduce((a, b) => apply(a, b));
  return likeNumbers(extreme, args as readonly Tensor[]);
}

function hypotenuse(args: readonly unknown[]): Tensor {
  const squares = operands(args).map((arg) => square(floating(arg)));
  const total = squares.reduce((a, b) => add(a, b, null) as Tensor);
  return markGuess(sqrt(total), args as readonly Tensor[]);
}

function isWhole(x: Tensor): Tensor {
  return logicalAnd(equal(floor(x), x), isFiniteTensor(x));
}

/** JavaScript rounds halves up, tf.round to even; what becomes zero keeps its sign. */
function rounded(x: Tensor): Tensor {
  const whole = floor(sub(x, -0.5));
  return where(equal(whole, 0), truncated(x), whole);
}

/** Towards zero, where it keeps its sign. */
function truncated(x: Tensor): Tensor {
  return where(less(x, 0), ceil(x), floor(x));
}

/** What JavaScript reads in a text that a tensor chooses. */
function parsedText(x: unknown, parse: (text: string) => number): Tensor | undefined {
  return isChosenText(x) ? numberOfText(x, (text) => parse(String(text))) : undefined;
}

function parsedInteger(x: Tensor, radix: unknown): Tensor {
  if (radix === undefined || radix === 10) return rounding('trunc', truncated)(numeric(x));
  throw errorHere(
    'operand-type',
    `parseInt() of ${formatType(typeOf(x))} with the radix ${describeValue(radix)} asks for the digits of a tensor.`,
    'Only the radix 10, which cuts off the fraction, can be staged.',
  );
}

/** Each element is undefined until it is filled. */
function arrayOf(args: readonly unknown[]): unknown[] {
  const [length] = args;
  if (args.length !== 1 || !isTensor(length) || !hasOneElement(length)) return [...args];
  if (isTracing()) {
    const isPositive = greaterEqual(length, 0);
    const isLength =
      length.dtype === 'int32' ? isPositive : logicalAnd(equal(floor(length), length), isPositive);
    requireOrThrow(
      isLength,
      () => new RangeError('Invalid array length'),
      'The length of an array must be a whole number, and not negative',
    );
    return madeOfLength(length, () => undefined, 'Array()');
  }
  return new Array(readElements(length, 'The length of an array')[0]!);
}

/** A tensor of an eager run has a text, as any other object. */
function textOf(x: Tensor): string {
  if (!isSymbolic(x)) return x.toString();
  const hole = holeFor(x);
  if (hole !== null) return hole;
  throw noText('String()', x);
}

/** What JavaScript's functions of objects see of a tensor: its rows; a scalar has nothing. */
function rows(x: unknown): readonly unknown[] {
  if (!isTensor(x)) return Object.values(x as object);
  return isScalar(x) ? [] : rowsOf(x);
}
