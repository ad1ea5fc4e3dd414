import type { UseGraphError } from '../errors.js';
import { installGuards } from '../trace/session.js';

let isEager = false;
let eagerCalls = 0;
let drivenCalls = 0;
let isOnHost = false;
let refusal: UseGraphError | null = null;

/**
 * Makes every graph function run eagerly, op by op like ordinary code, until called with `false`: for debugging, as
 * `tf.config.run_functions_eagerly` of TensorFlow. Traces that exist are kept and used again afterwards.
 */
export function runFunctionsEagerly(eagerly: boolean): void {
  isEager = eagerly;
}

/** Whether graph functions run eagerly at present (see `runFunctionsEagerly`). */
export function functionsRunEagerly(): boolean {
  return isEager;
}

/** Whether the code of a graph function is running eagerly right now. */
export function isRunningEagerly(): boolean {
  return eagerCalls > 0;
}

/** Whether functions are to run as staged code because graph functions, or this one, run eagerly. */
export function stagesEagerly(): boolean {
  return (isEager || eagerCalls > 0) && !isOnHost;
}

/** Whether staged code runs that neither is traced nor runs eagerly as a whole: asynchronous code, or what is called later. */
export function isRunningAsWritten(): boolean {
  return eagerCalls === 0 && !isOnHost;
}

/** Whether a driver runs code of an asynchronous generator right now. */
export function isDriven(): boolean {
  return drivenCalls > 0;
}

/** Runs code of an asynchronous generator, up to where it waits, on real tensors. What it calls is staged as in a trace. */
export function runDriven<T>(body: () => T): T {
  drivenCalls++;
  try {
    return runEagerly(body);
  } finally {
    drivenCalls--;
  }
}

/**
 * Runs the code of a graph function on real tensors. Where it asked for what an eager run cannot do, it fails, even if the
 * program caught that error: it is none of the program's.
 */
export function runEagerly<T>(body: () => T): T {
  const removeGuards = installGuards();
  const outer = isOnHost;
  isOnHost = false;
  eagerCalls++;
  try {
    const result = body();
    if (refusal === null) return result;
    // It is rejected with the refusal too, and nobody else has it.
    if (result instanceof Promise) result.catch(() => {});
    throw refusal;
  } catch (error) {
    throw refusal ?? error;
  } finally {
    eagerCalls--;
    if (eagerCalls === 0) refusal = null;
    isOnHost = outer;
    removeGuards();
  }
}

/** The error for what no eager run of staged code can do: it ends the run. */
export function refuseInEagerRun(error: UseGraphError): UseGraphError {
  if (eagerCalls > 0) refusal ??= error;
  return error;
}

/** Whether the error ends the eager run that is going on, so that no handler of the program may see it. */
export function endsEagerRun(error: unknown): boolean {
  return error === refusal && refusal !== null;
}

/** Runs code that is the host's wherever it is called from, as it is written. */
export function runOnHost<T>(body: () => T): T {
  const outer = isOnHost;
  isOnHost = true;
  try {
    return body();
  } finally {
    isOnHost = outer;
  }
}
