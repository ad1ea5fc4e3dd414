import type { Tensor } from '@tensorflow/tfjs-core';
import { implies } from '../../trace/knownFlags.js';
import { isTensor } from '../values/tensors.js';

/*
 * A program that has asked for a length in its own way (`if (stack.length === 0) return;`, `queue.length >= 1`) knows
 * which elements there are.
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
  if (isTensor(a) && typeof b === 'number')
    note({ value: a, answer, bound: b, test: (value) => compare(value, b) });
  if (isTensor(b) && typeof a === 'number')
    note({ value: b, answer, bound: a, test: (value) => compare(a, value) });
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
  const known = questions.get(value);
  if (known === undefined) questions.set(value, [question]);
  else known.push(question);
}

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
