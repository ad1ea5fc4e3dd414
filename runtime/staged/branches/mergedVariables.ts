import type { Tensor } from '@tensorflow/tfjs-core';
import { type VariableChoice, variableChoiceOf } from '../../trace/chosenVariables.js';
import { isGone } from '../../trace/heirs.js';
import { isTensor } from '../values/tensors.js';
import type { Merged } from './choices.js';

type Finish = (results: readonly Tensor[]) => VariableChoice;

/** Makes a truth value of those that the branches leave. */
type MergeFlag = (a: unknown, b: unknown) => Merged;

/** Which variable the result of a conditional stands for, of which both branches leave one; null of anything else. */
export function mergedVariables(
  predicate: Tensor,
  values: readonly unknown[],
  mergeFlag: MergeFlag,
): Finish | null {
  const [one, other] = values.map((value) =>
    isTensor(value) ? variableChoiceOf(value) : undefined,
  );
  if (one === undefined || other === undefined) return null;
  const sides = [
    behind(one, (flag) => mergeFlag(flag, false)),
    behind(other, (flag) => mergeFlag(false, flag)),
  ];
  return (results) => {
    const [left, right] = sides.map((side) => side(results));
    return left === right ? left! : { predicate, one: left!, other: right! };
  };
}

/** The choice as it is known behind the branches: what a branch has decided by a tensor of its own becomes a result of it. */
function behind(choice: VariableChoice, merge: (flag: Tensor) => Merged): Finish {
  if (!('predicate' in choice)) return () => choice;
  const [one, other] = [choice.one, choice.other].map((side) => behind(side, merge));
  const flag = isGone(choice.predicate) ? merge(choice.predicate) : () => choice.predicate;
  return (results) => ({
    predicate: flag(results) as Tensor,
    one: one!(results),
    other: other!(results),
  });
}
