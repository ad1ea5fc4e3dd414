import type { SourceLocation } from '../../graph/types.js';
import { at, isTracing } from '../../trace/session.js';
import { asked } from '../branches/ifStatement.js';
import { readCondition } from '../operators/condition.js';
import { observe } from '../values/absent.js';
import { decides } from '../values/tensors.js';
import { refuseInPulled } from './pulledTry.js';

/** The condition of a statement in which a generator yields: JavaScript runs it, so that no tensor can decide. */
export function decided(given: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    const test = asked(given);
    if (!decides(test)) return observe(test);
    if (!isTracing()) return readCondition(test, 'a condition in a generator');
    refuseInPulled('A tensor decides here whether a generator comes to a `yield`');
  });
}
