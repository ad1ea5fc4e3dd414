import type { Tensor } from '@tensorflow/tfjs-core';
import { symbolicTensor } from '../../trace/kernels.js';
import { isSettled } from '../../trace/knownFlags.js';
import { type Late, lateOf, markLate } from '../../trace/late.js';
import { currentTracer } from '../../trace/tracer.js';
import { isNullOf, missingIf, missingOfValue, missingValue } from './missingKind.js';
import { isThereOf, markMayBeOutside } from './outside.js';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from './structure.js';
import { isTensor } from './tensors.js';
import { constant } from './weak.js';
import { likeNumbers } from './wholeNumbers.js';
import { numberOfWords, sameWords, WideInteger, wordsOf } from './wideInteger.js';

/**
 * A number, or tensor, as a loop carries it that iterations may leave null or undefined: whether it is there, whether it is
 * null where it is not, and what it is.
 */
export class OptionalNumber implements Composite {
  readonly [compositeKind] = 'a number that may be missing';
  readonly [compositeLabels] = [' (whether it is there)', ' (whether it is null)', ''];

  constructor(
    readonly isSet: unknown,
    readonly isNull: unknown,
    /** Where it is not there, of the same type. */
    readonly value: unknown,
    /** Null of an element that an array may not have. */
    readonly late: Omit<Late, 'isSet' | 'missing'> | null,
  ) {}

  [compositeParts](): readonly unknown[] {
    return [this.isSet, this.isNull, this.value];
  }

  [withParts]([isSet, isNull, value]: readonly unknown[]): OptionalNumber {
    return new OptionalNumber(isSet, isNull, value, this.late);
  }

  /** What the program sees. */
  asNumber(): unknown {
    const { isSet, late } = this;
    const value = this.value instanceof WideInteger ? numberOfWords(this.value.words) : this.value;
    const missing = missingIf(this.isNull);
    if (!isTensor(isSet)) return isSet === true ? value : missingValue(missing);
    // Behind the loop, which it is known to have given it.
    if (isSettled(isSet) && isTensor(value)) return withoutQuestion(value);
    const tensor = isTensor(value)
      ? value
      : likeNumbers(constant(value as number), [value as number]);
    if (late === null) return markMayBeOutside(tensor, isSet);
    const { question } = late;
    const isCarried = loopVariables.has(tensor);
    if (question !== undefined && !isCarried) {
      const own = { ...question, isAsked: question.isAsked, isCarried };
      return markLate(tensor, { ...late, isSet, missing, question: own });
    }
    return markLate(tensor, { ...late, isSet, missing });
  }

  /** The parts of such a number that is now `value`, and before was `start`. */
  partsOf(value: unknown, start: unknown): readonly unknown[] {
    const left = missingOfValue(value);
    if (left !== undefined) {
      const number = missingOfValue(start) === undefined ? start : this.value;
      return [false, isNullOf(left.missing), ...this.#numbersOf(number)];
    }
    const late = isTensor(value) ? lateOf(value) : undefined;
    const isSet = late?.isSet ?? isThereOf(value);
    if (isSet === undefined) return [true, this.isNull, ...this.#numbersOf(value)];
    const isNull = late === undefined ? false : isNullOf(late.missing);
    const number = value === start ? value : withoutQuestion(value as Tensor);
    return [isSet, isNull, ...this.#numbersOf(number)];
  }

  #numbersOf(value: unknown): readonly unknown[] {
    if (!(this.value instanceof WideInteger)) return [value];
    const { low, high } = value instanceof WideInteger ? value.words : wordsOf(value)!;
    return [low, high];
  }
}

const loopVariables = new WeakSet<Tensor>();

/** Tells that the tensor is what an iteration begins with. */
export function markCarried(variable: Tensor): void {
  loopVariables.add(variable);
}

/** The same elements, of which nobody asks whether they are there. */
export function withoutQuestion(tensor: Tensor): Tensor {
  const made = symbolicTensor(currentTracer().reference(tensor));
  return sameWords(likeNumbers(made, [tensor]), tensor);
}
