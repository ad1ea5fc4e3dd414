import type { Tensor } from '@tensorflow/tfjs-core';
import { SymbolicTensorError } from '../../errors.js';
import { formatType } from '../../graph/types.js';
import { currentLocation } from '../../trace/session.js';
import { typeOf } from '../values/tensors.js';

const toShow =
  'To show its value, give print() of use-graph the tensor, or the template literal; to have it, return the tensor and read what ' +
  'the call returns. The text of an error may have it: if (…) throw new Error(`…`).';

/** The error of what needs the text of a traced tensor. */
export function noText(asker: string, tensor: Tensor, instead = toShow): SymbolicTensorError {
  return new SymbolicTensorError(
    'host-read',
    `${asker} asks for the text of ${formatType(typeOf(tensor))}, a traced tensor: it has none until the graph runs.`,
    currentLocation(),
    instead,
  );
}
