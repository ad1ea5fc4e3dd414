import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';

async function told(body: string, word = ''): Promise<Error> {
  const program = `export ${word}function f(x, n) {\n  "use graph";\n  ${body}\n}`;
  const { f } = await compile(program, { tf }, 'model.js');
  try {
    await f!(tf.tensor1d([1, 2]), tf.scalar(3, 'int32'));
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

describe('what reads a traced tensor', () => {
  beforeAll(useCpu);

  it.each([
    ['x.dataSync()', ''],
    ['x.arraySync()', ''],
    ['x.bufferSync()', ''],
    ['x.toString()', ''],
    ['x.print()', ''],
    ['await x.data()', 'async '],
    ['await x.array()', 'async '],
    ['x.data().then((all) => all[0])', ''],
  ])('is named: %s', async (read, word) => {
    const { message, stack } = await told(`return ${read};`, word);
    const name = /\.(\w+)\(/.exec(read)![1];
    expect(message).toContain(`were asked for while tracing 'f', by ${name}(): it has none`);
    expect(stack).toContain('at f (model.js:3:');
  });

  it.each([
    ['tf.randomNormal([n])', 'tf.randomNormal()', "'n'"],
    ['tf.eye(n)', 'tf.eye()', "'n'"],
    ['tf.buffer([n])', 'tf.buffer()', "'n'"],
    ['tf.oneHot(tf.cast(x, "int32"), n)', 'tf.oneHot()', "'n'"],
  ])('is an op that must know a number: %s', async (call, op, name) => {
    const { message } = await told(`return ${call};`);
    expect(message).toContain(
      `${op} must know its numbers while tracing, and is given the tensor ${name} (int32[], a parameter of f) for one of them.`,
    );
    expect(message).toContain('Pass it to the function as a plain number');
  });

  it('is told the length of an array as one', async () => {
    const { message } = await told(
      'const list = []; for (const v of x) if (v > 1) list.push(v); return tf.zeros([list.length]);',
    );
    expect(message).toContain("the tensor 'list.length' (int32[], made by a loop at");
  });

  it('is not blamed for an argument of another dtype', async () => {
    const { message } = await told('return tf.conv2d(tf.zeros([4, 4, 1]), n, 1, "same");');
    expect(message).toMatch(
      /^tf\.conv2d cannot take .*: 'filter' is to hold elements of dtype float32, and holds int32/,
    );
  });
});
