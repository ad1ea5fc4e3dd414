import type { Tensor } from '@tensorflow/tfjs-core';
import { isSize } from '../values/openSizes.js';
import { isScalar, isTensor } from '../values/tensors.js';
import { isWeakTensor } from '../values/weak.js';
import { textsOf } from './chosenText.js';

/** What `typeof` tells of a tensor that stands for a text, number or bool of the program; undefined of anything else. */
export function primitiveType(value: unknown): 'string' | 'number' | 'boolean' | undefined {
  if (!isTensor(value) || !isScalar(value)) return undefined;
  if (isKnownText(value)) return 'string';
  if (!isWeakTensor(value) && !isSize(value)) return undefined;
  return value.dtype === 'bool' ? 'boolean' : 'number';
}

function isKnownText(value: Tensor): boolean {
  return value.dtype === 'string' && textsOf(value) !== undefined;
}
