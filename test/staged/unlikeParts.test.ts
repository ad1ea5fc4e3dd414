import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { programOf } from './compare.js';

/* Elements that differ in what they hold: the error tells in which part. */
beforeAll(useCpu);

it('tells in which part the elements of an array differ', async () => {
  const f = await programOf(
    'export function f(a) { "use graph"; const found = [[{ k: 1 }, 2]]; if (a > 1) found.push([a, 2]); return found.length; }',
  );
  const run = () => f(tf.scalar(2));
  expect(run).toThrow(
    /'found' with different lengths, .* not alike \(of some '\[0\]' is an object with the key k, of others '\[0\]' is float32\[\]\)/,
  );
});
