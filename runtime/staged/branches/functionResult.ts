import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation } from '../../trace/session.js';
import { isOfClass } from '../values/instance.js';
import { isPlainObject } from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { if_exp } from './ifStatement.js';

/** What a function returns whose end can be reached without a return: a tensor must not decide that. */
export function function_result(
  didReturn: unknown,
  value: unknown,
  location: SourceLocation,
): unknown {
  if (!isTensor(didReturn)) return didReturn ? value : undefined;
  return at(location, () => {
    // Who called can ask whether it is there.
    if (typeof value === 'function' || isPlainObject(value) || isOfClass(value)) {
      return if_exp(
        didReturn,
        () => value,
        () => undefined,
        null,
      );
    }
    throw new StagingError(
      'return-in-some-branches',
      'A tensor decides whether this function returns a value: the else branch must also have a return statement.',
      currentLocation(),
      'Return something at the end of the function.',
    );
  });
}
