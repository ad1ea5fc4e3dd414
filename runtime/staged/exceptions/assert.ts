import { ExecutionError, type StagingError } from '../../errors.js';
import { errorHere } from '../../trace/errorHere.js';
import { currentLocation } from '../../trace/session.js';
import { enterStaged } from '../../trace/unstagedCalls.js';
import { truth } from '../branches/logical.js';
import { showsTensorsIn } from '../operators/text.js';
import { describeValue } from '../values/describeValue.js';
import { isTensor } from '../values/tensors.js';
import { assertion } from './assertion.js';

/**
 * Fails with `message` where `condition` does not hold: in a graph function at every execution that finds a bool tensor
 * not all true, outside of one at once (`tf.debugging.Assert` of TensorFlow). A plain value is judged as JavaScript does.
 * Tensors in a template literal that is the message are shown as `print` shows them.
 *
 * @throws ExecutionError with the code `assertion-failed`.
 */
export function assert(condition: unknown, message = 'the condition does not hold'): void {
  enterStaged();
  const text: unknown = message;
  if (isTensor(text) && text.dtype !== 'string') throw messageIsTensor(text);
  const holds = truth(condition);
  if (isTensor(holds)) assertion(holds, [message], 'assert()');
  else if (!holds) {
    throw new ExecutionError('assertion-failed', `Assertion failed: ${message}`, currentLocation());
  }
}

showsTensorsIn.add(assert);

function messageIsTensor(message: unknown): StagingError {
  return errorHere(
    'wrong-argument',
    `assert() takes a text as its message, but was given ${describeValue(message)}.`,
    "Write the condition first, and a text behind it: assert(x > 0, 'x must be positive').",
  );
}
