import {
  greater,
  greaterEqual,
  less,
  lessEqual,
  logicalOr,
  type Tensor,
  where,
  zerosLike,
} from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { negated } from '../../trace/knownFlags.js';
import { at } from '../../trace/session.js';
import { isMissing, observe } from '../values/absent.js';
import { both, either } from '../values/flags.js';
import { isNullOf } from '../values/missingKind.js';
import { ofMixed, unmixed } from '../values/mixed.js';
import { decides, hasOneElement, isTensor } from '../values/tensors.js';
import { isWeakTensor, markWeak } from '../values/weak.js';
import { comparedWords, isWide, wordsOf } from '../values/wideInteger.js';
import { isChosenText, numberOfText } from './chosenText.js';
import { comparedNumbers } from './comparedNumbers.js';
import { comparedTexts } from './comparedTexts.js';
import { areNumbers, binaryOperator, notATruth } from './dispatch.js';
import { elementsOf, isLate, questionOf } from './late.js';
import { primitiveOf } from './primitive.js';
import { asTruth } from './truth.js';
import { binaryOp } from './unknownSizes.js';

export const lt = comparison('<', (a, b) => a < b, less);
export const le = comparison('<=', (a, b) => a <= b, lessEqual);
export const gt = comparison('>', (a, b) => a > b, greater);
export const ge = comparison('>=', (a, b) => a >= b, greaterEqual);

/** Of numbers that int32 may not hold, and float32 would round. */
function ofWide(symbol: string, [a, b]: readonly [unknown, unknown]): Tensor | undefined {
  if (![a, b].some(isWide)) return undefined;
  const [one, other] = (symbol.startsWith('<') ? [a, b] : [b, a]).map(wordsOf);
  if (one === undefined || other === undefined) return undefined;
  const { less: isLess, equal: isEqual } = comparedWords(one, other);
  return symbol.endsWith('=') ? logicalOr(isLess, isEqual) : isLess;
}

type Helper = (a: unknown, b: unknown, location: SourceLocation | null) => unknown;

function comparison(
  symbol: string,
  onHost: (a: number, b: number) => boolean,
  op: typeof less,
): Helper {
  const compare = binaryOperator(
    symbol,
    onHost,
    (a, b, given) => ofWide(symbol, given) ?? binaryOp(op, a, b),
  );
  const compareNumbers: Helper = (given, other, location) => {
    if (!isTensor(given) && !isTensor(other)) return compare(given, other, location);
    const [a, b] = [besideNumber(given, other), besideNumber(other, given)];
    if (a === undefined || b === undefined) return false;
    return comparedNumbers([a, b], onHost, symbol, () => compare(a, b, location));
  };
  const compareAny: Helper = (first, second, location) => {
    if (areNumbers(first, second)) return onHost(first as number, second);
    const [one, other] = [first, second].map(unmixed);
    const mixed = ofMixed([one, other], ([a, b]) => compareAny(a, b, location));
    if (mixed !== undefined) return mixed.result;
    const [x, y] = [primitiveOf(one, 'number'), primitiveOf(other, 'number')];
    const ofTexts = comparedTexts(x, y, onHost as never);
    if (ofTexts !== undefined) return ofTexts;
    const [a, b] = [x, y].map((value) => (isChosenText(value) ? numberOfText(value) : value));
    const late = [a, b].filter(isLate);
    if (late.length === 0) return compareNumbers(a, b, location);
    return at(location, () => {
      const result = compareNumbers(numberIn(a), numberIn(b), location);
      if (!isTensor(result)) return result;
      return late.reduce<unknown>((found, value) => both(isNumber(value), found), result);
    });
  };
  return compareAny;
}

/** As JavaScript compares what may be missing: null is 0 and undefined not a number, of which no comparison holds. */
function besideNumber(value: unknown, other: unknown): unknown {
  const isBesideNumber = isTensor(other) && other.dtype !== 'string' && hasOneElement(other);
  if (!isBesideNumber || !isMissing(value)) return value;
  return observe(value) === null ? 0 : undefined;
}

/** Where it is missing: null counts as zero. */
function numberIn(value: unknown): unknown {
  if (!isLate(value) || isNullOf(questionOf(value).missing) === false) return elementsOf(value);
  const number = elementsOf(value) as Tensor;
  return where(questionOf(value).isSet, number, zerosLike(number));
}

/** Whether comparing it has a meaning. */
function isNumber(value: Tensor): unknown {
  const { isSet, missing } = questionOf(value);
  return either(isSet, isNullOf(missing));
}

/** `!a`: elementwise of a bool tensor. */
export function not(a: unknown, location: SourceLocation | null): unknown {
  if (!decides(a)) return !observe(a);
  return at(location, () => {
    const truth = asTruth(a);
    if (truth.dtype === 'bool') return isWeakTensor(a) ? markWeak(negated(truth)) : negated(truth);
    throw notATruth(a, hasOneElement(truth));
  });
}
