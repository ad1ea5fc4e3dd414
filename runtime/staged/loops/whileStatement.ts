import { scalar } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { at, isTracing } from '../../trace/session.js';
import { currentTracer } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { asked } from '../branches/ifStatement.js';
import { endedPaths, endPath, guardRest } from '../branches/level.js';
import { forgetChosen } from '../operators/chosenNumbers.js';
import { readCondition } from '../operators/condition.js';
import { recordTold, type Write } from '../state/recording.js';
import { extendState, type OpenState, openState, type State } from '../state/state.js';
import { observe } from '../values/absent.js';
import { type LoopKind, loops } from '../values/construct.js';
import { nodeOf } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { EndlessLoop } from './endlessLoop.js';
import { HostTurn } from './hostTurn.js';
import type { Loop } from './iteration.js';
import { doesNotSettle } from './loopErrors.js';
import { inIteration, runIteration, withLoopOptions } from './loopOptions.js';
import { stageLoop, stageUnguarded } from './stagedLoop.js';
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
    else if (test === null) traceEndless(forgetting(body), state, construct);
    else traceWhile(() => asked(test(), null, construct), forgetting(body), state, construct);
  });
}

function forgetting(body: () => void): () => void {
  forgetChosen();
  return () => {
    try {
      body();
    } finally {
      forgetChosen();
    }
  };
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

/**
 * After so many iterations that may throw, what remains becomes a loop of the graph, if it can: any of them may be the last
 * one, whatever the test says. Otherwise JavaScript goes on, up to a number of them.
 */
const manyThrowing = 16;
const mostThrowing = 1000;

/** Of so many iterations the loop may be staged from their beginning on instead. */
const mostWatched = 16;

function traceWhile(test: () => unknown, body: () => void, state: State, construct: string): void {
  const endless = new EndlessLoop(() => openState(state), construct);
  let throwing = 0;
  let refusal: UseGraphError | null = null;
  let last: HostTurn | null = null;
  for (let iteration = 0; ; iteration++) {
    const dropTest = checkpoint();
    const writes: Write[] = [];
    const condition = recordTold(test, writes);
    if (isTensor(condition) && writes.length === 0 && currentTry() === null) {
      dropTest();
      const loop = { construct, open: openState(state), test, body, tripCount: null };
      const stageRest = () => stageLoopOrUnroll(loop, () => openState(state));
      if (last === null) stageRest();
      else last.orFromStart(stageRest);
      return;
    }
    // A test that assigns something, or that may throw to a handler, stands at the end of each iteration.
    if (isTensor(condition)) {
      const { loop, reopen } = testedAtEnd(condition, test, body, state, construct);
      stageLoopOrUnroll(loop, reopen);
      return;
    }
    if (!observe(condition)) return;
    if (throwing === manyThrowing && refusal === null && isShallow(openState(state))) {
      const read = () => asTensor(test());
      refusal = refusalOf(testedAtEnd(asTensor(true), read, body, state, construct).loop);
      if (refusal === null) return;
    }
    if (throwing === mostThrowing) throw refusal ?? doesNotSettle(state.names);
    endless.watch(iteration);
    const before = endedPaths();
    const run = () => inIteration(iteration, construct, () => withLoopOptions(null, body));
    if (iteration >= mostWatched || !currentTracer().takesTensors) {
      last = null;
      run();
    } else {
      last = new HostTurn(openState(state), () => {
        const read = () => asTensor(test());
        return refusalOf(testedAtEnd(asTensor(true), read, body, state, construct).loop) === null;
      });
      if (last.run(run)) return;
    }
    if (endedPaths() !== before) throwing++;
  }
}

/** Objects that iterations have put one into the other are none that a loop of the graph could carry. */
function isShallow(open: OpenState): boolean {
  return open.read().every((value) => depthOf(value) <= deepest);
}

const deepest = 4;

function depthOf(value: unknown): number {
  const children = nodeOf(value)?.children ?? [];
  return children.length === 0 ? 0 : 1 + Math.max(...children.map(depthOf));
}

/** A loop whose test, which has been asked once, is asked again by each iteration at its end. */
function testedAtEnd(
  first: unknown,
  test: () => unknown,
  body: () => void,
  state: State,
  construct: string,
): { readonly loop: Loop; readonly reopen: () => OpenState } {
  let condition = first;
  const setCondition = (value: unknown) => {
    condition = value;
  };
  const reopen = () =>
    extendState(openState(state), 'the condition of the loop', () => condition, setCondition);
  const bodyAndTest = () => {
    body();
    condition = test();
  };
  const open = reopen();
  return {
    loop: { construct, open, test: () => condition, body: bodyAndTest, tripCount: null },
    reopen,
  };
}

/** Stages the loop. Why that cannot be done, where it cannot: then nothing of it is left. */
function refusalOf(loop: Loop): UseGraphError | null {
  const drop = checkpoint();
  try {
    recordTold(() => stageUnguarded(loop));
  } catch (error) {
    if (!(error instanceof UseGraphError)) throw error;
    drop();
    return error;
  }
  guardRest();
  return null;
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
