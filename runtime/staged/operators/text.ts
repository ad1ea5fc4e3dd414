import { SymbolicTensorError } from '../../errors.js';
import { formatType, type SourceLocation } from '../../graph/types.js';
import { holeFor } from '../../trace/errorText.js';
import { at, currentLocation, isSymbolic } from '../../trace/session.js';
import { isTensor, typeOf } from '../values/tensors.js';
import { requirePresent } from './operands.js';

/** A hole of a template literal: a traced tensor has no text. */
export function text(value: unknown, location: SourceLocation): unknown {
  return at(location, () => {
    requirePresent(value);
    if (!isTensor(value) || !isSymbolic(value)) return value;
    const hole = holeFor(value);
    if (hole !== null) return hole;
    throw new SymbolicTensorError(
      'host-read',
      `A template literal asks for the text of a tensor (${formatType(typeOf(value))}), which has none until the graph runs.`,
      currentLocation(),
      'To show its value, use print() of use-graph; to have it, return the tensor and read what the call returns.',
    );
  });
}
