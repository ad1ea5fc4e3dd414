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
      'A tensor decides here whether a generator comes to a `yield`: JavaScript runs generators, while tracing, so that their ' +
        'own conditions and loops must be decided by host values.',
      currentLocation(),
      'Collect the values in an array, which may grow in a branch or loop (`if (x > 0) out.push(x)`), and return it, or ' +
        'yield in any case and let the loop that takes the value decide.',
    );
  });
}
