import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graph } from '../../runtime/index.js';
import { useCpu } from '../support/index.js';

const one = tf.scalar;
const ones = (count: number) => Array.from({ length: count }, () => one(1));

/** What is told after five calls that were traced. */
function told(parameters: string, argumentsOf: (call: number) => unknown[]): string {
  const code = new Function('tf', `return function f(${parameters}) { return tf.scalar(1); };`);
  const f = graph(code(tf));
  for (let call = 1; call <= 5; call++) f(...argumentsOf(call));
  const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => String(text));
  return warnings.find((text) => text.includes('retracing'))!;
}

describe('the advice on retracing', () => {
  beforeAll(useCpu);
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => vi.restoreAllMocks());

  it.each<readonly [string, string, (call: number) => unknown[], string, string]>([
    ['lists', 'xs', (n) => [ones(n)], 'xs of 5 elements, and the one before for xs of 4', 'stack'],
    [
      'lists in an object',
      'o',
      (n) => [{ rows: { of: ones(n) } }],
      'o.rows.of of 5 elements, and the one before for o.rows.of of 4 elements',
      'stack',
    ],
    ['shapes', 'x', (n) => [tf.ones([n])], 'shape=[5]', 'null sizes'],
    ['ranks', 'x', (n) => [tf.ones(Array(n).fill(2))], 'shape=[2, 2, 2, 2, 2]', 'tensorSpec(null)'],
    ['numbers beside tensors', 'o', (n) => [{ x: one(1), rate: n }], 'rate: 5', 'tf.scalar(n)'],
    ['texts', 'x, s', (n) => [one(1), 'ab'.repeat(n)], "s='ababababab'", 'depends on them outside'],
    ['keys', 'o', (n) => [{ [`k${n}`]: one(1) }], 'k5: Tensor', 'give them the same ones'],
    [
      'numbers of arguments',
      '...xs',
      (n) => ones(n),
      'xs[4]: TensorSpec(shape=[], dtype=float32), and the one before for none',
      'pass one tensor of all',
    ],
    ['functions', 'x, g', (n) => [one(1), () => n], 'another g than', 'make them once'],
  ])('is about %s', (_, parameters, argumentsOf, change, advice) => {
    const message = told(parameters, argumentsOf);
    expect(message).toContain('triggered retracing, which is slow. The latest was for ');
    expect(message).toContain(change);
    expect(message.split('\n').at(-1)).toContain(advice);
  });
});
