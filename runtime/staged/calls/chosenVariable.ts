import type { Tensor } from '@tensorflow/tfjs-core';
import { type VariableChoice, variableChoiceOf } from '../../trace/chosenVariables.js';
import { negated } from '../../trace/knownFlags.js';
import { stageWhere } from '../branches/stageWhere.js';
import { branching } from '../values/construct.js';

const choiceOfVariable = branching('the choice of a variable');

/** `target.assign(value)`, where a tensor chooses which variable it is: that one is assigned. Undefined of any other tensor. */
export function assignmentOf(
  target: Tensor,
  assign: (variable: Tensor, value: unknown) => void,
): ((value: unknown) => void) | undefined {
  const choice = variableChoiceOf(target);
  if (choice === undefined) return undefined;
  return (value) => assignTo(choice, (variable) => assign(variable, value));
}

function assignTo(choice: VariableChoice, assign: (variable: Tensor) => void): void {
  if (!('predicate' in choice)) {
    assign(choice);
    return;
  }
  const { predicate, one, other } = choice;
  stageWhere(predicate, () => assignTo(one, assign), choiceOfVariable);
  stageWhere(negated(predicate), () => assignTo(other, assign), choiceOfVariable);
}
