import type { Tensor } from '@tensorflow/tfjs-core';
import { type Fact, implies, knownToHold } from '../../trace/knownFlags.js';
import { mayNotBeThere } from '../values/outside.js';
import { dtypeOf, isTensor } from '../values/tensors.js';

/*
 * A number that a tensor chooses among those that the program names (`x > 0 ? 1 : 2`, the `case` at which a `switch` is
 * entered). A branch whose test none of those left satisfies is not traced: it may be one that cannot be (a `case` for objects
 * which the ones at hand are not).
 */

interface Choice {
  readonly predicate: Tensor;
  readonly one: Chosen;
  readonly other: Chosen;
  /** How many numbers there are in it. */
  readonly size: number;
}

type Chosen = number | Choice;

/** A chain of more is asked by an op. */
const mostNumbers = 16;

let choices = new WeakMap<object, Choice>();

/** Tells that `made` is the first value where the predicate holds, and otherwise the second one. */
export function markChosen(made: Tensor, predicate: Tensor, values: readonly unknown[]): Tensor {
  const [one, other] = values.map(chosenIn);
  if (one === undefined || other === undefined || made.rank !== 0) return made;
  const size = sizeOf(one) + sizeOf(other);
  if (size <= mostNumbers) choices.set(made.dataId, { predicate, one, other, size });
  return made;
}

/** From now on no number is known any more: the next iteration of a loop is not to be taken for one that JavaScript runs. */
export function forgetChosen(): void {
  choices = new WeakMap();
}

/** What a comparison of two numbers tells of who chose them is known where its result is, and where that is asked. */
export function noteComparison(
  operands: readonly [unknown, unknown],
  holds: (a: number, b: number) => boolean,
  result: Tensor,
): void {
  const question = questionOf(...operands, holds);
  if (question === undefined || questions.has(result)) return;
  questions.set(result, question);
  for (const answer of [true, false]) {
    const around: Fact[] = [];
    for (const fact of factsWhere(question, answer, around) ?? [])
      implies(result, answer, fact, ...around);
  }
}

/** Whether a comparison holds, where none of the numbers left, or each of them, satisfies it. */
export function toldByNumbers(test: Tensor): boolean | undefined {
  const question = questions.get(test);
  if (question === undefined || !choices.has(question.number.dataId)) return undefined;
  return [true, false].find((answer) => factsWhere(question, !answer) === null);
}

/** A comparison of a number that a tensor chose with one of the program's. */
interface Question {
  readonly number: Tensor;
  readonly choice: Choice;
  readonly isSuch: (number: number) => boolean;
}

const questions = new WeakMap<Tensor, Question>();

function questionOf(
  a: unknown,
  b: unknown,
  holds: (a: number, b: number) => boolean,
): Question | undefined {
  const tensor = isTensor(a) ? a : b;
  const choice = isTensor(tensor) ? choices.get(tensor.dataId) : undefined;
  const beside = tensor === a ? b : a;
  if (choice === undefined || typeof beside !== 'number') return undefined;
  const rounded = dtypeOf(tensor as Tensor) === 'float32' ? Math.fround : Number;
  const isSuch = (number: number) => {
    const [one, other] = [rounded(number), rounded(beside)];
    return tensor === a ? holds(one, other) : holds(other, one);
  };
  return { number: tensor as Tensor, choice, isSuch };
}

function factsWhere(
  { choice, isSuch }: Question,
  answer: boolean,
  around: Fact[] = [],
): Fact[] | null {
  return factsOf(choice, (number) => isSuch(number) === answer, around);
}

/**
 * What has been chosen where it is such a number; null where it cannot be one. Adds to `around` what the branches around
 * have told for that: elsewhere it may not be so.
 */
function factsOf(
  chosen: Chosen,
  isSuch: (number: number) => boolean,
  around: Fact[],
): Fact[] | null {
  if (typeof chosen === 'number') return isSuch(chosen) ? [] : null;
  const { predicate, one, other } = chosen;
  const holds = knownToHold(predicate);
  if (holds !== undefined) around.push({ predicate, holds });
  const [left, right] = [
    holds === false ? null : factsOf(one, isSuch, around),
    holds === true ? null : factsOf(other, isSuch, around),
  ];
  if (left !== null && right !== null) return [];
  const facts = left ?? right;
  return facts && [{ predicate, holds: left !== null }, ...facts];
}

function chosenIn(value: unknown): Chosen | undefined {
  if (typeof value === 'number') return value;
  if (!isTensor(value) || mayNotBeThere(value)) return undefined;
  return choices.get(value.dataId);
}

function sizeOf(chosen: Chosen): number {
  return typeof chosen === 'number' ? 1 : chosen.size;
}
