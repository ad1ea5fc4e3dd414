import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

async function framesOf(program: string): Promise<string[]> {
  const { f } = await compile(program, { tf }, 'model.js');
  try {
    await f!(tf.tensor1d([3, 2]));
  } catch (error) {
    const frames = (error as Error)
      .stack!.split('\n')
      .filter((line) => /^ +at .*\(model/.test(line));
    return frames.map((frame) => frame.trim());
  }
  throw new Error('Nothing was thrown.');
}

it.each([
  [
    'a generator that pushes',
    'function* items(x) { while (x[0] > 0) { yield x; x = tf.matMul(x, x); } }',
    'let s = x;\n  for (const v of items(x)) s = s + v;\n  return s;',
    [
      'at items (model.js:1:54)',
      'at the first iteration of the while loop (model.js:1:22)',
      'at f (model.js:5:3)',
    ],
  ],
  [
    'a generator whose items are taken one by one',
    'function* items(x) { yield tf.matMul(x, x); }',
    'let s = x;\n  const all = items(x);\n  return all.next().value;',
    ['at items (model.js:1:28)', 'at f (model.js:6:10)'],
  ],
  [
    'the body of a loop, which is none of the generator',
    'function* items(x) { while (x[0] > 0) { yield x; x = x - 1; } }',
    'let s = x;\n  for (const v of items(x))\n    s = tf.matMul(v, v);\n  return s;',
    ['at f (model.js:6:9)'],
  ],
])('%s', async (_, generator, body, expected) => {
  const frames = await framesOf(
    `${generator}\nexport function f(x) {\n  "use graph";\n  ${body}\n}`,
  );
  expect(frames).toEqual(expect.arrayContaining(expected));
  if (expected.length === 1) expect(frames.join()).not.toContain('at items');
});

it('an asynchronous function that waits is in no try statement', async () => {
  const frames = await framesOf(
    'async function load() { await new Promise(() => {}); return 3; }\nexport async function f(x) {\n  "use graph";\n  return x * (await load());\n}',
  );
  expect(frames).toEqual(['at load (model.js:1:25)', 'at f (model.js:4:21)']);
});

it('the steps in which an asynchronous graph runs are no frames', async () => {
  const { f } = await compile(
    'export async function f(x) {\n  "use graph";\n  const i = x[0] / 2;\n  return x[i];\n}',
    { tf },
    'model.js',
  );
  const error = await (f!(tf.tensor1d([3, 2])) as Promise<unknown>).catch(
    (thrown: Error) => thrown,
  );
  const { stack } = error as Error;
  expect(stack).toMatch(/ at (?:f \()?model\.js:4:10/);
  expect(stack).not.toContain('<anonymous>');
});
