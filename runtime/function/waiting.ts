import { Scoped } from '../scoped.js';
import { outsideOfTraces } from '../trace/session.js';
import { currentTracer, isTracing, isUntouched, type Tracer } from '../trace/tracer.js';
import { isRunningEagerly } from './eagerMode.js';

/** The trace of a call that has nothing to do with tensors so far, in whose module asynchronous functions wait. */
const onHost = new Scoped<Tracer | null>(null);

/** Runs the code of such a call, in its trace. */
export function asHostCall<T>(code: () => T): T {
  return onHost.during(currentTracer().root, code);
}

/** Whether no tensor is near, so that asynchronous functions can be what they are in JavaScript. */
export function mayWait(): boolean {
  if (!isTracing()) return !isRunningEagerly();
  return currentTracer().root === onHost.value && isUntouched();
}

/** Begins an asynchronous function; when it goes on, the trace will be over. */
export function waitOutside<T>(code: () => T): T {
  return isTracing() ? outsideOfTraces(code) : code();
}

let hasTensors = true;

/** Calls a function that is several graphs, and asks at once whether tensors are among what it was given. */
export function tellingOfTensors<T>(isGiven: boolean, call: () => T): T {
  hasTensors = isGiven;
  try {
    return call();
  } finally {
    hasTensors = true;
  }
}

export function isGivenTensors(): boolean {
  const given = hasTensors;
  hasTensors = true;
  return given;
}
