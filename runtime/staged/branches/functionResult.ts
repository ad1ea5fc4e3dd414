import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { lateOf, markLate } from '../../trace/late.js';
import { at, currentLocation } from '../../trace/session.js';
import { isTensor } from '../values/tensors.js';
import { constant, type HostScalar } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { if_exp } from './ifStatement.js';
import { isLeaf } from './mergedDtype.js';

/** What a function returns whose end can be reached without a return: who called can ask whether it returned anything. */
export function function_result(
  didReturn: unknown,
  value: unknown,
  location: SourceLocation,
): unknown {
  if (!isTensor(didReturn)) return didReturn ? value : undefined;
  return at(location, () => {
    if (!isLeaf(value) || (isTensor(value) && lateOf(value) !== undefined)) {
      return if_exp(
        didReturn,
        () => value,
        () => undefined,
        null,
      );
    }
    const refusal = new StagingError(
      'return-in-some-branches',
      'A tensor decides whether this function returns a value: the else branch must also have a return statement.',
      currentLocation(),
      'Return something at the end of the function.',
    );
    return returned(didReturn, value, refusal);
  });
}

function returned(didReturn: Tensor, value: HostScalar | Tensor, refusal: StagingError): Tensor {
  const tensor = isTensor(value) ? clone(value) : constant(value);
  return markLate(likeNumbers(tensor, [value]), {
    isSet: didReturn,
    missing: undefined,
    message: 'The function called here has returned nothing',
    location: currentLocation(),
    question: { refusal, isAsked: false },
  });
}
