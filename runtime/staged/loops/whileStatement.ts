import { scalar } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { at, isTracing } from '../../trace/session.js';
import { currentTry } from '../branches/guardedTry.js';
import { asked } from '../branches/ifStatement.js';
import { endedPaths, endPath } from '../branches/level.js';
import { readCondition } from '../operators/condition.js';
import { extendState, openState, type State } from '../state/state.js';
import { recordTold, type Write } from '../state/writes.js';
import { observe } from '../values/absent.js';
import { type LoopKind, loops } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import { inIteration, runIteration, withLoopOptions } from './loopOptions.js';
import { stageLoop } from './stagedLoop.js';
import { stageLoopOrUnroll } from './unrolledLoop.js';

/**
 * `while (test()) body()`, without a test where it is always true. As long as the test gives a host value, JavaScript runs the loop; once it gives a tensor, what
 * remains becomes a loop of the graph. `test` assigns nothing.
 */
export function while_stmt(
  test: (() => unknown) | null,
  body: () => void,
  state: State,
  location: SourceLocation | null,
  kind: LoopKind = 'while',
): void {
  const construct = loops[kind];
  at(location, () => {
    if (!isTracing()) runWhile(test ?? isTrue, body, construct);
    else if (test === null) traceEndless(body, state, construct);
    else traceWhile(() => asked(test(), null, construct), body, state, construct);
  });
}

const isTrue = () => true;

/** Only an exception ends the loop. Once a tensor has a say in that, what remains becomes a loop of the graph. */
function traceEndless(body: () => void, state: State, construct: string): void {
  for (let iteration = 0; ; iteration++) {
    const before = endedPaths();
    inIteration(iteration, construct, () => withLoopOptions(null, body));
    if (endedPaths() === before) continue;
    const test = () => scalar(true, 'bool');
    stageLoop({ construct, open: openState(state), test, body, tripCount: null });
    throw endPath();
  }
}

/** How many iterations that may throw are each a part of the graph, before what remains is a loop of it. */
const mostThrowing = 16;

function traceWhile(test: () => unknown, body: () => void, state: State, construct: string): void {
  let throwing = 0;
  for (let iteration = 0; ; iteration++) {
    const dropTest = checkpoint();
    const writes: Write[] = [];
    // An iteration that may throw may be the last one, whatever the test says.
    const read = throwing === mostThrowing ? () => asTensor(test()) : test;
    let condition = recordTold(read, writes);
    if (isTensor(condition)) {
      if (writes.length === 0 && currentTry() === null) {
        dropTest();
        const loop = { construct, open: openState(state), test: read, body, tripCount: null };
        stageLoopOrUnroll(loop, () => openState(state));
        return;
      }
      // A test that assigns something, or that may throw to a handler, stands at the end of each iteration.
      const setCondition = (value: unknown) => {
        condition = value;
      };
      const reopen = () =>
        extendState(openState(state), 'the condition of the loop', () => condition, setCondition);
      const loop = {
        construct,
        open: reopen(),
        test: () => condition,
        body: () => {
          body();
          condition = read();
        },
        tripCount: null,
      };
      stageLoopOrUnroll(loop, reopen);
      return;
    }
    if (!observe(condition)) return;
    const before = endedPaths();
    inIteration(iteration, construct, () => withLoopOptions(null, body));
    if (endedPaths() !== before) throwing++;
  }
}

function asTensor(condition: unknown): unknown {
  return isTensor(condition) ? condition : scalar(Boolean(observe(condition)), 'bool');
}

function runWhile(test: () => unknown, body: () => void, construct: string): void {
  for (let iteration = 0; ; iteration++) {
    const condition = test();
    const holds = isTensor(condition) ? readCondition(condition, construct) : condition;
    if (!holds || !runIteration(body, iteration, isTensor(condition))) return;
  }
}
