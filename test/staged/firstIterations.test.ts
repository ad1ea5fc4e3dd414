import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32, int32, programOf } from './compare.js';

const loop = (body: string, head = 'for (const i of range(3))') =>
  `export async function f(x, n) {\n"use graph";\nlet s;\n${head} { ${body} }\nreturn s;\n}`;

/* What only a later iteration uses is not there in the first one. */
const programs: readonly (readonly [name: string, source: string])[] = [
  ['an op', loop('if (i === 0) s = x; else s = tf.mul(s, 2);')],
  ['an op in the main branch', loop('if (i > 0) s = tf.mul(s, 2); else s = x;')],
  ['a chained op', loop('if (i === 0) s = x; else s = s.add(x);')],
  ['an op of a list', loop('if (i === 0) s = x; else s = tf.addN([s, x]);')],
  [
    'a function',
    `const double = (v) => tf.mul(v, 2);\n${loop('if (i === 0) s = x; else s = double(s);')}`,
  ],
  ['a callback', loop('if (i === 0) s = x; else s = [1, 2].map((k) => tf.mul(s, k))[1];')],
  [
    'a loop whose length a tensor decides',
    loop('if (i === 0) s = x; else s = tf.add(tf.mul(s, 0.5), x);', 'for (let i = 0; i < n; i++)'),
  ],
  [
    'a row that a tensor tells',
    loop('if (v === 1) s = x; else s = s.add(v);', 'for (const v of x)'),
  ],
  [
    'a property',
    'export async function f(x) {\n"use graph";\nlet s;\nfor (const i of range(3)) { if (i === 0) s = { h: x }; else s = { h: tf.mul(s.h, 2) }; }\nreturn s.h;\n}',
  ],
  [
    'an element',
    'export async function f(x) {\n"use graph";\nlet s;\nfor (const i of range(3)) { if (i === 0) s = [x, x]; else s = [tf.mul(s[0], 2), s[1]]; }\nreturn s[0];\n}',
  ],
  [
    'an argument that may be left out',
    'export async function f(x) {\n"use graph";\nlet axis; let t = x;\nfor (const v of x) { t = t * tf.sum(x, axis); axis = 0; }\nreturn t;\n}',
  ],
];

describe.each(executors)('the first iteration, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, source) => {
    await expectSame(source, [[float32([1, 2]), int32(3)]], { backend, start });
  });
});

describe('of the first iteration', () => {
  beforeAll(() => useCpu());

  it.each([['s = tf.tanh(s);'], ['s = x.add(s);'], ['const t = tf.addN([x, s]); s = t;']])(
    'a use of what is not there is refused: %s',
    async (body) => {
      const f = await programOf(loop(body, 'for (const v of x)'));
      const error = await Promise.resolve(f(tf.tensor1d([1, 2]))).catch((e: Error) => e);
      expect((error as Error).message).toContain("'s' must be defined before the loop");
    },
  );

  it('what a branch throws is thrown where that runs', async () => {
    const f = await programOf(loop('if (v > 1) s = s.h; else s = { h: x };', 'for (const v of x)'));
    const g = await programOf(
      'export function f(x) {\n"use graph";\nlet s; let t = 0;\nfor (const v of x) { if (v > 1) t += s.h; s = { h: v }; }\nreturn t;\n}',
    );
    expect(() => g(tf.tensor1d([2, 3]))).toThrow(
      "Cannot read properties of undefined (reading 'h')",
    );
    expect((g(tf.tensor1d([0, 3])) as tf.Tensor).arraySync()).toBe(0);
    await expect(Promise.resolve(f(tf.tensor1d([0, 1])))).rejects.toThrow();
  });
});
