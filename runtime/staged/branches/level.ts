import type { Tensor } from '@tensorflow/tfjs-core';
import { Diverged, diverged } from '../../trace/divergence.js';
import { emitThrow } from '../../trace/effects.js';
import { engine } from '../../trace/engine.js';
import { isStackOverflow } from '../../trace/overflow.js';
import { emptySubgraph, type OpenSubgraph, openSubgraph } from '../../trace/subgraph.js';
import { swallowedThrow } from '../../trace/swallowedErrors.js';
import { currentTracer, type Tracer } from '../../trace/tracer.js';
import { recordingTo, undo, type Write } from '../state/recording.js';
import type { OpenState } from '../state/state.js';
import { isTensor } from '../values/tensors.js';
import {
  Branch,
  leavesOf,
  newTensors,
  readPlaces,
  readReferred,
  readState,
  takeBeside,
} from './branch.js';
import { currentTry, isOfProgram } from './guardedTry.js';
import { leaveMerged } from './leaveMerged.js';

/*
 * Where a tensor decides whether an exception is on its way to the end of a `try` block, what follows must only run if
 * there is none. JavaScript goes on, statement by statement and through calls, so that what follows is not a closure
 * that could be a branch: everything traced until the end of the branch, body or block becomes one.
 */

/** A branch, a body or a `try` block that is being traced. */
interface Level {
  /** The graph of the whole function: one that is traced on its own in the middle of another trace has levels of its own. */
  readonly root: Tracer;
  readonly open: OpenState;
  readonly tape: object | null;
  /** What is traced now is in the last of them. */
  readonly guarded: Rest[];
  hasDiverged: boolean;
  /** Of a loop's iteration, and of those in whose branches it is. */
  readonly trial: Trial | null;
  readonly trials: readonly Trial[];
}

/**
 * An iteration that is traced to find out what its loop's variables become. The arrays and Maps of the first one may not
 * have yet what some of its branches read: others add it.
 */
export interface Trial {
  /** Whether a branch ends where it reads what is not there yet. */
  readonly leavesOut: boolean;
  /** Whether a branch has read what is not there yet. */
  readsMissing: boolean;
}

/** What follows a statement that may have thrown. */
interface Rest {
  readonly didThrow: Tensor;
  readonly before: readonly unknown[];
  readonly outer: ReadonlySet<unknown>;
  readonly writes: readonly Write[];
  readonly subgraph: OpenSubgraph;
  readonly endRecording: () => void;
}

let current: Level | null = null;

/** Runs the body of a branch, loop or `try` block up to where it ends or throws. Returns false where all of it throws. */
export function runLevel(open: OpenState, body: () => void, trial: Trial | null = null): boolean {
  const outer = current;
  const around = currentLevel();
  const level: Level = {
    root: currentTracer().root,
    open,
    tape: engine().state.activeTape,
    guarded: [],
    hasDiverged: false,
    trial,
    trials:
      around === null ? [] : [...around.trials, ...(around.trial === null ? [] : [around.trial])],
  };
  current = level;
  try {
    runToEnd(level, body);
    while (level.guarded.length > 0) endGuarded(level);
    const guarded = currentTry();
    return guarded === null ? !level.hasDiverged : guarded.didThrow !== true;
  } finally {
    for (const { subgraph, writes, endRecording } of level.guarded.reverse()) {
      subgraph.abandon();
      endRecording();
      undo(writes);
    }
    current = outer;
  }
}

let throwsLater = false;

/**
 * Runs an iteration that begins with variables of which only its branches know whether they may be used: what JavaScript
 * throws in one happens if that runs.
 */
export function throwingLater(body: () => void): void {
  const outer = throwsLater;
  throwsLater = true;
  try {
    body();
  } finally {
    throwsLater = outer;
  }
}

let ended = 0;

/** How many paths have ended so far. */
export function endedPaths(): number {
  return ended;
}

/** Ends the path of the program that is being traced. Throw what it returns. */
export function endPath(): Diverged {
  const level = currentLevel();
  if (level !== null) level.hasDiverged = true;
  ended++;
  return diverged;
}

/** Tells that an array is read where it has no element, or a Map where it has no entry. */
export function noteMissing(): void {
  const trials = currentLevel()?.trials ?? [];
  for (const trial of trials) trial.readsMissing = true;
  if (currentTry() === null && trials.some(({ leavesOut }) => leavesOut)) throw endPath();
}

/** Called after every construct: where it may have thrown, what follows is guarded; where it has, nothing follows. */
export function guardRest(): void {
  const guarded = currentTry();
  if (guarded === null || guarded.didThrow === false) return;
  if (!isTensor(guarded.didThrow)) throw endPath();
  const level = currentLevel()!;
  const { didThrow } = guarded;
  const before = level.open.read();
  // A tape that was begun in the block ends in what follows, too.
  const isOnTape = engine().state.activeTape !== level.tape;
  const writes: Write[] = [];
  level.guarded.push({
    didThrow,
    before,
    outer: leavesOf(before),
    writes,
    subgraph: openSubgraph('rest', isOnTape),
    endRecording: recordingTo(writes),
  });
  guarded.didThrow = false;
}

function currentLevel(): Level | null {
  return current?.root === currentTracer().root ? current : null;
}

function runToEnd(level: Level, body: () => void): void {
  const { nodes } = currentTracer();
  const { length } = nodes;
  try {
    body();
    if (!level.hasDiverged) return;
  } catch (error) {
    if (error instanceof Diverged) return;
    const guarded = currentTry();
    if (guarded === null && throwsLater && isOfProgram(error)) {
      emitThrow(error, []);
      level.hasDiverged = true;
      return;
    }
    if (guarded?.isCaught !== true) throw error;
    // A recursion of host values alone overflows the stack in JavaScript too.
    const isOfHost = nodes.length === length && isStackOverflow(error);
    if (!isOfProgram(error) && !isOfHost) throw error;
    guarded.raise({ value: error, holes: [] });
    level.hasDiverged = true;
    return;
  }
  throw swallowedThrow();
}

function endGuarded(level: Level): void {
  const { open } = level;
  const { didThrow, before, outer, writes, subgraph, endRecording } = level.guarded.at(-1)!;
  const values = readState(open);
  const ends = readPlaces(writes);
  const referred = readReferred([...values, ...ends]);
  const tensors = newTensors(open, outer, values, ends, referred);
  const rest = subgraph.end(tensors);
  endRecording();
  level.guarded.pop();
  open.write(before);
  const extra = takeBeside(open, before, writes, ends);
  const results = new Map(tensors.map((tensor, index) => [tensor, rest.outputs[index]!]));
  const run = new Branch('what follows', rest, values, results, extra, writes, ends, referred);
  const skipped = new Branch(
    'the path that throws',
    emptySubgraph('skipped'),
    before,
    new Map(),
    [],
    [],
    [],
    readReferred(before),
  );
  leaveMerged(didThrow, skipped, run, open, before, skipped);
}
