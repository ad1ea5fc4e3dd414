import { clone } from '@tensorflow/tfjs-core';
import type { SourceLocation } from '../../graph/types.js';
import { chosenBy } from '../branches/ifStatement.js';
import { missingLate } from '../operators/late.js';
import { isTensor } from '../values/tensors.js';
import { thrown } from './throwStatement.js';

/** The value of a variable where its declaration has run, which `isInitialized` tells; otherwise JavaScript's error. */
export function initialized(
  isInitialized: unknown,
  value: unknown,
  name: string,
  location: SourceLocation,
): unknown {
  const fail = () => {
    const message = `Cannot access '${name}' before initialization`;
    throw thrown(() => new ReferenceError(message), location);
  };
  if (!isTensor(isInitialized)) return isInitialized === true ? value : fail();
  const isLate = missingLate(value) !== undefined;
  return chosenBy(
    isInitialized,
    () => (isLate && isTensor(value) ? clone(value) : value),
    fail,
    location,
  );
}
