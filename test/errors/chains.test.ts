import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

beforeAll(useCpu);

type Program = (x: tf.Tensor) => tf.Tensor;

async function errorOf(chain: string): Promise<string> {
  const { f } = await compile<{ f: Program }>(`export function f(x) {
  "use graph";
  const y = x
    ${chain};
  return y;
}`);
  try {
    f(tf.tensor1d([1, 2]));
  } catch (error) {
    return (error as Error).stack ?? '';
  }
  return 'none';
}

describe('an error in a chain of calls over several lines', () => {
  it.each([
    ['of an op', '.mul(2)\n    .add([1, 2, 3])\n    .relu()', 5, 6],
    ['of what is no method', '.mul(2)\n    .relu()\n    .relux()', 6, 6],
    ['of an optional call', '?.mul(2)\n    ?.add([1, 2, 3])\n    ?.relu()', 5, 7],
    ['on the first line', '.add([1, 2, 3])', 4, 6],
    ['within the line', '.mul(2).add([1, 2, 3]).relu()', 4, 13],
  ])('names the place of the method: %s', async (_, chain, line, column) => {
    expect(await errorOf(chain)).toMatch(new RegExp(`program\\.js:${line}:${column}\\D`));
  });

  it('names the beginning of what stands on one line', async () => {
    const { f } = await compile<{ f: Program }>(
      'export function f(x) { "use graph"; return x.mul(2).add([1, 2, 3]); }',
    );
    expect(() => f(tf.tensor1d([1, 2]))).toThrow('program.js:1:44\n');
  });
});
