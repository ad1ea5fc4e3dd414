import type { SourceLocation } from '../../graph/types.js';
import { isTracing } from '../../trace/session.js';
import { asked, if_stmt } from '../branches/ifStatement.js';
import { and } from '../branches/logical.js';
import { not } from '../operators/comparison.js';
import { readCondition } from '../operators/condition.js';
import { missingLate } from '../operators/late.js';
import { presentIn, resolved } from '../operators/presence.js';
import { freeze } from '../state/freeze.js';
import { thaw } from '../state/snapshot.js';
import {
  extendState,
  noVariables,
  openState,
  type State,
  state as stateOf,
} from '../state/state.js';
import { decides, isTensor } from '../values/tensors.js';
import type { Closing } from './closing.js';
import { closerOf } from './iteratorProtocol.js';
import { stageLoopOrUnroll } from './unrolledLoop.js';

/* A loop over an iterator of the program's own that is done when a tensor says so: the graph asks it for each next item. */

const construct = 'a for loop';

/** What `next()` has given. */
interface Step {
  readonly done: unknown;
  readonly value: unknown;
}

/** The loop over what is left, from the step on that has been taken. */
export function stageSteps(
  iterator: Iterator<unknown>,
  first: unknown,
  closing: Closing | undefined,
  body: (item: unknown) => void,
  extraTest: (() => unknown) | null,
  state: State,
  location: SourceLocation | null,
): void {
  let { done, value } = stepOf(first);
  const take = () => {
    closing?.setInBody(false);
    ({ done, value } = stepOf(iterator.next()));
  };
  const setDone = (next: unknown) => {
    done = next;
  };
  const setValue = (next: unknown) => {
    value = thaw(next);
  };
  const reopen = () => {
    const open = extendState(openState(state), 'whether the iterator is done', () => done, setDone);
    return extendState(open, 'the item', () => freeze(value), setValue);
  };
  const steps = stateOf(
    ['whether the iterator is done', 'the item'],
    () => [done, value],
    (next) => {
      [done, value] = next;
    },
  );
  const goesOn = () => (extraTest === null ? true : extraTest());
  const loop = {
    construct,
    open: reopen(),
    test: () => and(not(done, null), goesOn, location),
    body: () => {
      closing?.setInBody(true);
      body(isTensor(value) && missingLate(value) === undefined ? value : presentIn(value));
      // After a break JavaScript takes no further item.
      if_stmt(goesOn(), take, () => {}, steps, location);
    },
    tripCount: null,
  };
  stageLoopOrUnroll(loop, reopen);
  if (extraTest === null) return;
  const close = closing === undefined ? closerOf(iterator) : () => closing.close();
  if (close !== undefined) if_stmt(extraTest(), () => {}, close, noVariables, location);
}

/** Whether the iterator is done; undefined where a tensor decides. */
export function doneIn(step: IteratorResult<unknown>): boolean | undefined {
  if (!isTracing())
    return isTensor(step.done) ? readCondition(step.done, construct) : Boolean(step.done);
  const done = asked((resolved(step) as Step).done);
  return decides(done) ? undefined : Boolean(done);
}

function stepOf(step: unknown): Step {
  const { done, value } = resolved(step) as Step;
  return { done: asked(done), value };
}
