import type { SourceLocation } from '../../graph/types.js';
import { withThrown } from '../branches/guardedTry.js';
import { endPath, guardRest, runLevel } from '../branches/level.js';
import { not } from '../operators/comparison.js';
import { openState, type State, tellingOf } from '../state/state.js';
import { withLoopOptions } from './loopOptions.js';
import { Pushing } from './pushedItems.js';

/** A loop as a generator knows it that pushes its items. */
export function pushingTo(
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
  closes = true,
): Pushing {
  const push = (item: unknown) =>
    tellingOf(state, () => {
      runPushed(() => withLoopOptions(null, () => body(item)), state);
      return extraTest === null ? false : not(extraTest(), location);
    });
  return new Pushing(push, closes);
}

/** What follows a throw in the body of the loop ends with that body: the generator is another function. */
function runPushed(body: () => void, state: State): void {
  if (!runLevel(withThrown(openState(state)), body)) throw endPath();
  guardRest();
}
