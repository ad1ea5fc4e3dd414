import {
  abs,
  add,
  cast,
  div,
  equal,
  floorDiv,
  greater,
  less,
  logicalAnd,
  logicalNot,
  logicalOr,
  mod,
  mul,
  notEqual,
  pow,
  round,
  scalar,
  sub,
  type Tensor,
  where,
} from '@tensorflow/tfjs-core';
import { Scoped } from '../../scoped.js';
import { remembered } from '../../trace/remembered.js';
import { isTracing } from '../../trace/session.js';
import { dtypeOf, isTensor } from '../values/tensors.js';
import { asIntegers } from '../values/weak.js';
import {
  combinedWords,
  isWide,
  numberOfWords,
  rememberedWords,
  type Words,
  wordsOf,
} from '../values/wideInteger.js';
import { wrappedProduct } from './integers.js';

/*
 * `(seed * 1664525 + 1013904223) >>> 0`: the product and the sum may be larger than int32 holds, and float32 rounds them. Bit
 * operators and remainders ask for less: the last 32 bits, which integers have that wrap around, and how large the number is,
 * nearly, which float32 tells. JavaScript's numbers have all of it up to 2 ** 53, and round what is larger.
 */

/** A whole number which its tensor may not have exactly. */
export interface Large {
  /** As float32 has it. */
  readonly rounded: () => Tensor;
  /** The last 32 bits of JavaScript's number, as int32. */
  readonly low: () => Tensor;
  /** The largest that its absolute value may be, where a number that nobody knows is at most `known`. */
  readonly largest: (known: number) => number;
  /** The largest number of the program that it is a product with. */
  readonly factor: number;
  /** How deep it is a sum of sums of int32 numbers that are no products. */
  readonly sums: number;
}

const larges = new WeakMap<Tensor, Large>();
const remainders = new WeakMap<Tensor, number>();

/** Remembers of an int32 remainder that it is below the divisor. */
export function keepRemainder(made: Tensor, divisor: number): void {
  remainders.set(made, Math.abs(divisor));
}

/** What is known of a product, a sum with one, or a number beyond int32. */
export function largeOf(value: unknown): Large | undefined {
  if (!isTensor(value)) return undefined;
  const words = rememberedWords(value);
  if (words === undefined) return larges.get(value);
  return { rounded: () => value, low: () => words.low, largest: () => 2 ** 32, factor: 0, sums: 0 };
}

/** Remembers of a product, and of a sum with one or with a number beyond int32, what it was made of. */
export function keepLarge(
  made: Tensor,
  symbol: string,
  [a, b]: readonly [unknown, unknown],
): Tensor {
  const dtype = dtypeOf(made);
  const isSum = symbol === '+' || symbol === '-';
  const words = isSum && dtype === 'float32' && [a, b].some(isWide) ? [a, b].map(exactWords) : [];
  if (isSum && words[0] && words[1])
    return numberOfWords(combinedWords(symbol, words[0], words[1])) as Tensor;
  if ((!isSum && symbol !== '*') || (dtype !== 'int32' && dtype !== 'float32')) return made;
  const [left, right] = [partOf(a), partOf(b)];
  if (left === null || right === null) return made;
  const isOfIntegers = isSum && dtype === 'int32' && [a, b].every(isSumOfIntegers);
  const sums = isOfIntegers ? Math.max(left.sums, right.sums) + 1 : 0;
  if (sums > mostSums) return made;
  const combined = { '+': add, '-': sub, '*': mul }[symbol]!;
  const isRounded = dtype === 'float32' && ![a, b].some(mayOverflow);
  const rounded = () => (isRounded ? made : combined(left.rounded(), right.rounded()));
  const largest = memoized((known) => {
    const [x, y] = [left.largest(known), right.largest(known)];
    return isSum ? x + y : x * y;
  });
  const factor = Math.max(left.factor, right.factor);
  const most = mostOf({ largest, factor });
  if (most >= lowEnd) return made;
  const wrapped = () =>
    isSum ? combined(left.low(), right.low()) : wrappedProduct(left.low(), right.low());
  const low = (): Tensor => {
    if (most > exactEnd) return asRounded(wrapped(), large.rounded(), most);
    return dtype === 'int32' ? asIntegers(made) : wrapped();
  };
  const large: Large = {
    rounded: once('rounded', made, rounded),
    low: once('low', made, low),
    largest,
    factor,
    sums,
  };
  larges.set(made, large);
  return made;
}

/** The words of a whole number, also of one that int32 may not hold; undefined where JavaScript may have rounded it. */
function exactWords(value: unknown): Words | undefined {
  const large = isTensor(value) ? larges.get(value) : undefined;
  if (large === undefined) return wordsOf(value);
  if (mostOf(large) > exactEnd) return undefined;
  // What float32 has rounded off is less than half of what is above the last 32 bits.
  const low = large.low();
  const above = div(sub(large.rounded(), cast(low, 'float32')), scalar(2 ** 32, 'float32'));
  return { low, high: cast(round(above), 'int32') };
}

function mayOverflow(value: unknown): boolean {
  return isTensor(value) && value.dtype === 'int32' && larges.has(value);
}

type Question = 'rounded' | 'low';

/** The answers of what is computed op by op, until the first that was asked for is there. */
const answers = new Scoped<Map<Tensor, Partial<Record<Question, Tensor>>> | null>(null);

/** What it is made of may be asked for by several others. */
function once(question: Question, made: Tensor, compute: () => Tensor): () => Tensor {
  return () =>
    isTracing() ? remembered(question, [made], compute) : answered(question, made, compute);
}

function answered(question: Question, made: Tensor, compute: () => Tensor): Tensor {
  const known = answers.value ?? new Map<Tensor, Partial<Record<Question, Tensor>>>();
  return answers.during(known, () => {
    const answer = known.get(made)?.[question] ?? compute();
    known.set(made, { ...known.get(made), [question]: answer });
    return answer;
  });
}

function partOf(value: unknown): Large | null {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return null;
    return {
      rounded: () => scalar(value, 'float32'),
      low: () => scalar(value | 0, 'int32'),
      largest: () => Math.abs(value),
      factor: Math.abs(value),
      sums: 0,
    };
  }
  if (!isTensor(value)) return null;
  const known = largeOf(value);
  if (known !== undefined) return known;
  if (value.dtype !== 'int32' && value.dtype !== 'bool') return null;
  const integers = () => (value.dtype === 'bool' ? cast(value, 'int32') : asIntegers(value));
  return {
    rounded: () => cast(integers(), 'float32'),
    low: integers,
    largest: (most) => (value.dtype === 'bool' ? 1 : (remainders.get(value) ?? most)),
    factor: 0,
    sums: 0,
  };
}

/** Longer ones are of loops that were unrolled. Each keeps all that it adds. */
const mostSums = 8;

function isSumOfIntegers(value: unknown): boolean {
  const large = largeOf(value);
  return large === undefined || large.sums > 0;
}

function memoized(compute: (known: number) => number): (known: number) => number {
  const found = new Map<number, number>();
  return (known) => {
    const before = found.get(known);
    if (before !== undefined) return before;
    const now = compute(known);
    found.set(known, now);
    return now;
  };
}

/** Counters, sizes and indices are smaller. */
export const usual = 2 ** 22;

/** JavaScript's numbers are rounded from here on. */
export const exactEnd = 2 ** 53;

/** From here on JavaScript's numbers are multiples of 2 ** 32. */
const lowEnd = 2 ** 84;

/** A generator of random numbers multiplies what may be any integer; products of others are small. */
function mostOf({ largest, factor }: Pick<Large, 'largest' | 'factor'>): number {
  return largest(factor >= usual ? 2 ** 31 : usual);
}

/** The last 32 bits of the multiple of a power of two that is nearest to the number, the even one of two. */
function asRounded(low: Tensor, rounded: Tensor, most: number): Tensor {
  const size = abs(rounded);
  // What float32 has rounded up to the end is below it where its last bits say so.
  const isBelow = notEqual(less(low, 0), less(rounded, 0));
  let bits: Tensor = scalar(0, 'int32');
  for (let end = exactEnd; end < most; end *= 2) {
    const isFrom = where(equal(size, end), logicalNot(isBelow), greater(size, end));
    bits = add(bits, cast(isFrom, 'int32'));
  }
  const unit = cast(pow(scalar(2, 'float32'), cast(bits, 'float32')), 'int32');
  const rest = mod(low, unit);
  const isOdd = equal(mod(floorDiv(low, unit), scalar(2, 'int32')), 1);
  const twice = mul(rest, scalar(2, 'int32'));
  const isUp = logicalOr(greater(twice, unit), logicalAnd(equal(twice, unit), isOdd));
  return add(sub(low, rest), where(isUp, unit, scalar(0, 'int32')));
}
