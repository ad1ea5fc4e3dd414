import {
  abs,
  add,
  floorDiv,
  maximum,
  minimum,
  mod,
  mul as multiply,
  neg as negate,
  scalar,
  sign,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { signOf } from './signOf.js';

/* The cpu backend computes `tf.abs` of int32 in float32, which has not every whole number from 2 ** 24 on. */

/** `Math.abs(a)` */
export function absolute(a: Tensor): Tensor {
  return a.dtype === 'int32' ? maximum(a, negate(a)) : abs(a);
}

/** `a % b`, of which `divisor` is what the program has for `b`: it takes the sign of the dividend, `tf.mod` that of the divisor. */
export function remainder(a: Tensor, b: Tensor, divisor: unknown): Tensor {
  if (a.dtype !== 'int32' || b.dtype !== 'int32') return multiply(mod(abs(a), abs(b)), signOf(a));
  const below = typeof divisor === 'number' ? scalar(-Math.abs(divisor), 'int32') : belowZero(b);
  return multiply(mod(belowZero(a), below), negate(sign(a)));
}

/** `-Math.abs(a)`, which int32 has of each of its numbers. */
function belowZero(a: Tensor): Tensor {
  return minimum(a, negate(a));
}

/** The last 32 bits of a product: the halves of one factor come apart, since the cpu backend multiplies as JavaScript's numbers do. */
export function wrappedProduct(a: Tensor, b: Tensor): Tensor {
  const half = scalar(2 ** 16, 'int32');
  const high = multiply(multiply(a, floorDiv(b, half)), half);
  return add(high, multiply(a, mod(b, half)));
}
