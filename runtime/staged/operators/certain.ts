import { clone, type Tensor } from '@tensorflow/tfjs-core';
import { markCopy } from '../../trace/knownFlags.js';
import { likeNumbers } from '../values/wholeNumbers.js';
import { sameWords } from '../values/wideInteger.js';
import { sameText } from './chosenText.js';

/** The tensor where it is known to be there: what else is known of it stays known. */
export function certain(tensor: Tensor): Tensor {
  const copy = markCopy(clone(tensor), tensor);
  return sameWords(sameText(likeNumbers(copy, [tensor]), tensor), tensor);
}
