import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';
import { expectSame, float32 } from './compare.js';
import { compareBody } from './compareBody.js';

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

/* Of a loop's counter it is known that it grows, if it does. */
const loops: readonly string[] = [
  "const t = { a: 0, b: 0, c: 0 }, keys = ['a', 'b', 'c']; for (let i = 0; i < n; i++) t[keys[i % 3]] += i; return [t.a, t.b, t.c];",
  "const t = { a: 0, b: 0, c: 0 }, keys = ['a', 'b', 'c']; for (const i of range(n)) t[keys[i % keys.length]] += i + 1; return [t.a, t.b, t.c];",
  "const t = { a: 0, b: 0 }, keys = ['a', 'b']; let i = 1; while (i < n * 3) { if (i > 4) i += 1; t[keys[(i * 5 + 1) % 2]] += i; i += 2; } return [t.a, t.b];",
  "const t = { a: 0, b: 0 }, keys = ['a', 'b']; for (let i = 0; i < n; i++) for (let j = i; j < n; j++) t[keys[(i + j) & 1]] += j; return [t.a, t.b];",
  "const t = { a: 0, b: 0 }, keys = ['a', 'b']; t[keys[n & 1]] += n; return [t.a, t.b];",
  'const fs = [(x) => x + 1, (x) => x * 2]; let s = 1; for (let i = 0; i < n; i++) s = fs[i % 2](s); return s;',
  // Counters that fall, of which an element is missing.
  'const w = [1, 2, 3]; let s = 0, i = 2; while (i > -n) { s = s * 2 + (w[i % 3] ?? 7); i -= 1; } return s;',
  "const w = ['a', 'bb', 'ccc']; let s = 0; for (let i = 1; i > -n; i--) { const text = w[i % 3]; s = s * 5 + (text === undefined ? 0 : text.length); } return s;",
  'const w = [1, 2, 3]; let s = 0, i = 0; for (const x of v) { s = s * 2 + (w[i % 3] ?? 7); if (x > 1) i = -1; else i += 1; } return s;',
  'const w = [1, 2, 3]; let s = 0, i = 0, by = 1; while (s < n * 4) { s += w[i % 3] ?? 5; i += by; if (i > 2) by = -2; } return s;',
];

describe.each(executors)('the counter of a loop as an index, on $backend', ({ backend, start }) => {
  beforeAll(start);

  it.each(loops)('%s', async (body) => {
    expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
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
