import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, compileEager } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

/* A call that fails while it is traced leaves the variables that it made as the code leaves them that runs op by op. */
const programs: Record<string, string> = {
  'outside of the function': `
    let v;
    export function f(x) { "use graph"; v ??= tf.variable(tf.ones([2, 1])); return tf.matMul(x, v); }`,
  'of an object': `
    class Dense {
      kernel = null;
      #bias = null;
      build(size) { this.kernel = tf.variable(tf.fill([size, 1], 2)); this.#bias = tf.variable(tf.scalar(0.5)); }
      f(x) { "use graph"; if (this.kernel === null) this.build(2); return tf.add(tf.matMul(x, this.kernel), this.#bias); }
    }
    const dense = new Dense();
    export const f = (x) => dense.f(x);`,
  'that begins with an argument': `
    let v;
    export function f(x) { "use graph"; v ??= tf.variable(tf.mul(x, 2)); return tf.matMul(x, tf.reshape(v, [-1, 1])); }`,
  'and reads one from outside': `
    const start = tf.variable(tf.ones([2, 1]));
    let v;
    export function f(x) { "use graph"; v ??= tf.variable(tf.mul(start, 3)); return tf.matMul(x, v); }`,
  'before a branch that fails': `
    let v;
    export function f(x) { "use graph"; v ??= tf.variable(tf.ones([2, 1])); if (tf.sum(x) > 100) return tf.matMul(x, v); return tf.matMul(x, tf.mul(v, 2)); }`,
};

const names = `import * as tf from '@tensorflow/tfjs-core';\n`;

/** What the program gives for a good argument after a bad one. */
async function afterFailure(f: (x: tf.Tensor) => unknown): Promise<unknown> {
  const [wrong, right] = [
    tf.tensor1d([5, 0]),
    tf.tensor2d([
      [1, 2],
      [3, 4],
    ]),
  ];
  expect(() => f(wrong)).toThrow();
  const outcome = f(right) as tf.Tensor;
  const result = [outcome.shape, [...(await outcome.data())]];
  tf.dispose([wrong, right, outcome]);
  tf.disposeVariables();
  return result;
}

describe.each(executors)('variables of a trace that failed, on $backend', ({ start }) => {
  it.each(Object.entries(programs))('%s', async (_, program) => {
    await useCpu();
    const eager = await compileEager(names + program);
    const wanted = await afterFailure(eager.f as never);
    await start();
    const graph = await compile(names + program);
    expect(await afterFailure(graph.f as never)).toEqual(wanted);
  });
});

describe('a variable that each call creates anew', () => {
  beforeAll(useCpu);

  it('is refused, and none is left', async () => {
    const { f } = await compile(
      `${names}export function f(x) { "use graph"; const v = tf.variable(x); return tf.add(v, 1); }`,
    );
    const x = tf.scalar(1);
    const before = tf.memory().numTensors;
    expect(() => f!(x)).toThrow(/creates a new variable whenever it runs/);
    expect(tf.memory().numTensors).toBe(before);
    x.dispose();
  });
});
