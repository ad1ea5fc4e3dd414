import { installGuards } from '../trace/session.js';

let isEager = false;
let eagerCalls = 0;
let isOnHost = false;

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

/** Whether functions are to run as staged code because graph functions run eagerly. */
export function stagesEagerly(): boolean {
  return isEager && !isOnHost;
}

/** Runs the code of a graph function on real tensors. */
export function runEagerly<T>(body: () => T): T {
  const removeGuards = installGuards();
  const outer = isOnHost;
  isOnHost = false;
  eagerCalls++;
  try {
    return body();
  } finally {
    eagerCalls--;
    isOnHost = outer;
    removeGuards();
  }
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
