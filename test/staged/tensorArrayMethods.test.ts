import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectElements, useCpu } from '../support/index.js';

type Total = (x: tf.Tensor) => tf.Tensor;

/** What a program computes of `x`, of shape [4, 2], with a TensorArray in loops of `n` times, and the same by ops. */
const programs: Readonly<Record<string, readonly [body: string, expected: Total]>> = {
  'write and read': [
    `let all = new TensorArray('float32', 4, { elementShape: [2] });
     let s = 0;
     for (const i of range(n)) all = all.write(i, x[i] * x[i]);
     for (const i of range(n)) s += tf.sum(all.read(n - 1 - i)) * (i + 1);
     return s;`,
    (x) => tf.sum(tf.mul(tf.square(x), tf.tensor2d([4, 3, 2, 1], [4, 1]))),
  ],
  'write where something was written': [
    `let all = new TensorArray('float32', 2, { elementShape: [2] });
     for (const i of range(n)) all = all.write(i % 2, all.read(i % 2) * 2 + x[i] ** 2);
     return tf.sum(all.stack() * tf.tensor2d([[1, 2], [3, 4]]));`,
    (x) => {
      const [a, b, c, d] = tf.unstack(tf.square(x));
      const both = tf.stack([tf.add(tf.mul(a!, 2), c!), tf.add(tf.mul(b!, 2), d!)]);
      return tf.sum(
        tf.mul(
          both,
          tf.tensor2d([
            [1, 2],
            [3, 4],
          ]),
        ),
      );
    },
  ],
  'stack of one that grows, and its size': [
    `let all = new TensorArray('float32', 0, { dynamicSize: true, elementShape: [2] });
     for (const i of range(n)) if (i !== 1) all = all.write(all.size(), x[i] ** 3);
     return tf.sum(all.stack()) * all.size();`,
    (x) => tf.mul(tf.sum(tf.pow(tf.gather(x, tf.tensor1d([0, 2, 3], 'int32')), 3)), 3),
  ],
  'unstack in a loop': [
    `let s = 0;
     for (const i of range(n)) {
       const all = new TensorArray('float32', 4).unstack(x * x);
       s += tf.sum(all.read(i) * tf.tensor1d([1, 3]));
     }
     return s;`,
    (x) => tf.sum(tf.mul(tf.square(x), tf.tensor1d([1, 3]))),
  ],
  gather: [
    `let all = new TensorArray('float32', 4, { elementShape: [2] });
     let s = 0;
     for (const i of range(n)) {
       all = all.write(i, x[i] ** 2);
       s += tf.sum(all.gather([0, 0]));
     }
     return s + tf.sum(all.gather(tf.tensor1d([3, 1], 'int32')));`,
    (x) => tf.sum(tf.mul(tf.square(x), tf.tensor2d([8, 1, 0, 1], [4, 1]))),
  ],
  scatter: [
    `let all = new TensorArray('float32', 6, { elementShape: [2] });
     for (const i of range(n)) {
       const places = tf.stack([i + 2, i]);
       all = all.scatter(tf.cast(places, 'int32'), tf.stack([x[i], x[i] * 10]));
     }
     return tf.sum(all.stack() ** 2);`,
    (x) => {
      // A row's own place, of ten times the row, is written after that of the row two before.
      const own = tf.square(tf.mul(x, 10));
      return tf.add(tf.sum(own), tf.sum(tf.square(tf.slice(x, [2, 0], [2, 2]))));
    },
  ],
  concat: [
    `let all = new TensorArray('float32', 4, { elementShape: [2] });
     for (const i of range(n)) all = all.write(i, x[i] ** 2);
     return tf.sum(all.concat() * tf.tensor1d([1, 2, 3, 4, 5, 6, 7, 8]));`,
    (x) => tf.sum(tf.mul(tf.square(tf.reshape(x, [8])), tf.tensor1d([1, 2, 3, 4, 5, 6, 7, 8]))),
  ],
  split: [
    `const parts = new TensorArray('float32', 2).split(x ** 2, [2, 2]);
     let s = 0;
     for (const i of range(n)) s += tf.sum(parts.read(i % 2)[0]) * (i + 1);
     return s;`,
    (x) => tf.sum(tf.mul(tf.square(x), tf.tensor2d([4, 0, 6, 0], [4, 1]))),
  ],
};

type Program = Record<'value' | 'gradient', (x: tf.Tensor, n: tf.Tensor) => Promise<tf.Tensor>>;

describe.each(executors)('a TensorArray in loops, on $backend:', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, [body, total]) => {
    const make = () => tf.tensor2d([1, -2, 0.5, 3, -1.5, 2, 0.25, -1], [4, 2]);
    await useCpu();
    const expected = [await total(make()).data(), await tf.grad(total)(make()).data()];
    await start();
    const { value, gradient } = await compile<Program>(
      `import * as tf from '@tensorflow/tfjs-core';
       import { range, TensorArray } from 'use-graph';
       function total(x, n) {
         ${body}
       }
       export async function value(x, n) { "use graph"; return total(x, n); }
       export async function gradient(x, n) { "use graph"; return tf.grad((y) => total(y, n))(x); }`,
    );
    const [x, n] = [make(), tf.scalar(4, 'int32')];
    expectElements(await (await value(x, n)).data(), expected[0]!);
    expectElements(await (await gradient(x, n)).data(), expected[1]!);
    const { numTensors } = tf.memory();
    tf.dispose([await value(x, n), await gradient(x, n)]);
    expect(tf.memory().numTensors).toBe(numTensors);
    expect(graphOf(gradient).tracingCount).toBe(1);
  });
});
