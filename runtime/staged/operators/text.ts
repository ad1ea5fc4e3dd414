import { SymbolicTensorError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { holeFor } from '../../trace/errorText.js';
import { at, currentLocation, isSymbolic, isTracing } from '../../trace/session.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { add } from './arithmetic.js';
import { textsOf } from './chosenText.js';
import { requirePresent } from './operands.js';

/** A hole of a template literal: a traced tensor has no text, unless it is one of some that the program has. */
export function text(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(value);
    if (!isTensor(value) || !isSymbolic(value)) return `${value}`;
    const hole = holeFor(value);
    if (hole !== null) return hole;
    if (isTracing() && textsOf(value) !== undefined) return value;
    throw new SymbolicTensorError(
      'host-read',
      `A template literal asks for the text of a tensor (${formatType(typeOf(value))}), which has none until the graph runs.`,
      currentLocation(),
      'To show its value, use print() of use-graph; to have it, return the tensor and read what the call returns.',
    );
  });
}

/** A template literal, in whose holes there may be texts that a tensor chooses. */
export function template(pieces: readonly string[], ...holes: readonly unknown[]): unknown {
  return holes.reduce<unknown>(
    (text, hole, index) => add(add(text, hole, null), pieces[index + 1], null),
    pieces[0],
  );
}
