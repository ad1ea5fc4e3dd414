import { installGuards } from '../trace/session.js';

let isEager = false;
let eagerCalls = 0;

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

/** Runs the code of a graph function on real tensors. */
export function runEagerly<T>(body: () => T): T {
  const removeGuards = installGuards();
  eagerCalls++;
  try {
    return body();
  } finally {
    eagerCalls--;
    removeGuards();
  }
}
