import { isSize } from '../values/openSizes.js';
import { isScalar, isTensor } from '../values/tensors.js';
import { isWeakTensor } from '../values/weak.js';
import { isChosenText } from './chosenText.js';

/** What `typeof` tells of a tensor that stands for a text, number or bool of the program; undefined of anything else. */
export function primitiveType(value: unknown): 'string' | 'number' | 'boolean' | undefined {
  if (!isTensor(value) || !isScalar(value)) return undefined;
  if (value.dtype === 'string') return isChosenText(value) ? 'string' : undefined;
  if (!isWeakTensor(value) && !isSize(value)) return undefined;
  return value.dtype === 'bool' ? 'boolean' : 'number';
}
