import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, tensorSpec } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

async function told(body: string, ...args: readonly unknown[]): Promise<string> {
  const { f } = await compile(
    `import * as tf from '@tensorflow/tfjs-core';\nimport { range } from 'use-graph';\nexport function f(x, o) {\n"use graph";\n${body}\n}`,
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

  it.each([
    [
      'return tf.grads((a, b) => a * b)(x, x);',
      'tf.grads(f) cannot take float32[2] and float32[2]: its arguments are to be tensors in an array.',
      'Put them into one: [x, y].',
    ],
    ['return tf.valueAndGrad((a) => a * a)([x]);', 'its argument is to be a tensor', 'Give it one'],
    [
      'return tf.grad((a) => a * a)();',
      "tf.grad(f) cannot be called without an argument: its argument 'x' is missing",
      'Give a tensor',
    ],
    [
      'return tf.grad((a) => a * a)(x, 1);',
      'is to have the shape that the function returns',
      'Leave it out',
    ],
    ['return tf.grad(x);', 'it takes a function', 'Write what is to be done as a function'],
    ['return tf.tidy(x);', 'it takes a function', 'Write what is to be done as a function'],
    ['return tf.stack([x, tf.zeros([3])]);', 'sizes 2 and 3 differ in axis 0', 'tf.concat joins'],
    [
      'return tf.concat([x, tf.zeros([])]);',
      'their ranks, 1 and 0, differ',
      'Give them as many axes',
    ],
    [
      'return tf.concat([x[0], x[1]]);',
      'axis 0 does not exist in rank 0',
      'tf.stack makes a vector of it',
    ],
    ['return tf.split(x, 3);', '3 does not divide 2', 'List the size of each part'],
    [
      'return tf.slice(x, 1, 4);',
      'the slice from 1 of size 4 is not inside axis 0',
      'There are 2 along it',
    ],
    ['return tf.slice(x, -1, 1);', 'a slice cannot begin at -1', 'Count from the front'],
    ['return tf.sum(x, 1);', 'axis 1 does not exist in rank 1', 'A vector has one axis, 0.'],
    [
      'return tf.slice(x, tf.tensor1d([0], "int32"), [1]);',
      'by tf.slice(), which takes a number',
      'Use tensor operations',
    ],
  ])('of ops: %s', async (body, problem, fix) => {
    const message = await told(body, x());
    expect(message).toContain(problem);
    expect(message).toContain(fix);
  });

  it('and leaves alone what the function of a gradient throws itself', async () => {
    const body = "return tf.grads((a) => { throw new Error('mine'); })([x]);";
    expect(await told(body, x())).toBe('mine');
  });

  it('of arguments with another number of axes than the signature has', () => {
    const f = graph((v: tf.Tensor) => tf.neg(v), { inputSignature: [tensorSpec([null, 3])] });
    expect(() => f(tf.ones([3]))).toThrow('any number of axes: tensorSpec(null)');
    expect(() => f(tf.ones([3, 2]))).toThrow('put null for each size that varies');
  });
});
