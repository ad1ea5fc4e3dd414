import {
  abs,
  add,
  all,
  cast,
  div,
  equal,
  greaterEqual,
  less,
  logicalAnd,
  mod,
  mul,
  notEqual,
  round,
  scalar,
  sign,
  sub,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import type { StagingError } from '../../errors.js';
import { emitLenientAssert } from '../../trace/effects.js';
import { errorHere } from '../../trace/errorHere.js';
import { isTracing } from '../../trace/session.js';
import { dtypeOf } from '../values/tensors.js';
import { numberOfWords } from '../values/wideInteger.js';
import { absolute, remainder } from './integers.js';
import { exactEnd, keepRemainder, type Large, largeOf, usual } from './largeNumbers.js';

/*
 * `seed = (seed * 16807) % 2147483647`: the product may be larger than int32 holds, and the remainder is not. Its last 32 bits and
 * how large it is, nearly, tell how often the divisor is in it.
 */

const int32End = 2 ** 31;

/** `a % b`, of which the program has `dividend` and `divisor`. */
export function wholeRemainder(a: Tensor, b: Tensor, dividend: unknown, divisor: unknown): Tensor {
  const made = ofLarge(a, b, dividend, divisor) ?? remainder(a, b, divisor);
  if (made.dtype === 'int32' && typeof divisor === 'number') keepRemainder(made, divisor);
  return made;
}

function ofLarge(a: Tensor, b: Tensor, dividend: unknown, divisor: unknown): Tensor | null {
  const large = largeOf(dividend);
  // Who asks for a large remainder has large numbers.
  const known = typeof divisor === 'number' && Math.abs(divisor) > usual ? int32End : usual;
  if (a.dtype === 'int32' && (large === undefined || large.largest(known) < int32End))
    return isBeyond(divisor) ? below(a, divisor) : null;
  if (large === undefined) return null;
  if (isPowerOfTwo(divisor)) return lastBits(large, divisor);
  if (large.largest(known) > 2 * exactEnd && isTracing()) {
    const isExact = all(less(abs(large.rounded()), exactEnd));
    emitLenientAssert(isExact, 'a product of which a remainder is taken must be below 2 ** 53');
  }
  if (dtypeOf(b) === 'int32') return exact(large, b, divisor);
  if (typeof divisor !== 'number' || !Number.isInteger(divisor)) return null;
  if (Math.abs(divisor) >= int32End) throw tooLarge(divisor);
  return exact(large, scalar(divisor, 'int32'), divisor);
}

function isBeyond(divisor: unknown): divisor is number {
  return typeof divisor === 'number' && Math.abs(divisor) >= int32End;
}

/** Of a divisor that is larger than each number that int32 holds, but for its least. */
function below(a: Tensor, divisor: number): Tensor {
  const least = scalar(-int32End, 'int32');
  return Math.abs(divisor) > int32End ? a : where(equal(a, least), scalar(0, 'int32'), a);
}

function isPowerOfTwo(divisor: unknown): divisor is number {
  return typeof divisor === 'number' && divisor <= 2 ** 32 && Number.isInteger(Math.log2(divisor));
}

/** The remainder of a power of two has the last bits of the number, and its sign. */
function lastBits(large: Large, divisor: number): Tensor {
  const low = large.low();
  const rounded = large.rounded();
  const isShort = less(abs(rounded), 2 ** 30);
  const isNegative = where(isShort, less(low, 0), less(rounded, 0));
  if (divisor === 2 ** 32) {
    const above = cast(less(low, 0), 'int32');
    const below = sub(above, cast(notEqual(low, 0), 'int32'));
    return numberOfWords({ low, high: where(isNegative, below, above) }) as Tensor;
  }
  const rest =
    divisor === int32End
      ? where(less(low, 0), sub(low, scalar(-int32End, 'int32')), low)
      : mod(low, scalar(divisor, 'int32'));
  const fallen = sub(rest, scalar(divisor | 0, 'int32'));
  return where(logicalAnd(isNegative, notEqual(rest, 0)), fallen, rest);
}

/**
 * The multiple of the divisor that is nearest to the number, as float32 has it, differs from it by what int32 holds. It need not
 * be the right one, since the remainder is the same.
 */
function exact(large: Large, b: Tensor, divisor: unknown): Tensor {
  const rounded = large.rounded();
  const step = typeof divisor === 'number' ? scalar(steps(divisor), 'int32') : b;
  const times = cast(round(div(rounded, cast(step, 'float32'))), 'int32');
  const isLarge = greaterEqual(abs(rounded), 2 ** 30);
  const low = large.low();
  const left = where(isLarge, sub(low, mul(times, step)), low);
  const found = remainder(left, b, divisor);
  // The remainder has the sign of the number.
  const size = typeof divisor === 'number' ? scalar(Math.abs(divisor), 'int32') : absolute(b);
  const isOther = less(mul(cast(found, 'float32'), rounded), 0);
  const turned = add(found, mul(cast(sign(rounded), 'int32'), size));
  return where(logicalAnd(isLarge, isOther), turned, found);
}

/** A multiple of the divisor, such that int32 holds how often it is in what JavaScript has exactly. */
function steps(divisor: number): number {
  const size = Math.abs(divisor);
  return size === 0 ? 0 : size * Math.max(1, Math.floor(2 ** 30 / size));
}

function tooLarge(divisor: number): StagingError {
  return errorHere(
    'operand-type',
    `A product of int32 numbers % ${divisor}: the product and its remainder may be larger than int32 holds.`,
    'Take a divisor below 2 ** 31, as in (seed * 16807) % 2147483647, or a power of two up to 2 ** 32.',
  );
}
