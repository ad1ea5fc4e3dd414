import {
  abs,
  add,
  equal,
  isFinite as isFiniteTensor,
  logicalAnd,
  mul,
  notEqual,
  pow,
  round,
  sub,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { signOf } from './signOf.js';

/*
 * `Math.log2(8192)` is 13 in JavaScript, and its floor tells how many bits a number has. float32 computes 12.999999 from the
 * natural logarithm, and a device a power that is as near.
 */

export function logarithm(natural: Tensor, x: Tensor, base: 2 | 10): Tensor {
  const result = mul(natural, base === 2 ? Math.LOG2E : Math.LOG10E);
  return corrected(result, (whole) => equal(pow(base, whole), x));
}

export function cubeRoot(x: Tensor): Tensor {
  const root = mul(signOf(x), pow(abs(x), 1 / 3));
  return corrected(root as Tensor, (whole) => equal(mul(mul(whole, whole), whole), x));
}

/** The nearest whole number where that is the result. The gradient is that of what was computed: rounding has none. */
function corrected(computed: Tensor, isResult: (whole: Tensor) => Tensor): Tensor {
  const whole = round(computed);
  const difference = round(mul(sub(whole, computed), steps));
  const isOff = logicalAnd(isFiniteTensor(difference), notEqual(difference, 0));
  const nearer = add(computed, mul(difference, 1 / steps)) as Tensor;
  return where(logicalAnd(isOff, isResult(whole)), nearer, computed);
}

/** In one of the numbers from 1 on: what they differ by is a multiple of that. */
const steps = 2 ** 23;
