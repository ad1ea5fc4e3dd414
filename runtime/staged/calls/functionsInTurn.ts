import { errorHere } from '../../trace/errorHere.js';
import { currentLocation } from '../../trace/session.js';
import { if_exp } from '../branches/ifStatement.js';
import { setLoopOptions } from '../loops/loopOptions.js';
import { while_stmt } from '../loops/whileStatement.js';
import { state } from '../state/state.js';
import type { IfKind } from '../values/construct.js';
import { count } from '../values/describeValue.js';

/** What the one of two functions returns that `predicate` chooses. */
export function oneOf<T>(kind: IfKind, predicate: unknown, body: () => T, orElse: () => T): T {
  return if_exp(predicate, body, orElse, currentLocation(), kind) as T;
}

/** What `body` returns last, which is called with what it returned before for as long as `test` holds. */
export function looped<T extends unknown[]>(
  test: (...variables: T) => unknown,
  body: (...variables: T) => [...T],
  loopVariables: [...T],
  options: { readonly maximumIterations?: number } = {},
): T {
  let variables: readonly unknown[] = [...loopVariables];
  const iterate = () => {
    setLoopOptions(options);
    const next: unknown = body(...(variables as T));
    const values: readonly unknown[] = Array.isArray(next) ? next : [next];
    if (next === undefined || values.length !== loopVariables.length) {
      const returned = next === undefined ? 'undefined' : count(values.length, 'value');
      throw errorHere(
        'loop-structure-changes',
        `The body of whileLoop() returns ${returned} for ${count(loopVariables.length, 'loop variable')}.`,
        'Return an array with the next value of each loop variable.',
      );
    }
    variables = values;
  };
  const loopState = state(
    loopVariables.map((_, index) => `loopVariables[${index}]`),
    () => [...variables],
    (values) => {
      variables = values;
    },
  );
  while_stmt(() => test(...(variables as T)), iterate, loopState, currentLocation(), 'function');
  return [...variables] as T;
}
