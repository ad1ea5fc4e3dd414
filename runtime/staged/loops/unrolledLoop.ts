import type { Tensor } from '@tensorflow/tfjs-core';
import { UseGraphError } from '../../errors.js';
import { checkpoint } from '../../trace/controlFlow.js';
import { boundsBehindLoops } from '../../trace/knownBounds.js';
import { knownElements } from '../../trace/knownElements.js';
import { symbolicData } from '../../trace/symbolic.js';
import { nodesAdded } from '../../trace/tracer.js';
import { currentTry } from '../branches/guardedTry.js';
import { stageIf } from '../branches/ifStatement.js';
import { guardRest } from '../branches/level.js';
import { recordTold } from '../state/recording.js';
import type { OpenState } from '../state/state.js';
import { isMissing, observe } from '../values/absent.js';
import { knownNumber, mayBeKnown } from '../values/alternatives.js';
import type { Construct } from '../values/construct.js';
import { areSame } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { type Loop, mostUnrolled } from './iteration.js';
import { inIteration, runIteration } from './loopOptions.js';
import { settledChoice } from './settledChoice.js';
import { stageUnguarded } from './stagedLoop.js';

/*
 * A loop that goes from object to object, along a list or down a tree, or makes one, cannot be one of the graph: its
 * variables have another structure after each iteration. Nor can one whose counter has to be a number. Where the program's
 * own data ends it, or the size of the tensor that it iterates over, it becomes as many parts of the graph as there are
 * iterations: conditionals, each in the one before, if a tensor may end it too.
 */

/** What an iteration leaves in a variable that a loop of the graph cannot carry. */
const goesOnToOther = new Set([
  'growing-text',
  'list-element',
  'loop-grows-collection',
  'loop-structure-changes',
  'loop-value-changes',
  'null-after-iteration',
  'undefined-after-iteration',
]);

/**
 * How many times as much of the graph an iteration may make as the first two do: in the first one there may be nothing yet that
 * others look at. Along a list that it makes longer it makes more each time; where it makes twice as much each time, the last
 * one would never end.
 */
const mostGrowth = 64;

/** What a loop cannot do whose counters are tensors. */
const needsCount = new Set([
  'host-read',
  'index-type',
  'list-on-host',
  'list-use',
  'loop-shape-changes',
  'recursion-on-tensors',
]);

/** As `stageLoop`, where the loop may be one along the program's data. `reopen` gives the state as it is at the time. */
export function stageLoopOrUnroll(loop: Loop, reopen: () => OpenState): void {
  const drop = checkpoint();
  try {
    recordTold(() => stageUnguarded(loop));
  } catch (error) {
    if (!(error instanceof Error) || !canUnroll(loop, error)) throw error;
    drop();
    unroll(loop, reopen, error);
    return;
  }
  guardRest();
}

function canUnroll(loop: Loop, error: Error): boolean {
  const { tripCount, mostTrips } = loop;
  if ((tripCount ?? mostTrips ?? 0) > mostUnrolled) return false;
  if (error instanceof UseGraphError && goesOnToOther.has(error.code)) return mayHaveEnd(loop);
  if (error instanceof UseGraphError && error.code === 'host-read' && tripCount !== null)
    return true;
  return mayNeedCount(error) && tripCount === null && hasCounter(loop);
}

/** An op may not take what a tensor finds, such as one of several weights; a handler of staged code is told of errors itself. */
function mayNeedCount(error: Error): boolean {
  return error instanceof UseGraphError ? needsCount.has(error.code) : currentTry() === null;
}

/**
 * Whether the program's data may end it: it goes on to other objects, or counts. What only tensors decide, nobody knows, however
 * many iterations there are.
 */
function mayHaveEnd({ open, tripCount }: Loop): boolean {
  if (tripCount !== null) return true;
  return open.read().some((value) => {
    if (!isTensor(value)) return typeof value === 'number' || isOther(value);
    const data = symbolicData(value);
    return mayBeKnown(value) || data === null || knownElements(data) !== null;
  });
}

function isOther(value: unknown): boolean {
  return ['object', 'function'].includes(typeof value) && !isMissing(value);
}

/** Whether it may be one that counts up to a number of the program's, and that a tensor ends earlier. */
function hasCounter({ open }: Loop): boolean {
  return open.read().some(mayBeKnown);
}

/** `refusal` is of the loop of the graph, which is what who wrote it looks for if this cannot be done either. */
function unroll(
  { test, body, construct, tripCount }: Loop,
  reopen: () => OpenState,
  refusal: Error,
) {
  const going: Construct = {
    name: construct,
    main: { short: 'the next iteration', long: null },
    other: { short: 'the end of the loop', long: null },
  };
  let count = 0;
  let usual = 8;
  const goOn = (): void => {
    const condition = test();
    const known = isTensor(condition) ? constantTruth(condition) : Boolean(observe(condition));
    if (known === true) next();
    else if (known === null) stageIf(condition as Tensor, settle, () => {}, reopen(), going);
  };
  /**
   * Where the loop goes on, an object is one of those that it goes on with, and a number that counts its iterations is one of the
   * program's, and may end it.
   */
  const settle = (): void => {
    const state = reopen();
    const values = state.read();
    const chosen = values.map(settledChoice);
    if (!areSame(chosen, values)) state.write(chosen);
    const settled = chosen.map(knownNumber);
    if (areSame(settled, chosen)) {
      next();
      return;
    }
    state.write(settled);
    const condition = test();
    if (isTensor(condition) || observe(condition)) next();
  };
  const next = (): void => {
    if (count === mostUnrolled) throw refusal;
    const before = nodesAdded();
    const isMore = inIteration(count, construct, () => runIteration(body, count, true));
    const nodes = nodesAdded() - before;
    if (count < 2) usual = Math.max(usual, nodes);
    else if (nodes > mostGrowth * usual) throw refusal;
    count++;
    if (isMore) goOn();
  };
  try {
    goOn();
  } catch (error) {
    const isOfProgram = !(error instanceof UseGraphError) && !mayNeedCount(refusal);
    throw isOfProgram || isOfIteration(error) || wouldBeLoop(refusal, tripCount) ? error : refusal;
  }
}

/** Whether it is only run one by one so as to know for sure which keys there are: what is wrong then is what is wrong. */
function wouldBeLoop(refusal: Error, tripCount: number | null): boolean {
  return (
    tripCount !== null &&
    refusal instanceof UseGraphError &&
    refusal.code === 'loop-grows-collection'
  );
}

/** Whether it is refused however the loop is run. */
function isOfIteration(error: unknown): boolean {
  return error instanceof UseGraphError && error.code === 'condition-type';
}

/** Where the program's data ends the loop, whatever a tensor decides: an array has so many elements at most. */
function constantTruth(condition: Tensor): boolean | null {
  const data = symbolicData(condition);
  if (data === null) return null;
  const elements = knownElements(data);
  if (elements !== null) return Boolean(elements[0]);
  const { least, most } = boundsBehindLoops(data);
  return least === most ? Boolean(least) : null;
}
