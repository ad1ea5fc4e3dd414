import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

async function told(program: string): Promise<readonly [message: string, frames: string]> {
  const { f } = await compile(program, { tf }, 'model.js');
  try {
    f!(tf.scalar(3));
  } catch (error) {
    return [(error as Error).message, (error as Error).stack!];
  }
  throw new Error('Nothing was thrown.');
}

it.each([
  [
    'function product(n) { return n * product(n - 1); }\nexport function f(x) { "use graph"; return product(x); }',
    'product calls itself',
  ],
  [
    'export function f(x) { "use graph"; const product = (n) => (n > 1 ? n * product(n - 1) : 1); return product(x); }',
    'product calls itself',
  ],
  [
    'function even(n) { return n === 0 ? true : odd(n - 1); }\nfunction odd(n) { return n === 0 ? false : even(n - 1); }\n' +
      'export function f(x) { "use graph"; return even(x); }',
    'odd and even call each other',
  ],
  [
    'class Tree { sum(x) { return x * 2 + this.sum(x - 1); } }\nexport function f(x) { "use graph"; return new Tree().sum(x); }',
    'sum calls itself',
  ],
])('a recursion without an end names its functions', async (program, names) => {
  const [message] = await told(program);
  const sorted = names.replace('odd and even', 'even and odd');
  expect([names, sorted].some((name) => message.includes(name))).toBe(true);
  expect(message).toContain('[recursion-on-tensors]');
});

it('the stack lists the function that calls itself, and who called it', async () => {
  const [, frames] = await told(
    'export function f(x) {\n  "use graph";\n  const down = (n) => (n > 1 ? down(n - 1) : n);\n  return down(x);\n}',
  );
  expect(frames).toMatch(/at down \(model\.js:3:24\)[\s\S]*at f \(model\.js:4:10\)/);
});
