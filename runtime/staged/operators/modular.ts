import {
  abs,
  add,
  cast,
  div,
  greaterEqual,
  less,
  logicalAnd,
  mul,
  round,
  scalar,
  sign,
  sub,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { currentLocation } from '../../trace/session.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { asIntegers } from '../values/weak.js';
import { absolute, remainder } from './integers.js';

/*
 * `seed = (seed * 16807) % 2147483647`: the product may be larger than int32 holds, and the remainder is not. JavaScript's
 * numbers have the product exactly up to 2 ** 53. Of an int32 product its last 32 bits are known, and from float32 how large it
 * is, nearly: both tell how often the divisor is in it.
 */

/** What an int32 tensor was computed as, where its number may be one that int32 does not hold. */
interface Large {
  /** The number as float32 has it. */
  readonly rounded: () => Tensor;
  /** The largest that its absolute value may be, where a number that nobody knows is at most `known`. */
  readonly largest: (known: number) => number;
}

const products = new WeakMap<Tensor, Large>();
const remainders = new WeakMap<Tensor, number>();

/** Remembers of an int32 product, and of a sum with one, what it was made of. */
export function keepProduct(
  made: Tensor,
  symbol: string,
  [a, b]: readonly [unknown, unknown],
): Tensor {
  if (dtypeOf(made) !== 'int32') return made;
  const isSum = symbol === '+' || symbol === '-';
  if (
    isSum ? ![a, b].some((operand) => isTensor(operand) && products.has(operand)) : symbol !== '*'
  )
    return made;
  const [left, right] = [largeOf(a), largeOf(b)];
  if (left === null || right === null) return made;
  const combined = symbol === '*' ? mul : symbol === '+' ? add : sub;
  products.set(made, {
    rounded: () => combined(left.rounded(), right.rounded()),
    largest: (known) => {
      const [x, y] = [left.largest(known), right.largest(known)];
      return isSum ? x + y : x * y;
    },
  });
  return made;
}

function largeOf(value: unknown): Large | null {
  if (typeof value === 'number')
    return { rounded: () => scalar(value, 'float32'), largest: () => Math.abs(value) };
  if (!isTensor(value)) return null;
  if (value.dtype === 'bool') return { rounded: () => cast(value, 'float32'), largest: () => 1 };
  if (value.dtype !== 'int32') return null;
  const most = remainders.get(value);
  const plain = {
    rounded: () => cast(asIntegers(value), 'float32'),
    largest: (known: number) => most ?? known,
  };
  return products.get(value) ?? plain;
}

/** Counters, sizes and indices are smaller; what was a remainder in an earlier iteration may be as large as the divisor. */
const usual = 2 ** 22;

const int32End = 2 ** 31;

/** `a % b` of int32 tensors, of which the program has `dividend` and `divisor`. */
export function wholeRemainder(a: Tensor, b: Tensor, dividend: unknown, divisor: unknown): Tensor {
  const made = ofLarge(a, b, dividend, divisor) ?? remainder(a, b, divisor);
  if (made.dtype === 'int32' && typeof divisor === 'number')
    remainders.set(made, Math.abs(divisor));
  return made;
}

function ofLarge(a: Tensor, b: Tensor, dividend: unknown, divisor: unknown): Tensor | null {
  if (!isTensor(dividend)) return null;
  const large = products.get(dividend);
  if (large === undefined) return null;
  const known = typeof divisor === 'number' ? Math.max(Math.abs(divisor), usual) : usual;
  const largest = large.largest(known);
  if (largest < int32End) return null;
  if (dtypeOf(b) === 'int32') return exact(a, b, large, divisor);
  if (typeof divisor === 'number' && Number.isInteger(divisor)) throw tooLarge(divisor);
  return null;
}

/**
 * The multiple of the divisor that is nearest to the product, as float32 has it, differs from the product by what int32 holds. It
 * need not be the right one, since the remainder is the same.
 */
function exact(a: Tensor, b: Tensor, large: Large, divisor: unknown): Tensor {
  const rounded = large.rounded();
  const step = typeof divisor === 'number' ? scalar(steps(divisor), 'int32') : b;
  const times = cast(round(div(rounded, cast(step, 'float32'))), 'int32');
  const isLarge = greaterEqual(abs(rounded), 2 ** 30);
  const product = asIntegers(a);
  const left = where(isLarge, sub(product, mul(times, step)), product);
  const found = remainder(left, b, divisor);
  // The remainder has the sign of the product.
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
  return new StagingError(
    'operand-type',
    `A product of int32 numbers % ${divisor}: the product and its remainder may be larger than int32 holds.`,
    currentLocation(),
    'Take a divisor below 2 ** 31, as in (seed * 16807) % 2147483647, or Math.imul(a, b) & 0x7fffffff.',
  );
}
