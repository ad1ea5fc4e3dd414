import type { Tensor } from '@tensorflow/tfjs-core';
import { nothingOpen } from '../state/state.js';
import { branching } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import { stageIf } from './ifStatement.js';

/** What a tensor decides of an object that the program has no `if` for. */
export const choiceOfObject = branching('the choice of an object');

/** Changes, where the flag holds, what the program knows: all of it tells of its change. */
export function stageWhere(
  flag: Tensor | boolean,
  change: () => void,
  construct = choiceOfObject,
): void {
  if (isTensor(flag)) stageIf(flag, change, () => {}, nothingOpen, construct);
  else if (flag) change();
}
