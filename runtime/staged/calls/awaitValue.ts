import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation } from '../../trace/session.js';
import { requirePresent } from '../operators/operands.js';
import { isThenable } from './promises.js';

/** `await value` in a graph function, which is traced without waiting: only what is no promise can be awaited. */
export function await_value(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(value);
    if (!isThenable(value)) return value;
    // What it may be rejected with is of no interest any more, and must not end the process.
    Promise.resolve(value).catch(() => {});
    throw new StagingError(
      'promise-in-trace',
      'A promise is awaited in a graph function: a graph cannot wait for anything but its own tensors.',
      currentLocation(),
      'Await it before the call and pass its value in, or wait in a jsFunction(), which is called at each execution; where it reads a tensor (data(), array()), use the tensor ' +
        'itself; a function that has to wait in its midst can be opted out with "use no graph".',
    );
  });
}
