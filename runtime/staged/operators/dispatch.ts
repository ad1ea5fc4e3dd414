import type { Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { broadcasting } from '../../graph/shapes/dimensions.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { heldText, holeFor, isMakingError } from '../../trace/errorText.js';
import { isInBranch } from '../../trace/knownFlags.js';
import { argumentNames } from '../../trace/runningCode.js';
import { at, currentLocation, isSymbolic, isTracing } from '../../trace/session.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { describeValue } from '../values/describeValue.js';
import { ofMixed, unmixed } from '../values/mixed.js';
import { dtypeOf, isTensor, typeOf } from '../values/tensors.js';
import { requireNumbers } from '../values/unknownNumbers.js';
import { constant, isGuess, markWeak, type Typing } from '../values/weak.js';
import { keepWhole } from '../values/wholeNumbers.js';
import { isChosenText, joinedTexts, numberOfText } from './chosenText.js';
import { keepLarge } from './largeNumbers.js';
import { missingLate } from './late.js';
import { noText } from './noText.js';
import { asOperand, isOperand, isWeakOperand, numeric, requirePresent } from './operands.js';
import { primitiveOf } from './primitive.js';

// JavaScript's operators on host values work on more than numbers, and mean there what they always mean.
type Host = number;
type BinaryHelper = (a: unknown, b: unknown, location: SourceLocation | null) => unknown;
type UnaryHelper = (a: unknown, location: SourceLocation | null) => unknown;

const keepingWhole = new Set(['+', '-', '*', '%']);
const ofBits = new Set(['&', '|', '^', '<<', '>>', '>>>']);

/** `a <symbol> b`: JavaScript's operator where both are host values, `onTensors` where one is a tensor. */
export function binaryOperator(
  symbol: string,
  onHost: (a: Host, b: Host) => unknown,
  onTensors: (a: Tensor, b: Tensor, given: readonly [unknown, unknown]) => Tensor,
): BinaryHelper {
  const operate: BinaryHelper = (x, y, location) => {
    if (areNumbers(x, y)) return onHost(x as Host, y);
    return at(location, () => {
      const [one, other] = [heldText(x) ?? unmixed(x), heldText(y) ?? unmixed(y)];
      const mixed = ofMixed([one, other], ([a, b]) => operate(a, b, null));
      if (mixed !== undefined) return mixed.result;
      requirePresent(one, other);
      const hint = symbol === '+' ? 'default' : 'number';
      const [first, second] = [primitiveOf(one, hint), primitiveOf(other, hint)];
      if (!isTensor(first) && !isTensor(second)) {
        requireNumbers(symbol, first, second);
        refuseArrays(symbol, first, second);
        return onHost(first as Host, second as Host);
      }
      const [a, b] = [spelled(symbol, first, second), spelled(symbol, second, first)];
      enterStaged();
      const isText = symbol === '+' && isTracing() && !isMakingError();
      const joined = isText ? joinedText(a, b) : undefined;
      if (joined !== undefined) return joined;
      if (isText && isTextBesideNumber(a, b)) refuseText(symbol, a, b);
      if (typeof a === 'string' || typeof b === 'string') {
        const [text, beside] = [inErrorText(a), inErrorText(b)];
        refuseText(symbol, text, beside);
        return onHost(text as Host, beside as Host);
      }
      const inNumbers = symbol === '+' ? asNumber : numberIn;
      const isOfBits = ofBits.has(symbol);
      const taken = isOfBits ? (value: unknown) => in32Bits(inNumbers(value)) : inNumbers;
      const given: readonly [unknown, unknown] = [taken(a), taken(b)];
      const [one32, other32] = isOfBits ? given.map(asInt32) : given;
      const [left, right] = operands(symbol, one32, other32);
      const made = onTensors(numeric(left), numeric(right), given);
      const result = keepingWhole.has(symbol)
        ? keepLarge(keepWhole(made, given), symbol, given)
        : made;
      const typings = [operandTyping(given[0], left), operandTyping(given[1], right)];
      // JavaScript's numbers compare to one of its bools.
      const isOurs =
        result.dtype === 'bool'
          ? typings.every(({ isWeak }) => isWeak)
          : isGuess(dtypeOf(result), typings);
      return isOurs ? markWeak(result) : result;
    });
  };
  return operate;
}

/** Whether both are numbers of the host's, or bigints, as by far the most operands are. */
export function areNumbers(x: unknown, y: unknown): y is Host {
  return typeof x === typeof y && (typeof x === 'number' || typeof x === 'bigint');
}

/** The program's numbers as bit operators take them: float32 would round what is too large for int32, as 0xEDB88320 is. */
function in32Bits(value: unknown): unknown {
  return typeof value === 'number' ? value | 0 : value;
}

/** Beside a float32 tensor they would be rounded, too. */
export function asInt32(value: unknown): unknown {
  return typeof value === 'number' ? constant(value | 0, 'int32') : value;
}

const comparing = new Set(['<', '<=', '>', '>=']);

/** Beside a tensor a text of the program is the number that it spells, unless it compares texts, and a bigint compares as one. */
function spelled(symbol: string, operand: unknown, beside: unknown): unknown {
  if (!isTensor(beside)) return operand;
  const isComparison = comparing.has(symbol);
  if (isComparison && beside.dtype === 'string') return operand;
  const isText = typeof operand === 'string' && symbol !== '+';
  if (!isText && !(typeof operand === 'bigint' && isComparison)) return operand;
  const number = Number(operand);
  return Number.isNaN(number) ? operand : number;
}

/**
 * What is not there is not a number, as in JavaScript, in a branch: one that takes what another one puts there is traced for
 * executions that have put nothing yet. Elsewhere it is a mistake for sure.
 */
export function asNumber(operand: unknown): unknown {
  return operand === undefined && isInBranch() ? Number.NaN : operand;
}

function numberIn(operand: unknown): unknown {
  return isChosenText(operand) ? numberOfText(operand) : asNumber(operand);
}

/** An array has the dtype of the tensor that is made of it. */
function operandTyping(given: unknown, operand: Tensor): Typing {
  return { dtype: dtypeOf(operand), isWeak: isWeakOperand(given) };
}

/** `a + b` where one of them is a text that a tensor chooses, and the other one a text too, or a number of the host's. */
function joinedText(a: unknown, b: unknown): Tensor | undefined {
  if (![a, b].some(isChosenText)) return undefined;
  // What may be null beside a number may be a text or a number.
  const isMixed = [a, b].some((value) => missingLate(value) !== undefined);
  if (isMixed && ![a, b].every((value) => typeof value === 'string' || isChosenText(value)))
    return undefined;
  const [x, y] = [a, b].map((value) => (isChosenText(value) ? value : hostText(value)));
  return x === undefined || y === undefined ? undefined : joinedTexts(x, y);
}

function isTextBesideNumber(...operands: readonly unknown[]): boolean {
  return (
    operands.some(isChosenText) &&
    operands.some((value) => isTensor(value) && value.dtype !== 'string')
  );
}

function hostText(value: unknown): string | undefined {
  return isTensor(value) || typeof value === 'symbol' ? undefined : `${value}`;
}

/** `<symbol>a` */
export function unaryOperator(
  symbol: string,
  onHost: (a: Host) => unknown,
  onTensor: (a: Tensor) => Tensor,
): UnaryHelper {
  const operate: UnaryHelper = (x, location) =>
    at(location, () => {
      const given = unmixed(x);
      const mixed = ofMixed([given], ([side]) => operate(side, null));
      if (mixed !== undefined) return mixed.result;
      requirePresent(given);
      const a = primitiveOf(given, 'number');
      if (!isTensor(a)) {
        requireNumbers(symbol, a);
        return onHost(a as Host);
      }
      const number = numberIn(a) as Tensor;
      if (number.dtype === 'string') throw noMeaning(symbol, [a]);
      const result = keepWhole(onTensor(numeric(number)), [number]);
      return isWeakOperand(number) && result !== number ? markWeak(result) : result;
    });
  return operate;
}

/** The operands of an operator as tensors that broadcast. */
export function operands(symbol: string, a: unknown, b: unknown): [Tensor, Tensor] {
  const beside = (isTensor(a) ? a : b) as Tensor;
  if (!isOperand(a) || !isOperand(b)) throw noMeaning(symbol, [a, b]);
  const [x, y] = [asOperand(a, beside, symbol), asOperand(b, beside, symbol)];
  requireBroadcast(symbol, x, y);
  return [x, y];
}

/** Some ops of TensorFlow.js look at the shapes before the trace does, and know no place. */
function requireBroadcast(symbol: string, x: Tensor, y: Tensor): void {
  const [a, b] = [typeOf(x).shape, typeOf(y).shape];
  if (a === null || b === null) return;
  for (let axis = 1; axis <= Math.min(a.length, b.length); axis++) {
    const [m, n] = [a.at(-axis)!, b.at(-axis)!];
    if (m === n || m === 1 || n === 1 || m === null || n === null) continue;
    throw errorHere(
      'incompatible-inputs',
      `${describeOperation(symbol, [x, y])}: sizes ${m} and ${n} do not broadcast.`,
      broadcasting,
    );
  }
}

function noMeaning(symbol: string, given: readonly unknown[]): StagingError {
  const names = operandNames(symbol, given);
  const missing = names[given.findIndex((operand) => operand === undefined || operand === null)];
  return errorHere(
    'operand-type',
    `${describeOperation(symbol, given)} has no meaning.`,
    missing !== undefined
      ? `Give '${missing}' a value before, or say what counts where it has none: ${missing} ?? 0.`
      : given.includes(undefined)
        ? 'Where a function was called for the operand that is undefined, let it return something.'
        : 'Beside a tensor of numbers or booleans an operand must be such a tensor, a number, a boolean, or an array of them.',
  );
}

/** What stands for a traced tensor in the text of an error that the program will throw. */
function inErrorText(value: unknown): unknown {
  return isTensor(value) && isSymbolic(value) ? (holeFor(value) ?? value) : value;
}

/** Text of a traced tensor does not exist; a tensor of an eager run is converted as JavaScript does. */
function refuseText(symbol: string, a: unknown, b: unknown): void {
  const tensor = [a, b].find((value) => isTensor(value) && isSymbolic(value));
  if (tensor === undefined) return;
  if (!/^[+<>]/.test(symbol)) throw noMeaning(symbol, [a, b]);
  const compared = 'Compare the tensor with a number, or two texts with each other.';
  throw noText(
    describeOperation(symbol, [a, b]),
    tensor as Tensor,
    symbol === '+' ? undefined : compared,
  );
}

/** JavaScript would make a text of an array, and a number of that. */
function refuseArrays(symbol: string, ...given: readonly unknown[]): void {
  const holdsSymbolic = (value: unknown) =>
    Array.isArray(value) && value.some((element) => isTensor(element) && isSymbolic(element));
  if (!given.some(holdsSymbolic) || given.some((value) => typeof value === 'string')) return;
  throw errorHere(
    'operand-type',
    `${describeOperation(symbol, given)} has no meaning: an array is no tensor, whatever it holds.`,
    'Make a tensor of it, tf.stack(xs), or compute with its elements, xs.map((x) => …).',
  );
}

/** `x (float32[2]) * rate (undefined)`, or without the names where they are not known. */
function describeOperation(symbol: string, given: readonly unknown[]): string {
  const operands = describeOperands(symbol, given);
  return operands.length === 1 ? `${symbol}${operands[0]}` : operands.join(` ${symbol} `);
}

function describeOperands(symbol: string, given: readonly unknown[]): string[] {
  const names = operandNames(symbol, given);
  return given.map((operand, index) => {
    const what = describeOperand(operand);
    return names[index] === undefined ? what : `${names[index]} (${what})`;
  });
}

/** A tensor that is asked whether it is false, which only a bool one tells. */
export function notATruth(value: Tensor, isSingle: boolean): StagingError {
  const [operand] = describeOperands('!', [value]);
  const [name = 'x'] = operandNames('!', [value]);
  return errorHere(
    'condition-type',
    `Whether ${operand} is false is asked here, which only a bool tensor tells.`,
    isSingle
      ? `Compare it (${name} === 0), or call tf.cast(${name}, 'bool'). To ask whether it is there, compare it with null (${name} == null).`
      : `To ask whether it is there, compare it with null (${name} == null). Of its elements, compare them with 0. To reduce it to one element, call tf.all or tf.any.`,
  );
}

function operandNames(symbol: string, given: readonly unknown[]): readonly (string | undefined)[] {
  const place = currentLocation();
  const helper = (given.length === 1 ? unaryHelpers : binaryHelpers)[symbol];
  if (place === null || helper === undefined) return [];
  return argumentNames(helper, place, given.length, given);
}

/** What staged code calls for an operator. */
const binaryHelpers: Readonly<Record<string, string>> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '**': 'pow' },
  ...{ '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' },
  ...{ '===': 'eq', '!==': 'ne', '==': 'loose_eq', '!=': 'loose_ne' },
  ...{ '&': 'bit_and', '|': 'bit_or', '^': 'bit_xor' },
  ...{ '<<': 'shift_left', '>>': 'shift_right', '>>>': 'shift_right_unsigned' },
};

const unaryHelpers: Readonly<Record<string, string>> = {
  ...{ '-': 'neg', '+': 'plus', '~': 'bit_not', '!': 'not' },
};

function describeOperand(value: unknown): string {
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  return isTensor(value) ? formatType(typeOf(value)) : describeValue(value);
}
