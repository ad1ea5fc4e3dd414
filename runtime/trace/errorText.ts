import type { Tensor } from '@tensorflow/tfjs-core';

/** The place of a tensor's text in the text of an error that the program will throw. */
export interface TextHole {
  readonly text: string;
  readonly tensor: Tensor;
}

let collecting: TextHole[] | null = null;
let next = 0;

/** Makes what the program throws. Tensors in its text, which have none yet, leave holes in it. */
export function collectHoles<T>(make: () => T): { readonly made: T; readonly holes: TextHole[] } {
  const outer = collecting;
  const holes: TextHole[] = [];
  collecting = holes;
  try {
    return { made: make(), holes };
  } finally {
    collecting = outer;
  }
}

/** Whether what is made now is thrown. */
export function isMakingError(): boolean {
  return collecting !== null;
}

/** A hole for the text of a traced tensor; `null` where its text is not that of an error. */
export function holeFor(tensor: Tensor): string | null {
  if (collecting === null) return null;
  // Private characters, which no text of a program holds.
  const text = `\uE0F0${next++}\uE0F1`;
  collecting.push({ text, tensor });
  return text;
}
