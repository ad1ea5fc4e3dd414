import type { Tensor } from '@tensorflow/tfjs-core';
import type { SymbolicTensorError } from '../../errors.js';
import { holdText, holesIn, isMakingError, newHole, piecesOf } from '../../trace/errorText.js';
import { isSymbolic, isTracing } from '../../trace/session.js';
import { Unmerged } from '../values/absent.js';
import { isTensor } from '../values/tensors.js';
import { textsOf } from './chosenText.js';
import { noText } from './noText.js';
import { template } from './text.js';

/** From here on staged code that reads a text of the error in which there are tensors gets what the graph makes of it. */
export function readThroughHoles(error: Error): void {
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
    let value: unknown = property.value;
    if (key === 'stack' || !property.configurable) continue;
    if (typeof value !== 'string' || holesIn(value).length === 0) continue;
    Object.defineProperty(error, key, {
      get: () =>
        typeof value === 'string' && isTracing() && !isMakingError() ? readable(value) : value,
      set: (assigned: unknown) => {
        value = isTensor(assigned) && isSymbolic(assigned) ? newHole(assigned) : assigned;
      },
      enumerable: property.enumerable ?? false,
      configurable: true,
    });
  }
}

/** The text of an error as a value of the program: one of some that the program has, or else what cannot be used. */
export function readable(text: string): unknown {
  const pieces = piecesOf(text);
  const numbers = pieces.filter(
    (piece): piece is Tensor => isTensor(piece) && textsOf(piece) === undefined,
  );
  if (numbers.length > 0) return new UnknownText(text, numbers[0]!).placeholder;
  const texts = pieces.filter((_, index) => index % 2 === 0) as string[];
  return template(texts, ...pieces.filter((_, index) => index % 2 === 1));
}

class UnknownText extends Unmerged {
  constructor(
    text: string,
    readonly tensor: Tensor,
  ) {
    super('', unknownText(tensor));
    holdText(this.placeholder, text);
  }

  /** Tells where it is used. */
  override error(): SymbolicTensorError {
    return unknownText(this.tensor);
  }
}

function unknownText(tensor: Tensor): SymbolicTensorError {
  return noText(
    'The text of an error',
    tensor,
    'Keep the tensor in a property of the error (`error.value`), or ask of which class the error is.',
  );
}
