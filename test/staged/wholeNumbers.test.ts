import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/function/eagerMode.js';
import { executors, useCpu } from '../support/index.js';
import { programOf } from './compare.js';

/** Beyond 2 ** 24 float32 has not every whole number any more. */
const numbers = [
  16777217, -16777217, 16777219, 123456789, -2000000001, 2147483647, -2147483647, -2147483648, 10,
  -10, 7, 1, 0, 134456,
];

/** Exact where JavaScript's number is one of int32. */
const wholeOfOne = [
  'a % 10',
  'a % -10',
  '10 % a',
  'a % 16777216',
  '2147483647 % a',
  'Math.abs(a)',
  'Math.sign(a)',
  'Math.floor(a)',
  'Math.ceil(a)',
  'Math.round(a)',
  'Math.trunc(a)',
  '+a',
  '-a',
  '~a',
  'a + 1',
  'a - 16777216',
  'a | 0',
  'a | 1',
  'a ^ 16777217',
  'a & 16777217',
  'a & 255',
  'a << 3',
  'a >> 2',
  'a >>> 2',
  'Math.clz32(a)',
  'Math.max(a, 16777217)',
  'Math.min(a, 16777217)',
  'a < 16777217',
  'a <= 16777216',
  'a > 16777216',
  'a >= 16777217',
  'a === 16777217',
  'a !== 16777217',
  '(a % 30000) * 65521',
  '(a % 40000) ** 2',
  'a * 1',
  'a ** 1',
];

const wholeOfTwo = [
  'a % b',
  '-(a >> 1) % b',
  'a % -b',
  'Math.abs(a % b)',
  'Math.max(a, b)',
  'Math.min(a, b)',
  'a < b',
  'a <= b',
  'a > b',
  'a >= b',
  'a === b',
  'a !== b',
  'a & b',
  'a | b',
  'a ^ b',
  'a << (b & 7)',
  'a >> (b & 31)',
  'Math.imul(a, b)',
  'a + b',
  'a - b',
  '(a % 46340) * (b % 46340)',
];

const fractions = ['a / 3', 'a / b', 'Math.hypot(a, b)', 'Math.hypot(a)', 'Math.hypot(a, 0.5, b)'];

type Row = readonly (number | boolean)[];

const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const));
const isInt32 = (value: number) => (value | 0) === value;

const kinds = [
  ['whole results', [...wholeOfOne, ...wholeOfTwo], 0],
  ['fractions', fractions, 1e-6],
] as const;

/** The results that differ from JavaScript's of each pair, where int32 has these at all. */
async function wrongOf(expressions: readonly string[], tolerance: number): Promise<string[]> {
  const body = `[${expressions.join(', ')}]`;
  const f = await programOf(`export function f(a, b) { "use graph"; return ${body}; }`);
  const host = new Function('a', 'b', `return ${body}`) as (a: number, b: number) => Row;
  const sides = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
  const results = f(...sides.map((side) => tf.tensor1d(side, 'int32'))) as tf.Tensor[];
  const columns = await Promise.all(results.map((result) => result.data()));
  return pairs.flatMap(([a, b], row) =>
    host(a, b).flatMap((value, column) => {
      const [expected, found] = [Number(value), columns[column]![row]!];
      if (tolerance === 0 ? !isInt32(expected) : !Number.isFinite(expected)) return [];
      if (Math.abs(found - expected) <= tolerance * Math.abs(expected)) return [];
      return [`${expressions[column]} of ${a}, ${b}: ${found} for ${expected}`];
    }),
  );
}

describe.each(executors)('int32 tensors in a graph on $backend', ({ start }) => {
  beforeAll(start);

  it.each(kinds)('are as exact as in JavaScript: %s', async (_, expressions, tolerance) => {
    expect(await wrongOf(expressions, tolerance)).toEqual([]);
  });

  it('are so in loops, too', async () => {
    const body = 'for (let i = 0; i < n; i++) s = (s * 8121 + 28411) % 134456; return s;';
    const f = await programOf(`export async function f(s, n) { "use graph"; ${body} }`);
    const host = new Function('s', 'n', body);
    const result = (await f(tf.scalar(42, 'int32'), tf.scalar(50, 'int32'))) as tf.Tensor;
    expect((await result.data())[0]).toBe(host(42, 50));
  });
});

describe('int32 tensors op by op', () => {
  beforeAll(useCpu);

  it.each(kinds)('are as exact as in JavaScript: %s', async (_, expressions, tolerance) => {
    runFunctionsEagerly(true);
    try {
      expect(await wrongOf(expressions, tolerance)).toEqual([]);
    } finally {
      runFunctionsEagerly(false);
    }
  });
});
