import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../runtime/index.js';
import { executors, useCpu } from '../support/index.js';
import { bool, expectSame, float32, type Given, int32, programOf } from './compare.js';

const choice = `let x; if (c) { x = tf.ones([2, 3]); } else { x = tf.fill([4], 2); }`;
const either: readonly (readonly Given[])[] = [[bool(true)], [bool(false)]];

const programs: readonly [name: string, source: string, calls: readonly (readonly Given[])[]][] = [
  ['is returned', `export async function f(c) { "use graph"; ${choice} return x; }`, either],
  [
    'has a shape',
    `export async function f(c) { "use graph"; ${choice} return [shapeOf(x), tf.sum(shapeOf(x))]; }`,
    either,
  ],
  [
    'is computed with',
    `export async function f(c) { "use graph"; ${choice} return [x * 2 + 1, tf.exp(-x), x > 1, x === 2, tf.maximum(x, 1.5), tf.relu(x), tf.greater(x, 1), tf.squaredDifference(2, x), tf.where(x > 1, x, 0)]; }`,
    either,
  ],
  [
    'is reduced',
    `export async function f(c) { "use graph"; ${choice} return [tf.sum(x), tf.mean(x), tf.max(x), tf.min(x), tf.prod(x), tf.all(x > 0)]; }`,
    either,
  ],
  [
    'decides',
    `export async function f(c) { "use graph"; ${choice} if (tf.sum(x) > 7) return x; return x * 3; }`,
    either,
  ],
  [
    'is reshaped',
    `export async function f(c) { "use graph"; ${choice} const y = tf.reshape(x, [2, -1]); return [y, tf.transpose(y), tf.reshape(x, [-1])]; }`,
    either,
  ],
  [
    'is merged',
    `export async function f(c, d) { "use graph"; ${choice} if (d) x = x + 1; else x = tf.scalar(7); return x; }`,
    [
      [bool(true), bool(true)],
      [bool(false), bool(false)],
      [bool(false), bool(true)],
    ],
  ],
  [
    'is chosen by ?:',
    `export async function f(c) { "use graph"; return c ? tf.ones([2, 3]) : tf.scalar(2); }`,
    either,
  ],
  [
    'is what returns differ in',
    `export async function f(c) { "use graph"; if (c) return tf.ones([2, 3]); return tf.ones([1]); }`,
    either,
  ],
  [
    'is what a called function returns',
    `function pick(c) { if (c) return tf.ones([2, 3]); return tf.ones([1]); } export async function f(c) { "use graph"; return pick(c) * 2; }`,
    either,
  ],
  [
    'is left as it is by a loop',
    `export async function f(c, n) { "use graph"; ${choice} while (n > 0) { x = x * 2; n = n - 1; } return x; }`,
    [
      [bool(true), int32(2)],
      [bool(false), int32(3)],
    ],
  ],
  [
    'comes from a loop that may run once',
    `export async function f(n) { "use graph"; let x = tf.scalar(1); while (n > 0) { setLoopOptions({ shapeInvariants: [[x, null]] }); x = tf.reshape(x, [1, -1]); n = n - 1; } return x; }`,
    [[int32(0)], [int32(2)]],
  ],
  [
    'keeps the rank that a loop keeps',
    `export async function f(n) { "use graph"; let m = tf.ones([2, 2]); while (n > 0) { setLoopOptions({ shapeInvariants: [[m, null]] }); m = tf.pad(m, [[1, 1], [1, 1]]); n = n - 1; } return m; }`,
    [[int32(0)], [int32(2)]],
  ],
  [
    'is in a structure',
    `export async function f(c, x) { "use graph"; const o = { y: x }; if (c) o.y = tf.sum(x); return { ...o, z: 1 }; }`,
    [
      [bool(true), float32([1, 2])],
      [bool(false), float32([1, 2])],
    ],
  ],
  [
    'is multiplied, joined and summed',
    `export async function f(c) { "use graph"; let x; if (c) { x = tf.ones([1, 2, 2]); } else { x = tf.fill([2, 2], 2); } return [tf.matMul(x, x), tf.concat([x, x], 0), tf.sum(x, 0)]; }`,
    either,
  ],
  [
    'is cast and cloned',
    `export async function f(c) { "use graph"; ${choice} return [x.clone(), tf.cast(x, 'int32'), tf.onesLike(x), tf.zerosLike(x)]; }`,
    either,
  ],
];

describe.each(executors)('a tensor of unknown rank, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(programs)('%s', (_, source, calls) => expectSame(source, calls, executor));
});

describe('a tensor of unknown rank', () => {
  beforeAll(useCpu);

  it('is one in the graph', async () => {
    const f = await programOf(`export function f(c) { "use graph"; ${choice} return x; }`);
    const concrete = graphOf(f).getConcreteFunction(tf.scalar(true, 'bool'));
    expect(concrete.outputs.map(({ shape }) => shape)).toEqual([null]);
    expect(concrete.graph.toString()).toContain('float32[...]');
  });

  it.each([
    ['transpose(x)', /tf\.transpose/],
    ['squeeze(x)', /squeeze/],
    ['softmax(x)', /tf\.softmax needs it/],
  ])('is refused by tf.%s', async (call, message) => {
    const f = await programOf(`export function f(c) { "use graph"; ${choice} return tf.${call}; }`);
    expect(() => f(tf.scalar(true, 'bool'))).toThrow(message);
    expect(() => f(tf.scalar(true, 'bool'))).toThrow(
      /How many axes .*made by a conditional.* is not known while tracing.*program\.js:\d+:\d+/s,
    );
  });

  it.each(['x.shape', 'x.rank === 2', 'x.size', 'x[0]', 'x.length'])('has no %s', async (read) => {
    const f = await programOf(`export function f(c) { "use graph"; ${choice} return ${read}; }`);
    expect(() => f(tf.scalar(true, 'bool'))).toThrow(/How many axes.*is not known while tracing/s);
  });

  it('lets gradients flow when the graph is differentiated', async () => {
    const f = await programOf(
      'export function f(x) { "use graph"; let y; if (tf.sum(x) > 0) { y = x * x; } else { y = tf.sum(x); } return tf.sum(y); }',
    );
    const grad = tf.grad((x) => f(x) as tf.Tensor);
    expect(await grad(tf.tensor1d([1, 2])).array()).toEqual([2, 4]);
    expect(await grad(tf.tensor1d([-1, -2])).array()).toEqual([1, 1]);
  });
});
