import {
  abs,
  less,
  maximum,
  mod,
  mul as multiply,
  neg as negate,
  sign,
  sub as subtract,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';

/* The cpu backend computes `tf.abs` of int32 in float32, which has not every whole number from 2 ** 24 on. */

/** `Math.abs(a)` */
export function absolute(a: Tensor): Tensor {
  return a.dtype === 'int32' ? maximum(a, negate(a)) : abs(a);
}

/** `a % b` takes the sign of the dividend, as in JavaScript; `tf.mod` that of the divisor. */
export function remainder(a: Tensor, b: Tensor): Tensor {
  if (a.dtype !== 'int32' || b.dtype !== 'int32')
    return multiply(mod(absolute(a), absolute(b)), sign(a));
  const floored = mod(a, b);
  const isOfOtherSign = less(multiply(sign(floored), sign(a)), 0);
  return where(isOfOtherSign, subtract(floored, b), floored);
}
