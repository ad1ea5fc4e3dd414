import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

async function told(body: string, ...args: readonly unknown[]): Promise<string> {
  const { f } = await compile(
    `import { range } from 'use-graph';\nexport function f(x, o) {\n"use graph";\n${body}\n}`,
  );
  try {
    f!(...args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was thrown.');
}

/* What who comes from another language, or has another kind of value than he thinks, is told. */
describe('a message says what to write instead', () => {
  beforeAll(useCpu);
  const x = () => tf.tensor1d([1, 2]);

  it('of a loop over what has no items, by its name', async () => {
    expect(await told('for (const i of o.n) x = x + i;\nreturn x;', x(), { n: 3 })).toBe(
      'o.n is not iterable: it is 3. To count up to it, loop over range(o.n)',
    );
    expect(await told('for (const v of o) x = x + v;\nreturn x;', x(), { a: x() })).toBe(
      'o is not iterable: it is an object with the key a',
    );
  });

  it('of methods that lists of other languages have', async () => {
    const message = await told('const all = [];\nall.append(x);\nreturn all;', x());
    expect(message).toMatch(/^append is not a function: .*\. Arrays have push\(value\)\.$/);
  });

  it('of a range of a vector', async () => {
    const message = await told('let s = 0;\nfor (const i of range(x)) s += i;\nreturn s;', x());
    expect(message).toContain('x.shape[0] for how many rows it has');
  });

  it('of arguments with another number of axes than the signature has', () => {
    const f = graph((v: tf.Tensor) => tf.neg(v), { inputSignature: [tensorSpec([null, 3])] });
    expect(() => f(tf.ones([3]))).toThrow('any number of axes: tensorSpec(null)');
    expect(() => f(tf.ones([3, 2]))).toThrow('put null for each size that varies');
  });
});
