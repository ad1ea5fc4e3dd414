import type { Tensor } from '@tensorflow/tfjs-core';
import { implies } from '../../trace/knownFlags.js';
import { isTensor } from '../values/tensors.js';

/*
 * A program that has asked for a length in its own way (`if (stack.length === 0) return;`, `queue.length >= 1`) knows
 * which elements there are. Who has asked for a number in one way knows what it would be told in another one: where `k > 0` holds,
 * `k === 0` does not.
 */

export type CompareNumbers = (a: number, b: number) => boolean;

/** Whether the comparison holds of a number. */
type Test = (value: number) => boolean;

interface Question {
  readonly value: Tensor;
  readonly answer: Tensor;
  readonly test: Test;
  /** Where the test may change its answer. */
  readonly bound: number;
}

const questions = new WeakMap<Tensor, Question[]>();

/** Tells what a comparison with a number of the program gave. */
export function noteQuestion(
  [a, b]: readonly [unknown, unknown],
  compare: CompareNumbers,
  answer: unknown,
): void {
  if (!isTensor(answer)) return;
  if (isTensor(a) && typeof b === 'number') {
    const bound = asElement(a, b);
    note({ value: a, answer, bound, test: (value) => compare(value, bound) });
  }
  if (isTensor(b) && typeof a === 'number') {
    const bound = asElement(b, a);
    note({ value: b, answer, bound, test: (value) => compare(bound, value) });
  }
}

/** The number that the graph compares with. */
function asElement(beside: Tensor, bound: number): number {
  return beside.dtype === 'float32' ? Math.fround(bound) : bound;
}

/** Tells that `also` is here what `answer` is in a branch that is computed in any case. */
export function noteAnswer(answer: Tensor, also: Tensor): void {
  const question = byAnswer.get(answer);
  if (question !== undefined) note({ ...question, answer: also });
}

const byAnswer = new WeakMap<Tensor, Question>();

function note(question: Question): void {
  const { value, answer } = question;
  if (byAnswer.has(answer)) return;
  byAnswer.set(answer, question);
  const known = questions.get(value) ?? [];
  for (const other of known.slice(-mostCompared)) {
    knowFromOther(question, other);
    knowFromOther(other, question);
  }
  known.push(question);
  questions.set(value, known);
}

/** Where one number is compared with more, as by the cases of a `switch`, they tell little of each other. */
const mostCompared = 8;

/** Tells what the answer to one question says about that to another. */
function knowFromOther(question: Question, other: Question): void {
  const numbers = numbersAround(question.value, [question.bound, other.bound]);
  for (const holds of [true, false]) {
    const truths = new Set(
      numbers.filter((number) => question.test(number) === holds).map(other.test),
    );
    if (truths.size !== 1) continue;
    const [truth] = truths as Set<boolean>;
    implies(question.answer, holds, { predicate: other.answer, holds: truth! });
  }
}

/** One of each kind of elements that comparisons with the bounds may tell apart; none where rounding may. */
function numbersAround({ dtype }: Tensor, bounds: readonly number[]): number[] {
  if (!bounds.every((bound) => Math.abs(bound) <= mostExact)) return [];
  if (dtype === 'int32') {
    return bounds.flatMap((bound) =>
      [Math.floor(bound), Math.ceil(bound)].flatMap((end) => [end - 1, end, end + 1]),
    );
  }
  if (dtype !== 'float32') return [];
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  return [least - 1, least, (least + most) / 2, most, most + 1, Number.NaN];
}

const mostExact = 2 ** 24;

/** Tells of `isLonger`, whether the length is more than `least`, what follows from what else has been asked of it. */
export function knowFromQuestions(length: Tensor, least: number, isLonger: Tensor): void {
  for (const { answer, test, bound } of questions.get(length) ?? []) {
    if (answer === isLonger) continue;
    const ends = [0, least, least + 1, Math.floor(bound), Math.ceil(bound)];
    const lengths = ends.flatMap((end) => [end - 1, end, end + 1]).filter((end) => end >= 0);
    for (const holds of [true, false]) {
      const possible = lengths.filter((value) => test(value) === holds);
      const [first] = possible;
      if (first === undefined) continue;
      const truth = first > least;
      if (possible.every((value) => value > least === truth))
        implies(answer, holds, { predicate: isLonger, holds: truth });
    }
  }
}
