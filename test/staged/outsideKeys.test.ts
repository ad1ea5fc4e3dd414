import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

it('leaves a Map or Set from outside of the function as it is', async () => {
  const { f } = await compile('export function f(s, x) { "use graph"; s.add(x); return x; }');
  const set = new Set<unknown>([1]);
  const x = tf.scalar(2);
  expect(() => (f as (...args: unknown[]) => unknown)(set, x)).toThrow(
    /cannot become a key of a Set that was made outside of the function/,
  );
  expect([...set]).toEqual([1]);
  expect(set.size).toBe(1);
  x.dispose();
});
