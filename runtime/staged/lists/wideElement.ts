import { add, mul, scalar, type Tensor } from '@tensorflow/tfjs-core';
import {
  type Composite,
  compositeKind,
  compositeLabels,
  compositeParts,
  withParts,
} from '../values/structure.js';
import { isTensor } from '../values/tensors.js';
import { numberOfWords, type Words } from '../values/wideInteger.js';
import { HalfOfWord, half } from './halfOfWord.js';
import { selected } from './references.js';

type Part = Tensor | HalfOfWord | number;

/**
 * A whole number as an element of a list, which int32 may not hold, and float32 would round: `low + middle * 2 ** 16 + high * 2
 * ** 32`. Where nobody knows how long a column is, kernels of TensorFlow.js move its rows, which on WebGPU take integers through
 * float32: each part is one that float32 holds.
 */
export class WideElement implements Composite {
  readonly [compositeKind] = 'a whole number of 32 bits';
  readonly [compositeLabels] = ['', '', ''];

  constructor(
    readonly parts: readonly [low: Part, middle: Part, high: Part],
    /** The number itself, where it has been made. */
    readonly number: unknown = undefined,
  ) {}

  static of({ low, high }: Words, number: unknown): WideElement {
    return new WideElement([...halvesOf(low), high], number);
  }

  [compositeParts](): readonly unknown[] {
    return this.parts;
  }

  [withParts](parts: readonly unknown[]): WideElement {
    return new WideElement(parts as unknown as WideElement['parts']);
  }

  /** What the program sees. */
  asNumber(): unknown {
    return this.number ?? numberOfWords(this.#words());
  }

  #words(): Words {
    const [low, middle, high] = this.parts.map(selected) as [Word, Word, Word];
    if (!isTensor(low) && !isTensor(middle)) return { low: (middle * half + low) | 0, high };
    return { low: add(mul(middle, scalar(half, 'int32')), low), high };
  }
}

type Word = Tensor | number;

export function halvesOf(word: Word): [low: Part, middle: Part] {
  if (!isTensor(word)) return [word & (half - 1), word >> 16];
  return [new HalfOfWord(word, 'Mod'), new HalfOfWord(word, 'FloorDiv')];
}
