import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { at, currentLocation } from '../../trace/session.js';
import { isTensor } from '../values/tensors.js';

/** What a function returns whose end can be reached without a return: a tensor must not decide that. */
export function function_result(
  didReturn: unknown,
  value: unknown,
  location: SourceLocation,
): unknown {
  if (!isTensor(didReturn)) return didReturn ? value : undefined;
  return at(location, () => {
    throw new StagingError(
      'return-in-some-branches',
      'A tensor decides whether this function returns a value: the else branch must also have a return statement.',
      currentLocation(),
      'Return something at the end of the function.',
    );
  });
}
