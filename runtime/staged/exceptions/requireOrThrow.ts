import type { Tensor } from '@tensorflow/tfjs-core';
import { emitAssert } from '../../trace/effects.js';
import { currentLocation } from '../../trace/session.js';
import { currentTry } from '../branches/guardedTry.js';
import { if_stmt } from '../branches/ifStatement.js';
import { not } from '../branches/logical.js';
import { noVariables } from '../state/state.js';
import { thrown } from './throwStatement.js';

/** Asserts what JavaScript throws `error` for where it does not hold; within a `try` statement the program throws it. */
export function requireOrThrow(holds: Tensor, error: () => Error, message = error().message): void {
  if (currentTry() === null) {
    emitAssert(holds, message);
    return;
  }
  const location = currentLocation()!;
  const raise = () => {
    throw thrown(error, location);
  };
  if_stmt(not(holds, location), raise, () => {}, noVariables, location);
}
