import { fill, type Tensor, tensor, zeros } from '@tensorflow/tfjs-core';
import type { TensorType } from '../../graph/types.js';
import { typeOf } from './tensors.js';
import { isWeakTensor } from './weak.js';
import { likeNumbers } from './wholeNumbers.js';

/** Elements for what nothing has given a value yet. Sizes that are not known are zero. */
export function filler({ dtype, shape }: TensorType): Tensor {
  const known = (shape ?? []).map((size) => size ?? 0);
  if (dtype !== 'string') return zeros(known, dtype);
  return tensor(new Array<string>(known.reduce((a, b) => a * b, 1)).fill(''), known, 'string');
}

/** What stands for undefined, with which JavaScript computes as with NaN. */
export function undefinedFiller(type: TensorType): Tensor {
  if (type.dtype !== 'float32') return filler(type);
  return fill(
    (type.shape ?? []).map((size) => size ?? 0),
    Number.NaN,
  );
}

/** Any number or bool that could be in the tensor's place. */
export function fillerLike(like: Tensor): Tensor | number | boolean {
  const type = typeOf(like);
  if (isWeakTensor(like) && type.shape?.length === 0) return type.dtype === 'bool' ? false : 0;
  return likeNumbers(filler(type), [like]);
}
