import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32 } from './compare.js';

/* An index that is one of the array's for sure is not checked: on WebGPU a function need not be async for it. */
const functions: readonly (readonly [name: string, body: string])[] = [
  [
    'of two branches',
    'const h = [0, 0, 0]; h[x > 0 ? 1 : 2]++; return h[0] + h[1] * 10 + h[2] * 100;',
  ],
  [
    'of several branches',
    'const h = [0, 0, 0, 0]; h[x < -1 ? 0 : x < 0 ? 1 : x < 1 ? 2 : 3] += x; return h[1] + h[2] * 10 + h[3] * 100;',
  ],
  [
    'a clamped number',
    'const h = [0, 0, 0, 0]; h[Math.min(Math.max(Math.floor(x), 0), 3)] += 10; return h[0] + h[1] * 100;',
  ],
  ['a variable', 'const h = [0, 0]; let i = 0; if (x > 0) i = 1; h[i] = x; return h[1];'],
  [
    'where a tensor is greatest',
    'const h = [0, 0]; h[tf.argMax(tf.stack([x, 0.5]))] += 1; return h[0] + h[1] * 10;',
  ],
  [
    'found by comparisons',
    'const h = [0, 0, 0], v = [x, 0.5, -x]; let best = 0; for (let i = 1; i < 3; i++) if (v[i] > v[best]) best = i; h[best] = 5; return h[0] + h[1] * 10;',
  ],
];

describe.each(executors)('indices of arrays, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(functions)('%s', async (_, body) => {
    const calls = [[float32(1.5)], [float32(-0.5)], [float32(0)]];
    await expectSame(`export function f(x) {\n"use graph";\n${body}\n}`, calls, executor);
  });
});

describe('an index that may be none of the array', () => {
  beforeAll(useCpu);

  it.each([
    'h[x > 0 ? 1 : 2]',
    'h[x > 0 ? -1 : 0]',
    'h[Math.max(Math.floor(x), 0)]',
    'h[tf.argMax(tf.stack([x, 0.5, 7]))]',
    'h[tf.cast(x, "int32")]',
  ])('%s', async (element) => {
    const { f } = await compile(
      `import * as tf from '@tensorflow/tfjs-core';\nexport function f(x) {\n"use graph";\nconst h = [0, 0];\n${element} = 1;\nreturn tf.stack(h);\n}`,
    );
    const [small, large] = [tf.scalar(-5), tf.scalar(5)];
    const call = (x: tf.Tensor) => () => (f!(x) as tf.Tensor).dispose();
    expect(() => {
      call(small)();
      call(large)();
    }).toThrow(/an array of 2 elements is changed at an index at which it has no element/);
    tf.dispose([small, large]);
  });
});
