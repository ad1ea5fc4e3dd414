import {
  add,
  cast,
  equal,
  floorDiv,
  greaterEqual,
  less,
  mul,
  neg,
  scalar,
  sub,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { asIntegers } from '../values/weak.js';

/*
 * `n = Math.floor(n / 10)`: float32 has not every whole number from 2 ** 24 on, and would round the quotient first. What is
 * rounded to a whole number at once is one of integers.
 */

export type Rounding = 'floor' | 'ceil' | 'trunc' | 'round';

interface Quotient {
  readonly dividend: Tensor;
  readonly divisor: number;
}

const quotients = new WeakMap<Tensor, Quotient>();

/** Remembers of `a / 10`, where `a` is int32, what it was made of. Only a number of the program's is for sure not zero. */
export function keepQuotient(made: Tensor, dividend: Tensor, divisor: unknown): Tensor {
  if (dividend.dtype !== 'int32' || !isDivisor(divisor)) return made;
  quotients.set(made, { dividend, divisor });
  return made;
}

function isDivisor(value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return Math.abs(value) > 1 && Math.abs(value) < 2 ** 31;
}

/** The whole number of JavaScript's that a quotient of integers is rounded to, as int32; undefined for any other tensor. */
export function roundedQuotient(value: Tensor, rounding: Rounding): Tensor | undefined {
  const quotient = quotients.get(value);
  if (quotient === undefined || quotient.dividend.isDisposed) return undefined;
  return roundings[rounding](asIntegers(quotient.dividend), quotient.divisor);
}

const roundings: Readonly<Record<Rounding, (a: Tensor, divisor: number) => Tensor>> = {
  floor: floored,
  ceil: (a, divisor) => neg(floored(a, -divisor)),
  trunc: (a, divisor) => {
    const isPositive = equal(less(a, 0), scalar(divisor < 0, 'bool'));
    return where(isPositive, floored(a, divisor), roundings.ceil(a, divisor));
  },
  round: (a, divisor) => {
    const whole = floored(a, divisor);
    const rest = sub(a, mul(whole, int(divisor)));
    const isUp = greaterEqual(
      divisor < 0 ? neg(rest) : rest,
      int(Math.ceil(Math.abs(divisor) / 2)),
    );
    return add(whole, cast(isUp, 'int32'));
  },
};

function floored(a: Tensor, divisor: number): Tensor {
  return floorDiv(a, int(divisor));
}

function int(value: number): Tensor {
  return scalar(value, 'int32');
}
