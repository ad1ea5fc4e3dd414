import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useCpu, useWebGPU } from '../support/index.js';
import { numbersOf, programOf } from './controlFlow.js';

const wholeNumbers = Array.from({ length: 130 }, (_, index) => index + 1);

async function resultOf(body: string, x: readonly number[], n: number): Promise<number[]> {
  const f = await programOf(body, true);
  return numbersOf(await f(tf.tensor(x as number[]), tf.scalar(n)));
}

describe('results that are whole numbers', () => {
  beforeEach(useWebGPU);
  afterEach(useCpu);

  it.each([3, 7, 15, 41, 49, 60, 61, 83, 100])(
    'are what a division by the literal %i gives',
    async (divisor) => {
      const multiples = wholeNumbers.map((number) => number * divisor);
      expect(await resultOf(`return x / ${divisor};`, multiples, 0)).toEqual(wholeNumbers);
      expect(await resultOf(`return tf.floor(x / ${divisor});`, multiples, 0)).toEqual(
        wholeNumbers,
      );
      expect(await resultOf(`return n / -${divisor};`, [0], divisor)).toEqual([-1]);
    },
  );

  it('are what a mean of equal elements is', async () => {
    expect(await resultOf('return tf.mean(x);', new Array(41).fill(1), 0)).toEqual([1]);
  });

  it.each([3, 4, 5, 7])('are what the power of the literal %i gives', async (exponent) => {
    const bases = [1, 2, 3, 5, 7, 9, 10];
    const wanted = bases.map((base) => base ** exponent);
    expect(await resultOf(`return x ** ${exponent};`, bases, 0)).toEqual(wanted);
  });

  it.each([2, 3, 4, 5])('are what the power of a tensor of %i gives', async (exponent) => {
    const bases = [1, 2, 3, 5, 7, 9, 10];
    const wanted = bases.map((base) => base ** exponent);
    expect(await resultOf('return x ** n;', bases, exponent)).toEqual(wanted);
  });

  it('are what the root of a square is', async () => {
    const squares = wholeNumbers.map((number) => number ** 2);
    expect(await resultOf('return x ** 0.5;', squares, 0)).toEqual(wholeNumbers);
  });

  it('decide how often a loop runs', async () => {
    const body = `let count = 0;
      for (let k = 2; k < n; k++) {
        let isPrime = true;
        for (let d = 2; d <= k ** 0.5; d++) if (k % d === 0) { isPrime = false; break; }
        if (isPrime) count++;
      }
      return count;`;
    expect(await resultOf(body, [0], 130)).toEqual([31]);
  });
});

describe('powers of literals', () => {
  beforeEach(useWebGPU);
  afterEach(useCpu);

  const extremes = [0, -0, 1, -1, Infinity, -Infinity, NaN];

  it.each([3, 4, -2, -3, 0.5])('are those of JavaScript at the ends, for %f', async (exponent) => {
    const wanted = extremes.map((base) => base ** exponent);
    expect(await resultOf(`return x ** ${exponent};`, extremes, 0)).toEqual(wanted);
  });
});
