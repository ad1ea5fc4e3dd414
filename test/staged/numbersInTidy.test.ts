import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { plain } from './compare.js';

type Program = (x: tf.Tensor, n: tf.Tensor) => unknown;

async function resultOf(body: string): Promise<unknown> {
  const source = `import * as tf from '@tensorflow/tfjs-core';
export function program(x, n) {
  "use graph";
  ${body}
}`;
  const { program } = await compile<{ program: Program }>(source);
  return plain((await program(tf.scalar(2), tf.scalar(3, 'int32'))) as never);
}

describe.each(executors)('a scope of TensorFlow.js, on $backend', ({ start }) => {
  beforeAll(start);
  afterEach(() => vi.restoreAllMocks());

  it.each<[string, string, unknown]>([
    [
      'a counter of a loop',
      'let k = 0; const y = tf.tidy(() => { let y = x; while (y < 100) { y = tf.mul(y, 3); k++; } return y; }); return [y, k];',
      [162, 4],
    ],
    [
      'what branches choose',
      'let kind = 0; tf.tidy(() => { if (x > 0) kind = 1; else kind = 2; return tf.neg(x); }); return kind;',
      1,
    ],
    [
      'a property',
      'const stats = { steps: 0 }; tf.tidy(() => { for (let i = 0; i < n; i++) stats.steps += 2; }); return stats.steps;',
      6,
    ],
    [
      'the length of an array',
      'const hits = []; tf.tidy(() => { for (let i = 0; i < n; i++) if (x > i) hits.push(i); }); return hits.length;',
      2,
    ],
    [
      'in a gradient',
      'let k = 0; const g = tf.grad((x) => { let s = x; while (s < 10) { s = tf.mul(s, 2); k++; } return s; })(x); return [g, k];',
      [8, 3],
    ],
    [
      'in scopes within each other',
      'let k = 1; tf.tidy(() => tf.tidy(() => { for (let i = 0; i < n; i++) k = k * 2; })); return k;',
      8,
    ],
  ])('leaves the numbers of the program as they are: %s', async (_, body, expected) => {
    expect(await resultOf(body)).toEqual(expected);
  });

  it('has disposed a tensor at its end', async () => {
    const body = 'let y = x; tf.tidy(() => { y = tf.add(x, 1); }); return tf.add(y, 1);';
    await expect(resultOf(body)).rejects.toMatchObject({ code: 'disposed-tensor' });
  });

  it.each([
    'return tf.tidy(() => { let s = tf.scalar(0); for (let i = 0; i < n; i++) { if (s > 1) break; s = s + x; } return s; });',
    'return tf.tidy(() => { let s = tf.scalar(0); outer: while (s < 9) { while (true) { if (s > 3) break outer; s = s + x; } } return s; });',
  ])('says nothing of a loop in it that is left: %s', async (body) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await resultOf(body);
    expect(warn).not.toHaveBeenCalled();
  });
});
