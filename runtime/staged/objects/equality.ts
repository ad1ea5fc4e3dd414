import {
  type DataType,
  equal,
  logicalAnd,
  logicalNot,
  logicalOr,
  notEqual,
  scalar,
  type Tensor,
} from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { negated } from '../../trace/knownFlags.js';
import { at } from '../../trace/session.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { askedRow } from '../branches/askedRow.js';
import { and, or } from '../branches/logical.js';
import { isText } from '../operators/chosenText.js';
import { comparedNumbers } from '../operators/comparedNumbers.js';
import { comparedTexts } from '../operators/comparedTexts.js';
import { not } from '../operators/comparison.js';
import { areNumbers, operands } from '../operators/dispatch.js';
import {
  elementsOf,
  isLate,
  missingLate,
  type Question,
  questionOf,
  whereAllThere,
} from '../operators/late.js';
import { numeric } from '../operators/operands.js';
import { binaryOp } from '../operators/unknownSizes.js';
import { observe } from '../values/absent.js';
import { hasAliases } from '../values/choice.js';
import { both, either, inverse } from '../values/flags.js';
import { isNullOf } from '../values/missingKind.js';
import { mixedOf, unmixed } from '../values/mixed.js';
import { isThereOf } from '../values/outside.js';
import { hasOneElement, isTensor } from '../values/tensors.js';
import { requireComparable } from '../values/unknownNumbers.js';
import { comparedWords, isWide, wordsOf } from '../values/wideInteger.js';
import { isSameObject } from './aliases.js';
import { isSameFunction } from './functionUses.js';
import { isPrimitive, numbersBeside, primitivesBeside } from './looseOperands.js';
import { isSameElement, requireToldApart } from './rowIdentity.js';
import { isSameVariant, whether } from './variantTests.js';

/** `===`: elementwise between a tensor and what may be one of its elements; the host's with anything else. */
export function eq(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return equality(a, b, location, (x, y) => x === y, true);
}

export function ne(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  return equality(a, b, location, (x, y) => x !== y, false);
}

export function loose_eq(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  // biome-ignore lint/suspicious/noDoubleEquals: the user wrote ==
  return looseEquality(a, b, location, (x, y) => x == y, true);
}

export function loose_ne(a: unknown, b: unknown, location: SourceLocation | null): unknown {
  // biome-ignore lint/suspicious/noDoubleEquals: the user wrote !=
  return looseEquality(a, b, location, (x, y) => x != y, false);
}

function looseEquality(
  a: unknown,
  b: unknown,
  location: SourceLocation | null,
  host: (a: unknown, b: unknown) => boolean,
  isEqual: boolean,
): unknown {
  if (isPrimitive(unmixed(a)) || isPrimitive(unmixed(b))) {
    // Each of the objects that a tensor chooses stands for something of its own.
    const isSame = isSameVariant(a, b, (one, other) => loose_eq(one, other, location));
    if (isSame !== undefined) return isEqual ? isSame : not(isSame, location);
  }
  return at(location, () => {
    const [one, other] = primitivesBeside(a, b);
    const ofTexts = textBesideBigint(one, other, host);
    if (ofTexts !== undefined) return ofTexts;
    return equality(...numbersBeside(one, other), location, host, isEqual);
  });
}

function textBesideBigint(
  a: unknown,
  b: unknown,
  host: (a: unknown, b: unknown) => boolean,
): unknown {
  return [a, b].some((value) => typeof value === 'bigint') ? comparedTexts(a, b, host) : undefined;
}

function equality(
  one: unknown,
  another: unknown,
  location: SourceLocation | null,
  host: (a: unknown, b: unknown) => boolean,
  isEqual: boolean,
): unknown {
  if (areNumbers(one, another)) return host(one, another);
  const [a, b] = [unmixed(one), unmixed(another)];
  const ofMixed = mixedEquality(a, b, (x, y) => equality(x, y, location, host, isEqual));
  if (ofMixed !== undefined) return ofMixed;
  const tensor = isTensor(a) ? a : isTensor(b) ? b : null;
  const other = tensor === a ? b : a;
  if (tensor === null) {
    const isAsked = elementBeside(a, b, host);
    if (isAsked !== undefined) return isAsked;
    const isSame = (x: unknown, y: unknown) => {
      const isThere = elementBeside(x, y, host);
      if (isThere !== undefined) return isEqual ? isThere : inverse(isThere);
      const isOne = at(location, () => isOneObject(x, y));
      return isOne === undefined ? host(x, y) === isEqual : whereThere(x, y, isOne);
    };
    const isSameOne = isSameVariant(a, b, isSame) ?? isSameFunction(a, b);
    if (isSameOne !== undefined) return isEqual ? isSameOne : not(isSameOne, location);
    const isOne = at(location, () => isOneObject(a, b));
    if (isOne !== undefined) {
      const isSame = whereThere(a, b, isOne);
      return isEqual ? isSame : not(isSame, location);
    }
    at(location, () => requireComparable(isEqual ? '===' : '!==', a, b));
    return host(observe(a), observe(b));
  }
  enterStaged();
  const isMissingBeside = other === null || other === undefined;
  const row = isMissingBeside ? askedRow(tensor) : undefined;
  if (row?.isThere === false) return host(undefined, other);
  const late = isMissingBeside ? questionIn(tensor, row?.isThere) : undefined;
  const isAsked = late && presenceBeside(other, late, host);
  if (isAsked !== undefined) return isAsked;
  // Never the host's ==, which would read the tensor to compare it with a string.
  if (!isComparable(other, tensor)) return (observe(a) === observe(b)) === isEqual;
  return at(location, () => {
    if (tensor.dtype === 'bool' && typeof other === 'boolean' && !isLate(tensor)) {
      return other === isEqual ? tensor : not(tensor, location);
    }
    if (tensor.dtype === 'string' && typeof other === 'string') {
      const isThis = isText(tensor, other);
      const isSame = isLate(tensor) ? and(questionOf(tensor).isSet, () => isThis, null) : isThis;
      return isEqual ? isSame : not(isSame, location);
    }
    const isHostEqual = (x: unknown, y: unknown) => host(x, y) === isEqual;
    const late = [a, b].filter(isLate);
    if (isBool(a) !== isBool(b) && !isHostEqual(true, 1)) {
      const isSame = sameOfTwoTypes(a, b, late, isHostEqual);
      return isEqual ? isSame : not(isSame, location);
    }
    if (late.length === 0) {
      const compare = (): Tensor => equalityOfTensors(a, b, tensor.dtype, isEqual);
      return comparedNumbers([a, b], host, isEqual ? '===' : '!==', compare);
    }
    const isSame = equalityOfTensors(elementsOf(a), elementsOf(b), tensor.dtype, true);
    const isSameOrMissing = orMissing(late, whereAllThere(late, isSame), isHostEqual);
    return isEqual ? isSameOrMissing : not(isSameOrMissing, location);
  });
}

/** What it tells of each of a text and a number, or of false and a value, of which a tensor chooses; undefined of anything else. */
function mixedEquality(
  a: unknown,
  b: unknown,
  compare: (a: unknown, b: unknown) => unknown,
): unknown {
  const [left, right] = [mixedOf(a), mixedOf(b)];
  if (left !== undefined) return whether(left, (side) => compare(side, b));
  return right && whether(right, (side) => compare(a, side));
}

/** What `===` tells of bools beside numbers: none are the same, but for two values that are both missing. */
function sameOfTwoTypes(
  a: unknown,
  b: unknown,
  late: readonly Tensor[],
  isHostEqual: (a: unknown, b: unknown) => boolean,
): unknown {
  const areSingle = [a, b].every((value) => !isTensor(value) || hasOneElement(value));
  if (areSingle) return late.length === 2 ? orMissing(late, scalar(false), isHostEqual) : false;
  const found = equalityOfTensors(a, b, 'bool', true);
  return logicalAnd(found, logicalNot(found));
}

function isBool(value: unknown): boolean {
  return isTensor(value) ? value.dtype === 'bool' : typeof value === 'boolean';
}

/** What comparing with null or undefined tells of what an array may not have; undefined where it tells nothing. */
function elementBeside(a: unknown, b: unknown, host: (a: unknown, b: unknown) => boolean): unknown {
  const [element, beside] = isThereOf(a) === undefined ? [b, a] : [a, b];
  const isThere = beside === null || beside === undefined ? isThereOf(element) : undefined;
  return isThere && presenceBeside(beside, { isSet: isThere, missing: undefined }, host);
}

/** Whether two objects are one that a tensor chooses, or are elements; undefined where JavaScript tells. */
function isOneObject(a: unknown, b: unknown): unknown {
  const isElement = isSameElement(a, b);
  if (isElement !== undefined) return isElement;
  requireToldApart(a, b);
  return hasAliases(a) && hasAliases(b) ? isSameObject(a, b) : undefined;
}

/** Whether two objects are one, either of which an array may not have: two that are missing are both undefined. */
function whereThere(a: unknown, b: unknown, isSame: unknown): unknown {
  const [one, other] = [a, b].map(isThereOf);
  if (one === undefined && other === undefined) return isSame;
  const areThere = and(one ?? true, () => and(other ?? true, () => isSame, null), null);
  return one && other
    ? or(
        areThere,
        () =>
          not(
            or(one, () => other, null),
            null,
          ),
        null,
      )
    : areThere;
}

/** When there is a value beside null or undefined, of one that may be missing. */
function questionIn(tensor: Tensor, isRowThere: Tensor | undefined): Question | undefined {
  return missingLate(tensor) ?? (isRowThere && { isSet: isRowThere, missing: undefined });
}

/** What comparing with null or undefined tells of whether there is a value; undefined where it tells nothing. */
function presenceBeside(
  other: unknown,
  { isSet, missing }: Question,
  host: (a: unknown, b: unknown) => boolean,
): unknown {
  const whereThere = host({}, other);
  const [whereNull, whereUndefined] = [host(null, other), host(undefined, other)];
  const isNull = isNullOf(missing);
  const [ifNull, ifUndefined] = [whereNull !== whereThere, whereUndefined !== whereThere];
  const isOtherwise = either(both(isNull, ifNull), both(inverse(isNull), ifUndefined));
  if (isOtherwise === false) return undefined;
  const differs = both(negated(isSet), isOtherwise);
  return whereThere ? inverse(differs) : differs;
}

function equalityOfTensors(a: unknown, b: unknown, dtype: DataType, isEqual: boolean): Tensor {
  const [one, other] = [a, b].some(isWide) ? [wordsOf(a), wordsOf(b)] : [];
  if (one !== undefined && other !== undefined) {
    const { equal: areEqual } = comparedWords(one, other);
    return isEqual ? areEqual : logicalNot(areEqual);
  }
  const given =
    dtype === 'string' ? [asText(a), asText(b)] : operands(isEqual ? '===' : '!==', a, b);
  const [x, y] = haveBoolsOnly(given) ? given : given.map(numeric);
  return binaryOp(isEqual ? equal : notEqual, x!, y!);
}

/** Two values that are both missing may be the same too. */
function orMissing(
  late: readonly Tensor[],
  result: Tensor,
  isSame: (one: unknown, other: unknown) => boolean,
): unknown {
  const [one, other] = late.map(questionOf);
  if (other === undefined) return result;
  const areMissing = logicalNot(logicalOr(one!.isSet, other.isSet));
  const [a, b] = [isNullOf(one!.missing), isNullOf(other.missing)];
  const areAlike = isSame(null, undefined) || either(both(a, b), both(inverse(a), inverse(b)));
  return either(result, both(areMissing, areAlike));
}

function isComparable(other: unknown, tensor: Tensor): boolean {
  if (isTensor(other)) return (other.dtype === 'string') === (tensor.dtype === 'string');
  if (tensor.dtype === 'string') return typeof other === 'string';
  return typeof other === 'number' || typeof other === 'boolean';
}

function asText(value: unknown): Tensor {
  return isTensor(value) ? value : scalar(value as string, 'string');
}

function haveBoolsOnly(operands: readonly Tensor[]): boolean {
  return operands.every((operand) => operand.dtype === 'bool');
}
