import { endsEagerRun } from '../../function/eagerMode.js';
import type { SourceLocation } from '../../graph/types.js';
import { Diverged } from '../../trace/divergence.js';
import { fillHoles } from '../../trace/errorText.js';
import { at, isTracing, within } from '../../trace/session.js';
import { type GuardedTry, insideTry, isOfProgram, withThrown } from '../branches/guardedTry.js';
import { if_stmt, stageIf } from '../branches/ifStatement.js';
import { runLevel } from '../branches/level.js';
import { and } from '../branches/logical.js';
import { isEmptied, refill, type Thrown } from '../branches/thrownContents.js';
import { variablesThen } from '../branches/thrownState.js';
import { eq } from '../objects/equality.js';
import { not } from '../operators/comparison.js';
import { noVariables, type OpenState, openState, type State } from '../state/state.js';
import { noteRestored } from '../state/writes.js';
import { isMissing } from '../values/absent.js';
import type { Construct } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import { caught } from './errorTexts.js';
import { raise } from './throwStatement.js';

type Handler = (error: unknown) => void;
/** Returns true where it ends with a jump of its own, which takes the place of an exception. */
type Finalizer = () => unknown;

/**
 * `try { body } catch (error) { handler } finally { finalizer }`. An exception that JavaScript throws goes the way that it
 * always goes; for one that a tensor decides about, what follows it in the body, the handler and what comes after are
 * conditionals of the graph.
 */
export function try_stmt(
  body: () => void,
  handler: Handler | null,
  finalizer: Finalizer | null,
  state: State,
  location: SourceLocation | null,
): void {
  if (isTracing() && isReadable(state))
    at(location, () => traceTry(body, handler, finalizer, state));
  else runTry(body, handler, finalizer);
}

/** Whether what the body will assign is there: `o.p` is not where `o` is undefined, which the body may well find out. */
function isReadable(state: State): boolean {
  try {
    state.get();
    return true;
  } catch {
    return false;
  }
}

function runTry(body: () => void, handler: Handler | null, finalizer: Finalizer | null): void {
  let leaves: unknown = false;
  let exception: { readonly value: unknown } | null = null;
  try {
    if (handler === null) body();
    else runHandled(body, handler);
  } catch (error) {
    exception = { value: error };
  }
  if (finalizer !== null) leaves = finalizer();
  if (exception !== null && endsEagerRun(exception.value)) throw exception.value;
  if (exception !== null && !leaves) throw exception.value;
}

function runHandled(body: () => void, handler: Handler): void {
  try {
    body();
  } catch (error) {
    if (endsEagerRun(error)) throw error;
    handler(error);
  }
}

function traceTry(
  body: () => void,
  handler: Handler | null,
  finalizer: Finalizer | null,
  state: State,
): void {
  const handled = handler === null ? body : () => traceHandled(body, handler, state);
  if (finalizer === null) handled();
  else traceFinally(handled, finalizer, state);
}

function traceHandled(body: () => void, handler: Handler, state: State): void {
  const block = traceBlock(body, true, state);
  const { which, thrown } = block;
  const handle = (exception: Thrown) => {
    const { value, holes } = refill(exception);
    fillHoles(holes);
    const run = () => within('the catch block of the try statement', () => handler(caught(value)));
    if (isMissing(value) && thrown.size > 1) throwingInGraph(run);
    else run();
  };
  const isNamed = handler.length > 0;
  afterThrow(block, state, () => {
    if (isNamed) choose(which, thrown, handle, state);
    else handle([...thrown.values()][0]!);
  });
}

/**
 * Runs what is traced for one of several values that may arrive, where that is undefined: which a variable holds that every
 * path has given an error, as far as the program goes. What JavaScript throws there, the graph throws.
 */
function throwingInGraph(body: () => void): void {
  try {
    body();
  } catch (error) {
    const isThrown = isOfProgram(error) && !(error instanceof Diverged);
    throw isThrown ? raise({ value: error, holes: [] }) : error;
  }
}

/** Where something was thrown in the block, from what the variables were there. */
function afterThrow(block: GuardedTry, state: State, handle: () => void): void {
  const handleAny = () => {
    restoreVariables(block);
    handle();
  };
  if (block.isSpoiled) whereSpoiled(block, handleAny);
  else whereThrown(block.didThrow, state, handleAny);
}

/** Runs a body, and where that throws `leave`, of which JavaScript drops what it throws itself. */
export function leavingBy(body: () => void, leave: () => void, state: State): void {
  const block = traceBlock(body, false, state);
  afterThrow(block, state, () => {
    afterThrow(traceBlock(leave, true, state), state, () => {});
    throwWhere(true, block, state, refill);
  });
}

function traceFinally(body: () => void, finalizer: Finalizer, state: State): void {
  let block: GuardedTry;
  try {
    block = traceBlock(body, false, state);
  } catch (error) {
    const leaves = afterFailure(error, finalizer);
    if (!leaves) throw error;
    whereThrown(not(leaves, null), state, () => {
      throw raise({ value: error, holes: [] });
    });
    return;
  }
  const { didThrow, which, thrown } = block;
  refillForFinalizer(block, state);
  const leaveBlock = restoreForFinalizer(block, state);
  const leaves = within('the finally block of the try statement', finalizer);
  const goesOn =
    didThrow !== false && leaves !== undefined
      ? and(didThrow, () => not(leaves, null), null)
      : didThrow;
  throwWhere(goesOn, { which, thrown }, state, (exception) => exception);
  if (leaves === undefined) leaveBlock();
}

/** Throws what was thrown, where `didThrow` holds. */
function throwWhere(
  didThrow: unknown,
  { which, thrown }: Pick<GuardedTry, 'which' | 'thrown'>,
  state: State,
  prepare: (exception: Thrown) => Thrown,
): void {
  whereThrown(didThrow, state, () => {
    choose(
      which,
      thrown,
      (exception) => {
        throw raise(prepare(exception));
      },
      state,
    );
  });
}

/** The finalizer, and who handles the exception after it, finds in what was thrown what it held then. */
function refillForFinalizer(block: GuardedTry, state: State): void {
  const { didThrow, which, thrown } = block;
  if (![...thrown.values()].some(isEmptied)) return;
  whereThrown(didThrow, state, () => {
    choose(which, thrown, refill, state);
  });
}

/** The graph cannot be made, or JavaScript throws: the finalizer runs, but hides no mistake. */
function afterFailure(error: unknown, finalizer: Finalizer): unknown {
  if (isOfProgram(error)) return finalizer();
  try {
    finalizer();
  } catch {
    // The first error is the one to be seen.
  }
  return false;
}

/** Runs a body as that of an asynchronous function, whose promise is rejected with what the body throws. */
export function attempt(body: () => void, state: State): GuardedTry {
  const open = openState(state);
  return insideTry(true, open, () => runLevel(withThrown(open), body));
}

/** Throws what was thrown in a block that has ended. */
export function rethrow({
  didThrow,
  which,
  thrown,
}: Pick<GuardedTry, 'didThrow' | 'which' | 'thrown'>): void {
  if (!isTracing()) throw thrown.get(which as number)!.value;
  throwWhere(didThrow, { which, thrown }, noVariables, refill);
}

function traceBlock(body: () => void, hasHandler: boolean, state: State): GuardedTry {
  const open = openState(state);
  return insideTry(hasHandler, open, () => {
    within('the block of the try statement', () => runLevel(withThrown(open), body));
  });
}

/** Whether something was thrown is a choice of the graph. */
const handling: Construct = {
  name: 'a try statement',
  main: { short: 'the handler', long: null },
  other: { short: 'the block where nothing is thrown', long: null },
};

function whereThrown(didThrow: unknown, state: State, body: () => void): void {
  if (isTensor(didThrow)) stageIf(didThrow, body, () => {}, openState(state), handling);
  else if (didThrow === true) body();
}

/** Each value that may have been thrown is handled on its own, so that the handler can ask what it is. */
function choose(
  which: unknown,
  thrown: ReadonlyMap<number, Thrown>,
  handle: (exception: Thrown) => void,
  state: State,
): void {
  if (!isTensor(which)) {
    handle(thrown.get(which as number)!);
    return;
  }
  const choices = [...thrown];
  const from = (position: number): void => {
    const [index, exception] = choices[position]!;
    if (position === choices.length - 1) handle(exception);
    else
      if_stmt(
        eq(which, index, null),
        () => handle(exception),
        () => from(position + 1),
        state,
        null,
      );
  };
  from(0);
}

/** Gives the variables the values that they had where something was thrown, if what follows it left others. */
function restoreVariables(block: GuardedTry): void {
  const { didThrow, which, thrown, isSpoiled, open } = block;
  if (!isSpoiled || didThrow === true) return;
  const present = open.read();
  const restore = (index: number) => {
    const values = variablesThen(present, block.variablesAt(index));
    noteRestored(values);
    open.write(values);
  };
  const choices = [...thrown.keys()];
  const from = (position: number): void => {
    const index = choices[position]!;
    const isLast = position === choices.length - 1;
    const isIt = isLast || eq(which, index, null);
    if (isTensor(isIt)) {
      const next = () => from(position + 1);
      stageIf(isIt, () => restore(index), next, asExtra(open), handling);
    } else if (isIt) restore(index);
    else from(position + 1);
  };
  from(0);
}

/**
 * The finalizer sees what the variables were where something was thrown, or else what they are at the end of the block.
 * After it nothing was thrown: the function returned gives them that, but for what the finalizer has assigned.
 */
function restoreForFinalizer(block: GuardedTry, { get, set }: State): () => void {
  if (!block.isSpoiled) return () => {};
  const atEnd = get();
  whereSpoiled(block, () => restoreVariables(block));
  const given = get();
  return () => {
    set(get().map((value, index) => (Object.is(value, given[index]) ? atEnd[index] : value)));
  };
}

/** As `whereThrown`: what cannot be merged with what there is where nothing is thrown is an error only where it is read. */
function whereSpoiled({ didThrow, open }: GuardedTry, body: () => void): void {
  if (isTensor(didThrow)) stageIf(didThrow, body, () => {}, asExtra(open), handling);
  else if (didThrow === true) body();
}

function asExtra(open: OpenState): OpenState {
  const entries = open.entries.map((entry) => ({ ...entry, isExtra: !entry.isOpaque }));
  return { ...open, entries };
}
