import type { Tensor } from '@tensorflow/tfjs-core';
import { SymbolicTensorError } from '../../errors.js';
import { formatType } from '../../graph/types.js';
import {
  holdText,
  holesIn,
  isMakingError,
  makingError,
  newHole,
  piecesOf,
} from '../../trace/errorText.js';
import { currentLocation, isSymbolic, isTracing } from '../../trace/session.js';
import { textsOf } from '../operators/chosenText.js';
import { template } from '../operators/text.js';
import { Unmerged } from '../values/absent.js';
import { isTensor, typeOf } from '../values/tensors.js';

/**
 * Makes an error of the program's. Where tensors are in its texts, staged code that reads one gets what the graph makes of
 * it, and code that makes another error of it the text with its holes.
 */
export function makeError<T>(make: () => T): T {
  const made = makingError(make);
  if (made instanceof Error && isTracing()) {
    fillMessage(made);
    if (holesIn(made).length > 0) readThroughHoles(made);
  }
  return made;
}

/** What a handler is given of what was thrown. */
export function caught(value: unknown): unknown {
  return typeof value === 'string' && holesIn(value).length > 0 ? readable(value) : value;
}

/** A message that the program has assigned may be a tensor. */
function fillMessage(error: Error): void {
  const message: unknown = Object.getOwnPropertyDescriptor(error, 'message')?.value;
  if (isTensor(message) && isSymbolic(message)) error.message = newHole(message);
}

function readThroughHoles(error: Error): void {
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
function readable(text: string): unknown {
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
    super('', noText(tensor));
    holdText(this.placeholder, text);
  }

  /** Tells where it is used. */
  override error(): SymbolicTensorError {
    return noText(this.tensor);
  }
}

function noText(tensor: Tensor): SymbolicTensorError {
  return new SymbolicTensorError(
    'host-read',
    `The text of an error is asked for, in which there is a tensor (${formatType(typeOf(tensor))}), whose text is not known until ` +
      'the graph runs.',
    currentLocation(),
    'Keep the tensor in a property of the error (`error.value`), or ask of which class the error is.',
  );
}
