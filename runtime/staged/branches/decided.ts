import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation, isTracing } from '../../trace/session.js';
import { readCondition } from '../operators/condition.js';
import { observe } from '../values/absent.js';
import { decides } from '../values/tensors.js';
import { asked } from './ifStatement.js';

/** The condition of a statement in which a generator yields: JavaScript runs it, so that no tensor can decide. */
export function decided(given: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    const test = asked(given);
    if (!decides(test)) return observe(test);
    if (!isTracing()) return readCondition(test, 'a condition in a generator');
    throw new StagingError(
      'condition-in-generator',
      'A tensor decides here whether a generator comes to a `yield`, and JavaScript runs this generator, while tracing: what ' +
        'it yields is taken by next(), or it yields in a `finally`, or leaves a `finally` by a jump or throw.',
      currentLocation(),
      'Take the values by a loop (`for (const x of items())`), or all of them by `[...items()]`, or the first ones by ' +
        '`const [first, second] = items()`; in the generator, let a `finally` only clean up, and yield behind it.',
    );
  });
}
