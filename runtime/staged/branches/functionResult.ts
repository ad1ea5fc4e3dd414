import { clone, type Tensor } from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import type { SourceLocation } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { knownToHold } from '../../trace/knownFlags.js';
import { lateOf, markLate } from '../../trace/late.js';
import { at, currentLocation } from '../../trace/session.js';
import { type Entry, extraEntry } from '../state/state.js';
import type { Construct } from '../values/construct.js';
import { isTensor } from '../values/tensors.js';
import { constant } from '../values/weak.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { choose } from './ifStatement.js';
import { isLeaf } from './mergedDtype.js';

/** What a function returns whose end can be reached without a return: who called can ask whether it returned anything. */
export function function_result(flag: unknown, value: unknown, location: SourceLocation): unknown {
  const didReturn = knownToHold(flag) ?? flag;
  if (!isTensor(didReturn)) return didReturn ? value : undefined;
  return at(location, () => {
    const late = {
      missing: undefined,
      message: 'The function called here has returned nothing',
      location: currentLocation(),
      question: { refusal: returnMissing(), isAsked: false },
    };
    if (!isLeaf(value)) return orNothing(didReturn, value, returned);
    if (isTensor(value) && lateOf(value) !== undefined)
      return orNothing(didReturn, value, { ...returned, late });
    const tensor = isTensor(value) ? clone(value) : constant(value);
    return markLate(likeNumbers(tensor, [value]), { ...late, isSet: didReturn });
  });
}

const returned = extraEntry('the return value');

function orNothing(didReturn: Tensor, value: unknown, entry: Entry): unknown {
  return choose(
    didReturn,
    () => value,
    () => undefined,
    returning,
    entry,
  );
}

const returning: Construct = {
  name: 'a return statement',
  main: { short: 'the branch that returns', long: null },
  other: { short: 'the branch without a return', long: null },
};

function returnMissing(): StagingError {
  return errorHere(
    'return-in-some-branches',
    'A tensor decides whether this function returns a value: it must also have a return statement for where it does not.',
    'Return something at the end of the function.',
  );
}
