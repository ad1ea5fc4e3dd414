import { ExecutionError, type StagingError } from '../../errors.js';
import { refuseInEagerRun } from '../../function/eagerMode.js';
import type { SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { requirePresent } from '../operators/operands.js';
import { readValue } from './eagerReads.js';
import { resolved } from './settled.js';
import { isThenable } from './thenable.js';

/** `await value` in a graph function, which is traced without waiting: only what is no promise can be awaited. */
export function await_value(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    // To wait for what is no promise is no use of it.
    if (!Array.isArray(value)) requirePresent(value);
    const awaited = readValue(resolved(value, null));
    if (!isThenable(awaited)) return awaited;
    // What it may be rejected with is of no interest any more, and must not end the process.
    Promise.resolve(awaited).catch(() => {});
    throw isTracing() ? promiseInTrace() : refuseInEagerRun(promiseInEagerRun());
  });
}

/** `for await` where staged code does not wait. */
export function await_loop(location: SourceLocation): never {
  return at(location, () => {
    throw errorHere(
      'for-await-in-graph',
      'A `for await` loop is reached where a graph is traced: a graph cannot wait for what an iterator gives.',
      'Call the function from one without the directive, or move what is to be a graph to a function of its own.',
    );
  });
}

function promiseInTrace(): StagingError {
  return errorHere(
    'promise-in-trace',
    'A promise is awaited in a graph function: a graph cannot wait for anything but its own tensors.',
    'Await it before the call and pass its value in, or wait in a jsFunction(); use the tensor itself in place of data() or array(); or ' +
      'opt out with "use no graph".',
  );
}

function promiseInEagerRun(): ExecutionError {
  return new ExecutionError(
    'await-in-eager-run',
    'A promise is awaited in a graph function that runs eagerly: its code was staged, and cannot wait.',
    currentLocation(),
    'Run it as a graph (the default), await the promise before the call and pass its value in, or opt out with "use no graph". What reads a tensor ' +
      "(data(), tf.whereAsync) needs a backend that reads synchronously: tf.setBackend('cpu') or 'wasm'.",
  );
}
