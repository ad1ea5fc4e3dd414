import { abs, greater, sign, type Tensor, where } from '@tensorflow/tfjs-core';

/** What is neither above nor below zero, NaN and both zeros, is its own sign: `tf.sign` gives 0 for all of them. */
export function signOf(x: Tensor): Tensor {
  return x.dtype === 'int32' ? sign(x) : where(greater(abs(x), 0), sign(x), x);
}
