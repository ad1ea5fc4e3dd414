import type { Tensor } from '@tensorflow/tfjs-core';
import { choose } from '../branches/ifStatement.js';
import { variableEntry } from '../state/state.js';

/** An object that the program knows itself, which is there wherever else it is known, or undefined. */
export function orMissing(isThere: Tensor, element: unknown): unknown {
  const kind = {
    name: 'the choice of an element',
    main: { short: 'an element', long: null },
    other: { short: 'no element', long: null },
  };
  const entry = variableEntry('an element of the array');
  return choose(
    isThere,
    () => element,
    () => undefined,
    kind,
    entry,
  );
}
