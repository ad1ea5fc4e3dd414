// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are programs.
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectNoLeak } from '../support/index.js';

async function programOf(body: string): Promise<(...args: tf.Tensor[]) => Promise<tf.Tensor>> {
  const { f } = await compile<{ f: (...args: tf.Tensor[]) => Promise<tf.Tensor> }>(
    `import { assert } from 'use-graph';\nexport async function f(x, n) {\n"use graph";\n${body}\n}`,
    { tf },
  );
  return f;
}

async function told(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
  throw new Error('Nothing was thrown.');
}

const vector = (...elements: number[]) => tf.tensor1d(elements);

describe.each(executors)('the message of an assertion on $backend', ({ start }) => {
  beforeAll(start);

  it.each([
    ['assert(tf.all(x > 0), `x is ${x} of ${x.shape[0]}`);', 'x is [1 -2] of 2'],
    ['const low = tf.min(x); assert(low > 0, `at least ${low}`);', 'at least -2'],
    ['console.assert(tf.all(x > 0), `x is ${x}`, "at", n);', 'x is [1 -2] at 3'],
    [
      'for (let i = 0; i < n; i++) { assert(x[0] < 3, `turn ${i}: ${x[0]}`); x = x * 2; }',
      'turn 2: 4',
    ],
    ["const way = n > 2 ? 'up' : 'down'; assert(n > 5, `going ${way}`);", 'going up'],
  ])('may have tensors in it: %s', async (statement, message) => {
    const f = await programOf(`${statement}\nreturn x * 2;`);
    const x = vector(1, -2);
    const n = tf.scalar(3, 'int32');
    const call = () => told(() => f(x, n));
    await call();
    expect(await expectNoLeak(call)).toBe(`Assertion failed: ${message}`);
  });

  it('costs nothing where the assertion holds', async () => {
    const f = await programOf('assert(tf.all(x > 0), `x is ${x}`);\nreturn x * 2;');
    expect(Array.from(await (await f(vector(1, 2))).data())).toEqual([2, 4]);
  });

  it('tells of the tensors what is known where the program decides', async () => {
    const f = await programOf('assert(x.shape[0] === 3, `x is ${x}`);\nreturn x;');
    expect(await told(() => f(vector(1, 2)))).toBe('Assertion failed: x is a tensor float32[2]');
    await f(vector(1, 2, 3));
  });
});

describe('in an eager run', () => {
  beforeAll(executors[0]!.start);

  it('is the same', async () => {
    const f = await programOf('assert(tf.all(x > 0), `x is ${x}`);\nreturn x * 2;');
    runFunctionsEagerly(true);
    try {
      expect(await told(() => f(vector(1, -2)))).toBe('Assertion failed: x is [1 -2]');
    } finally {
      runFunctionsEagerly(false);
    }
  });
});
