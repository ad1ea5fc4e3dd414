import {
  add,
  cast,
  clone,
  expandDims,
  floorDiv,
  gather,
  less,
  mod,
  mul,
  scalar,
  sub,
  sum,
  type Tensor,
  tensor1d,
  where,
} from '@tensorflow/tfjs-core';
import { formatType, isFullyKnown } from '../../graph/types.js';
import { errorHere } from '../../trace/errorHere.js';
import { typeOf } from '../values/tensors.js';
import { asIntegers } from '../values/weak.js';
import { numberOfWords } from '../values/wideInteger.js';
import { binaryOperator, unaryOperator } from './dispatch.js';
import { wrappedProduct } from './integers.js';
import { largeOf } from './largeNumbers.js';
import { roundedQuotient } from './quotients.js';

/*
 * JavaScript's bit operators work on 32-bit integers; so do these, on int32 tensors. WebGPU has no kernels for them, so
 * they are made of arithmetic, which wraps around as JavaScript's does. Fractions are cut off first, as there: `x | 0`.
 */

export const bit_and = binaryOperator(
  '&',
  (a, b) => a & b,
  (a, b, [left, right]) => {
    const [x, y] = [integer(a), integer(b)];
    if (right === -1) return x;
    if (left === -1) return y;
    if (isLowMask(right)) return mod(x, int(right + 1));
    if (isLowMask(left)) return mod(y, int(left + 1));
    return and(x, y);
  },
);

export const bit_or = binaryOperator(
  '|',
  (a, b) => a | b,
  (a, b, [left, right]) => {
    const [x, y] = [integer(a), integer(b)];
    if (right === 0) return x;
    if (left === 0) return y;
    return sub(add(x, y), and(x, y));
  },
);

export const bit_xor = binaryOperator(
  '^',
  (a, b) => a ^ b,
  (a, b) => {
    const [x, y] = [integer(a), integer(b)];
    return sub(add(x, y), mul(and(x, y), int(2)));
  },
);

export const bit_not = unaryOperator(
  '~',
  (a) => ~a,
  (a) => sub(int(-1), integer(a)),
);

export const shift_left = binaryOperator(
  '<<',
  (a, b) => a << b,
  (a, b, [, count]) => {
    const x = integer(a);
    if (typeof count === 'number') return (count & 31) === 0 ? x : mul(x, int((1 << count) | 0));
    const powers = Array.from({ length: 32 }, (_, bit) => (1 << bit) | 0);
    return mul(x, gather(tensor1d(powers, 'int32'), distance(b)));
  },
);

export const shift_right = binaryOperator(
  '>>',
  (a, b) => a >> b,
  (a, b, [, count]) =>
    typeof count === 'number'
      ? shiftedRight(integer(a), count & 31)
      : shiftedRightBy(integer(a), b),
);

/** By a known distance the result is one that int32 holds; else it may be any number of 32 bits. */
export const shift_right_unsigned = binaryOperator(
  '>>>',
  (a, b) => a >>> b,
  (a, b, [, count]) => {
    const x = integer(a);
    if (typeof count !== 'number') return unsigned(shiftedRightUnsignedBy(x, b));
    const bits = count & 31;
    if (bits === 0) return unsigned(x);
    const shifted = shiftedRight(x, bits);
    return where(less(x, int(0)), add(shifted, int((1 << (32 - bits)) | 0)), shifted);
  },
);

/** `Math.imul(a, b)` */
export function multiplyIntegers(a: Tensor, b: Tensor): Tensor {
  return wrappedProduct(integer(a), integer(b));
}

/** `Math.clz32(a)`: a number below 2 ** n has no bit at n or above. */
export function leadingZeros(a: Tensor): Tensor {
  const x = integer(a);
  const isBelow = less(expandDims(known(x, 'Math.clz32()'), -1), tensor1d(bitValues, 'int32'));
  return where(less(x, int(0)), int(0), add(sum(cast(isBelow, 'int32'), -1), int(1)));
}

const bitValues = Array.from({ length: 31 }, (_, bit) => 2 ** bit);

/** Bit by bit, along a last axis of their own; the sign is the last bit. */
function and(a: Tensor, b: Tensor): Tensor {
  const bits = (x: Tensor) =>
    mod(floorDiv(expandDims(known(x, 'A bit operator'), -1), tensor1d(bitValues, 'int32')), int(2));
  const low = sum(mul(mul(bits(a), bits(b)), tensor1d(bitValues, 'int32')), -1);
  const isNegative = (x: Tensor) => cast(less(x, int(0)), 'int32');
  return add(low, mul(mul(isNegative(a), isNegative(b)), int(-(2 ** 31))));
}

function shiftedRight(x: Tensor, bits: number): Tensor {
  if (bits === 0) return x;
  return bits < 31 ? floorDiv(x, int(2 ** bits)) : floorDiv(floorDiv(x, int(2 ** 30)), int(2));
}

function shiftedRightBy(x: Tensor, count: Tensor): Tensor {
  const bits = distance(count);
  const power = gather(tensor1d([...bitValues, 2 ** 30], 'int32'), bits);
  const rest = gather(tensor1d([...bitValues.map(() => 1), 2], 'int32'), bits);
  return floorDiv(floorDiv(x, power), rest);
}

/** The bits that come in from the left are no copies of the sign. */
function shiftedRightUnsignedBy(x: Tensor, count: Tensor): Tensor {
  const powers = Array.from({ length: 32 }, (_, bits) => (bits === 0 ? 0 : (1 << (32 - bits)) | 0));
  const above = gather(tensor1d(powers, 'int32'), distance(count));
  const shifted = shiftedRightBy(x, count);
  return where(less(x, int(0)), add(shifted, above), shifted);
}

/** The number from 0 to 2 ** 32 that has these bits. */
function unsigned(low: Tensor): Tensor {
  return numberOfWords({ low, high: cast(less(low, int(0)), 'int32') }) as Tensor;
}

function distance(count: Tensor): Tensor {
  return mod(integer(count), int(32));
}

/** 0, 1, 3, 7, …: what is left of such a mask is a remainder. */
function isLowMask(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 2 ** 30 && (value & (value + 1)) === 0;
}

function integer(x: Tensor): Tensor {
  const low = largeOf(x)?.low();
  // What is left is no product any more.
  if (low !== undefined) return low === x ? clone(x) : low;
  return x.dtype === 'int32' ? asIntegers(x) : (roundedQuotient(x, 'trunc') ?? cast(x, 'int32'));
}

function int(value: number): Tensor {
  return scalar(value, 'int32');
}

function known(x: Tensor, operation: string): Tensor {
  const { shape } = typeOf(x);
  if (isFullyKnown(shape)) return x;
  throw errorHere(
    'unknown-size',
    `${operation} cannot take ${formatType(typeOf(x))}: its sizes must be known while tracing.`,
    'Do it where the sizes are known, before the loop or the operation that leaves them open.',
  );
}
