import {
  add,
  broadcastTo,
  buffer,
  cast,
  fill,
  gather,
  greater,
  linspace,
  maximum,
  minimum,
  mul,
  ones,
  range,
  reshape,
  scalar,
  slice,
  sub,
  type Tensor,
  tensor,
  tensor1d,
  tensor2d,
  tensor3d,
  tensor4d,
  tensor5d,
  tensor6d,
  where,
  zeros,
} from '@tensorflow/tfjs-core';
import { type StagingError, UseGraphError } from '../../errors.js';
import { type DataType, formatType } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { duringCall } from '../../trace/random.js';
import { type SymbolicData, symbolicData } from '../../trace/symbolic.js';
import { describe } from '../../trace/tracer.js';
import { stagedListOf } from '../lists/heldList.js';
import { ofEachText } from '../objects/textKeys.js';
import { isChosenText } from '../operators/chosenText.js';
import { callOp } from '../operators/deferredOps.js';
import { arrayAsTensor } from '../operators/operands.js';
import { opName } from '../operators/opName.js';
import { describeValue } from '../values/describeValue.js';
import { withOpenSizes } from '../values/openSizes.js';
import { dtypeOf, isTensor, shapeOf, typeOf } from '../values/tensors.js';
import { isWeakTensor } from '../values/weak.js';
import { asWholeNumbers } from '../values/wholeNumbers.js';

/*
 * A number that a staged loop counts with is a tensor while tracing, also where it is given to an op of TensorFlow.js. Many
 * of these take numbers, or arrays of them, which they would have to read. What they mean for tensors is said here.
 */

type Arguments = readonly unknown[];

/** What to call instead of an op that is given tensors for numbers; `undefined` where it is given none. */
export function onTensorsForNumbers(
  f: unknown,
  self: unknown,
  args: Arguments,
): (() => unknown) | undefined {
  const isChained = isTensor(self);
  const creation = creations.get(f);
  const name = opName(f, isChained);
  // What others are given is not looked into: it may have traps, and methods of its own.
  if ((creation ?? name) === undefined || !args.some(mayBeNumbers)) return undefined;
  const given = isChained ? [self, ...args] : args;
  if (creation !== undefined) return () => creation(given);
  if (name === undefined) return undefined;
  const meaning = meanings[name];
  if (meaning !== undefined) return meaning(given);
  if (name in drawn) return drawnBetween(f as Callable, name, given);
  const converted = convertedArguments(name, given);
  if (converted === given) return undefined;
  const [next, rest] = isChained ? [converted[0], converted.slice(1)] : [undefined, [...converted]];
  return () => callOp(f as Callable, next, rest, () => Reflect.apply(f as Callable, next, rest));
}

/**
 * What `run` gives, which calls the function. An error may be due to its being given a tensor for a number, or for a text: of
 * one that a tensor chooses it is called with each.
 */
export function explainingNumbers(
  f: unknown,
  self: unknown,
  args: unknown[],
  run: (args: unknown[]) => unknown,
): unknown {
  const isChained = isTensor(self);
  const name = makers.get(f) ?? opName(f, isChained);
  if (name === undefined || !args.some(mayBeNumbers)) return run(args);
  try {
    return run(args);
  } catch (error) {
    const isKnown =
      error instanceof UseGraphError && !['host-read', 'leaked-tensor'].includes(error.code);
    const text = isKnown ? -1 : args.findIndex(isChosenText);
    if (text !== -1)
      return ofEachText(args[text] as Tensor, (one) =>
        explainingNumbers(f, self, args.with(text, one), run),
      );
    const numbers = args.filter(
      (arg, place) =>
        mayBeNumbers(arg) &&
        (makers.has(f) || ofNoTensor.has(name) || !takesTensor(name, place + Number(isChained))),
    );
    const traced = numbers.flatMap(tensorsIn).map(symbolicData);
    const first = traced.find((data) => data !== null);
    if (first === undefined || isKnown) throw error;
    if (isOfOperand(error)) throw error;
    const says = error instanceof Error && error.constructor === Error ? error.message : '';
    throw errorHere(
      'host-read',
      `tf.${name}() must know its numbers while tracing, and is given ${describe(first!)} for one of them.${says && ` It says: ${says}`}`,
      `${howToKnow(first)}${makers.has(f) ? likeAnother : takingTensors}`,
    );
  }
}

/** TensorFlow.js refuses the dtype or rank of a tensor, which says more than that a number may be missing. */
function isOfOperand(error: unknown): boolean {
  return (
    error instanceof Error &&
    /passed to '.*' must be (?!a Tensor or TensorLike)/.test(error.message)
  );
}

function howToKnow({ value, tracer }: SymbolicData): string {
  const maker = tracer.producer(value)?.kind;
  if (maker === 'constant') return 'Pass the number itself. ';
  if (maker === undefined && tracer.parent === null)
    return 'Pass it to the function as a plain number: each one gets a trace of its own. ';
  return (
    'What a branch or loop changes that a tensor decides about is a tensor, as is all that is computed of tensors. ' +
    'Give it a plain number, such as one of a loop over a plain number of iterations. '
  );
}

const likeAnother =
  'What is as large as another tensor can be made of that: tf.zerosLike(x), tf.onesLike(x).';

const takingTensors =
  'Or use what takes tensors: tf.gather(x, i), tf.slice(x, [i, 0], [1, 3]), tf.where(mask, a, b).';

function tensorsIn(arg: unknown): Tensor[] {
  if (Array.isArray(arg)) return arg.flatMap(tensorsIn);
  return isTensor(arg) ? [arg] : [];
}

const makers = new Map<unknown, string>([
  [zeros, 'zeros'],
  [ones, 'ones'],
  [range, 'range'],
  [fill, 'fill'],
  [linspace, 'linspace'],
  [buffer, 'buffer'],
]);

/** Ops that take numbers only. */
const ofNoTensor = new Set(
  'eye rand randomGamma randomNormal randomStandardNormal randomUniform randomUniformInt truncatedNormal'.split(
    ' ',
  ),
);

type Callable = (...args: readonly unknown[]) => unknown;

function mayBeNumbers(arg: unknown): boolean {
  return isTensor(arg) ? typeOf(arg).shape?.length === 0 : holdsTensor(arg);
}

/** Whether there is a tensor in the array, or in arrays in it. */
function holdsTensor(arg: unknown): arg is readonly unknown[] {
  if (!Array.isArray(arg) || stagedListOf(arg) !== undefined) return false;
  return arg.some((element) => isTensor(element) || holdsTensor(element));
}

/** An array that holds tensors, as a tensor: of numbers TensorFlow.js makes a float32 one where it needs no other. */
function stacked(array: unknown, dtype: DataType | null = null): Tensor {
  const all = arrayAsTensor(array, null);
  return castTo(all, dtype ?? (dtypeOf(all) === 'int32' ? 'float32' : dtypeOf(all)));
}

function castTo(x: Tensor, dtype: DataType): Tensor {
  return dtypeOf(x) === dtype ? x : cast(x, dtype);
}

/** A number, or a tensor for one, of a dtype. */
function numberOf(value: unknown, dtype: DataType): Tensor {
  return isTensor(value) ? castTo(value, dtype) : scalar(value as number, dtype);
}

/** Random ops whose numbers say where what they draw lies, and how far it spreads; and of which they draw without those. */
const drawn: Readonly<Record<string, (low: Tensor, high: Tensor) => readonly [Tensor, Tensor]>> = {
  randomUniform: (low, high) => [low, sub(high, low)],
  randomNormal: (mean, deviation) => [mean, deviation],
  truncatedNormal: (mean, deviation) => [mean, deviation],
};

function drawnBetween(f: Callable, name: string, args: Arguments): (() => Tensor) | undefined {
  const [shape, first = 0, second = 1, dtype = 'float32', ...rest] = args;
  if (dtype !== 'float32' || holdsTensor(shape) || isTensor(shape)) return undefined;
  if (!isTensor(first) && !isTensor(second)) return undefined;
  return () => {
    const plain = [shape, 0, 1, dtype, ...rest];
    const numbers = duringCall(f, plain, () => f(...plain)) as Tensor;
    const [begin, span] = drawn[name]!(numberOf(first, dtype), numberOf(second, dtype));
    return add(mul(numbers, span), begin);
  };
}

/** Functions that make tensors. */
const creations = new Map<unknown, (args: Arguments) => Tensor>([
  [
    scalar,
    ([value, dtype]) =>
      numberOf(value, (dtype as DataType | undefined) ?? naturalDtype(value as Tensor)),
  ],
  [fill, ([shape, value, dtype]) => filled(shape as number[], value, dtype)],
  [
    linspace,
    ([start, stop, count]) => {
      const [first, last] = [start, stop].map((end) => numberOf(end, 'float32'));
      const steps = Math.max(1, (count as number) - 1);
      const places = Array.from({ length: count as number }, (_, place) => place / steps);
      return add(first!, mul(sub(last!, first!), tensor1d(places)));
    },
  ],
  ...[tensor, tensor1d, tensor2d, tensor3d, tensor4d, tensor5d, tensor6d].map(
    (make): [unknown, (args: Arguments) => Tensor] => [
      make,
      (args) => {
        const [values, shape, dtype] =
          make === tensor1d ? [args[0], undefined, args[1]] : (args as [unknown, unknown, unknown]);
        const all = isTensor(values) ? values : stacked(values, dtype as DataType | undefined);
        return shape === undefined || shape === null ? all : reshape(all, shape as number[]);
      },
    ],
  ),
]);

function naturalDtype(value: Tensor): DataType {
  return dtypeOf(value) === 'int32' ? 'float32' : dtypeOf(value);
}

function filled(shape: number[], value: unknown, dtype: unknown): Tensor {
  if (!isTensor(value)) return fill(shape, value as number, dtype as DataType | undefined);
  return broadcastTo(
    numberOf(value, (dtype as DataType | undefined) ?? naturalDtype(value)),
    shape,
  );
}

/** What ops mean that do something else with a number than to make a tensor of it. */
const meanings: Readonly<Record<string, (args: Arguments) => (() => unknown) | undefined>> = {
  ...Object.fromEntries(
    ['slice', 'slice1d', 'slice2d', 'slice3d', 'slice4d'].map((name) => [name, sliced]),
  ),
  clipByValue: ([x, low, high]) => {
    if (!isTensor(low) && !isTensor(high)) return undefined;
    return () => {
      const all = isTensor(x) ? x : stacked(x);
      const [least, most] = [low, high].map((limit) => numberOf(limit, dtypeOf(all)));
      return minimum(maximum(all, least!), most!);
    };
  },
  leakyRelu: ([x, alpha]) => {
    if (!isTensor(alpha)) return undefined;
    return () => {
      const all = isTensor(x) ? x : stacked(x);
      return where(greater(all, 0), all, mul(all, numberOf(alpha, 'float32')));
    };
  },
};

/** `tf.slice` from where tensors say. */
function sliced([given, begin, size]: Arguments): (() => Tensor) | undefined {
  if (!mayBeNumbers(begin) && !mayBeNumbers(size)) return undefined;
  return () => {
    const x = isTensor(given) ? given : stacked(given);
    const shape = shapeOf(x);
    const [begins, sizes] = [begin, size].map((one) => (Array.isArray(one) ? one : [one]));
    const starts = shape.map((_, axis) => (begins as unknown[])[axis] ?? 0);
    const counts = shape.map((_, axis) => (sizes as unknown[])[axis] ?? -1);
    const unknown = counts.find((count, axis) =>
      isTensor(count) ? true : isTensor(starts[axis]) && count === -1,
    );
    if (unknown !== undefined) throw unknownCount(x, unknown);
    const isMoving = (axis: number) => isTensor(starts[axis]);
    const still = slice(
      x,
      starts.map((start, axis) => (isMoving(axis) ? 0 : (start as number))),
      counts.map((count, axis) => (isMoving(axis) ? -1 : (count as number))),
    );
    return starts.reduce<Tensor>((current, start, axis) => {
      if (!isTensor(start)) return current;
      const places = range(0, counts[axis] as number, 1, 'int32');
      return gather(current, add(places, asWholeNumbers(start) ?? start), axis);
    }, still);
  };
}

function unknownCount(x: Tensor, count: unknown): StagingError {
  return errorHere(
    'unknown-size',
    isTensor(count)
      ? `How much tf.slice takes of ${formatType(typeOf(x))} depends on ${describeValue(count)}.`
      : `tf.slice takes all of ${formatType(typeOf(x))} from where a tensor says: how much that is depends on a tensor.`,
    'Take as many elements each time, tf.slice(x, [i, 0], [1, 3]), or keep the elements by a mask: tf.where(mask, x, 0).',
  );
}

/** Of what is a number in JavaScript, TensorFlow.js takes the whole part. */
function index(x: Tensor): Tensor {
  return isWeakTensor(x) ? castTo(x, 'int32') : x;
}

/** Which argument of an op is an index, or an array of them. */
const indices: Readonly<Record<string, number>> = {
  gather: 1,
  gatherND: 1,
  oneHot: 0,
  scatterND: 0,
  tensorScatterUpdate: 1,
  unsortedSegmentSum: 1,
};

/** Ops whose first argument is a tensor, or an array of numbers for one, and the second one as well. */
const ofTwo = new Set(
  (
    'add sub mul div divNoNan floorDiv mod pow maximum minimum squaredDifference atan2 matMul dot outerProduct prelu ' +
    'equal notEqual greater greaterEqual less lessEqual logicalAnd logicalOr logicalXor where scatterND'
  ).split(' '),
);

/** Ops that take an array of tensors. */
const ofMany = new Set('stack concat concat1d concat2d concat3d concat4d addN'.split(' '));

/** Ops that make fractions of whole numbers. */
const ofFractions = new Set(
  (
    'acos acosh asin asinh atan atanh ceil cos cosh div divNoNan elu erf exp expm1 floor log log1p logSigmoid mean pow ' +
    'reciprocal round rsqrt selu sigmoid sin sinh softplus sqrt tan tanh'
  ).split(' '),
);

function takesTensor(name: string, place: number): boolean {
  return (
    place === 0 || indices[name] === place || ofTwo.has(name) || name === 'tensorScatterUpdate'
  );
}

/** The same array where nothing is to be done. */
function convertedArguments(name: string, given: Arguments): readonly unknown[] {
  let isSame = true;
  const converted = given.map((arg, place) => {
    const next = convertedArgument(name, arg, place);
    if (next !== arg) isSame = false;
    return next;
  });
  return isSame ? given : converted;
}

function convertedArgument(name: string, arg: unknown, place: number): unknown {
  if (ofMany.has(name)) return place === 0 && Array.isArray(arg) ? asTensors(arg) : arg;
  if (name === 'einsum') return holdsTensor(arg) ? stacked(arg) : arg;
  if (name === 'reshape' && Array.isArray(arg)) return place === 1 ? withOpenSizes(arg) : arg;
  const isIndex = indices[name] === place;
  if (isTensor(arg)) {
    if (isIndex) return index(arg);
    return ofFractions.has(name) && isCounter(arg) ? cast(arg, 'float32') : arg;
  }
  if (!holdsTensor(arg) || !takesTensor(name, place)) return arg;
  return stacked(arg, isIndex ? 'int32' : null);
}

/** Made of nothing but JavaScript's numbers, which are float32 as tensors unless an op needs others. */
function isCounter(x: unknown): x is Tensor {
  return isWeakTensor(x) && dtypeOf(x as Tensor) === 'int32';
}

function asTensors(array: readonly unknown[]): readonly unknown[] {
  const all = array.map((one) => (holdsTensor(one) ? stacked(one) : one));
  const isMixed = all.some((one) => !isTensor(one) || dtypeOf(one) === 'float32');
  const next = isMixed ? all.map((one) => (isCounter(one) ? cast(one, 'float32') : one)) : all;
  return next.every((one, at) => one === array[at]) ? array : next;
}
