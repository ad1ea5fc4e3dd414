import type { SourceLocation } from '../graph/types.js';
import { checkpoint } from '../trace/controlFlow.js';
import { at, isTracing } from '../trace/session.js';
import { observe } from './absent.js';
import { readCondition } from './condition.js';
import { runIteration, withLoopOptions } from './loopOptions.js';
import { stageLoop } from './stagedLoop.js';
import { openState, type State } from './state.js';
import { isTensor } from './tensors.js';

const construct = 'a while loop';

/**
 * `while (test()) body()`. As long as the test gives a host value, JavaScript runs the loop; once it gives a tensor, what
 * remains becomes a loop of the graph. `test` assigns nothing.
 */
export function while_stmt(
  test: () => unknown,
  body: () => void,
  state: State,
  location: SourceLocation | null,
): void {
  at(location, () => {
    if (isTracing()) traceWhile(test, body, state);
    else runWhile(test, body);
  });
}

function traceWhile(test: () => unknown, body: () => void, state: State): void {
  for (;;) {
    const dropTest = checkpoint();
    const condition = test();
    if (isTensor(condition)) {
      dropTest();
      stageLoop({ construct, open: openState(state), test, body, tripCount: null });
      return;
    }
    if (!observe(condition)) return;
    withLoopOptions(null, body);
  }
}

function runWhile(test: () => unknown, body: () => void): void {
  for (let iteration = 0; ; iteration++) {
    const condition = test();
    const holds = isTensor(condition) ? readCondition(condition, construct) : condition;
    if (!holds || !runIteration(body, iteration, isTensor(condition))) return;
  }
}
