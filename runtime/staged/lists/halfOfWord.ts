import { floorDiv, mod, scalar, type Tensor } from '@tensorflow/tfjs-core';
import { typeOf } from '../values/tensors.js';

/** 2 to the power of 16 */
export const half = 2 ** 16;

/**
 * One half of an int32 tensor, to be made where an element is added to a list: what elements are like is asked of tensors too
 * whose branch or iteration has ended.
 */
export class HalfOfWord {
  readonly dtype = 'int32';
  readonly isWeak = false;

  constructor(
    readonly word: Tensor,
    /** What makes it of the word and 2 to the power of 16: the last 16 bits, or those above. */
    readonly kernel: 'Mod' | 'FloorDiv',
  ) {}

  get shape(): readonly (number | null)[] | null {
    return typeOf(this.word).shape;
  }

  made(): Tensor {
    const divisor = scalar(half, 'int32');
    return this.kernel === 'Mod' ? mod(this.word, divisor) : floorDiv(this.word, divisor);
  }
}
