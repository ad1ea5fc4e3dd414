import type { Tensor } from '@tensorflow/tfjs-core';
import { type Fact, implies, knownToHold } from '../../trace/knownFlags.js';
import { lateOf } from '../../trace/late.js';
import { remembered } from '../../trace/remembered.js';
import { isTracing } from '../../trace/session.js';
import { isThereOf } from '../values/outside.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { noteQuestion } from './askedLengths.js';

/*
 * A number that a tensor chooses among those that the program names (`x > 0 ? 1 : 2`, the `case` at which a `switch` is
 * entered). A comparison that none of those left satisfies is false, so that nothing is traced that cannot be (a `case` for
 * objects which the ones at hand are not).
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

/** Of a number that becomes another one with each iteration: what is known of the first one makes the first iteration another. */
export function forgetChosen(number: Tensor): void {
  choices.delete(number.dataId);
}

/** The same of all numbers, where a loop that tests them would take its first iterations for ones that JavaScript runs. */
export function forgetAllChosen(): void {
  choices = new WeakMap();
}

/** What comparing two numbers gives: known, or what `compute` makes, of which it is known then what it tells of who chose. */
export function comparedNumbers(
  a: unknown,
  b: unknown,
  holds: (a: number, b: number) => boolean,
  symbol: string,
  compute: () => Tensor,
): Tensor | boolean {
  if (!isTracing()) return compute();
  const [choice, isSuch] = questionOf(a, b, holds) ?? [];
  const [ifTrue, ifFalse] = [true, false].map((answer) =>
    choice === undefined ? [] : factsWhere(choice, (number) => isSuch!(number) === answer),
  );
  if (ifTrue === null) return false;
  if (ifFalse === null) return true;
  const answer = remembered(symbol, [a, b], () => {
    const result = compute();
    if (isTensor(result)) {
      for (const fact of ifTrue!) implies(result, true, fact);
      for (const fact of ifFalse!) implies(result, false, fact);
    }
    return result;
  });
  noteQuestion([a, b], holds, answer);
  return answer;
}

type Question = [choice: Choice, isSuch: (number: number) => boolean];

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
  return [choice, isSuch];
}

/** What has been chosen where it is such a number; null where it cannot be one. */
function factsWhere(chosen: Chosen, isSuch: (number: number) => boolean): Fact[] | null {
  if (typeof chosen === 'number') return isSuch(chosen) ? [] : null;
  const { predicate, one, other } = chosen;
  const holds = knownToHold(predicate);
  const [left, right] = [
    holds === false ? null : factsWhere(one, isSuch),
    holds === true ? null : factsWhere(other, isSuch),
  ];
  if (left !== null && right !== null) return [];
  const facts = left ?? right;
  return facts && [{ predicate, holds: left !== null }, ...facts];
}

function chosenIn(value: unknown): Chosen | undefined {
  if (typeof value === 'number') return value;
  if (!isTensor(value) || lateOf(value) !== undefined || isThereOf(value) !== undefined)
    return undefined;
  return choices.get(value.dataId);
}

function sizeOf(chosen: Chosen): number {
  return typeof chosen === 'number' ? 1 : chosen.size;
}
