import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { likeNumbers } from '../values/wholeNumbers.js';
import { sameWords } from '../values/wideInteger.js';
import { sameText } from './chosenText.js';

/** The tensor where it is known to be there: what else is known of it stays known. */
export function certain(tensor: Tensor): Tensor {
  return sameWords(sameText(likeNumbers(clone(tensor), [tensor]), tensor), tensor);
}
