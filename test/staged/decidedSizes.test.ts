import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { bool, expectSame, float32, type Given, programOf } from './compare.js';

/** A size that the graph decides is what the program computes with, compares and asks. */
const programs: readonly [title: string, body: string][] = [
  ['of a mean', 'return tf.sum(y) / y.shape[0];'],
  ['that is compared', 'if (y.shape[0] === 2) return tf.scalar(5); return tf.sum(y);'],
  ['that is returned', 'return { rows: y.shape[0], all: y.size };'],
  ['of all elements', 'return y.size > 4 ? tf.sum(y) / y.size : tf.scalar(y.size);'],
  [
    'that is counted to',
    'let s = tf.scalar(0); for (let i = 0; i < y.shape[0]; i++) s += y[i] * i; return s;',
  ],
  ['of the last element', 'return y[y.shape[0] - 1] + y[y.size - 2];'],
  ['in a pattern', 'const [n] = y.shape; return n * tf.max(y);'],
  ['of Math', 'return Math.sqrt(Math.max(y.shape[0], 3));'],
  ['that is missing nowhere', 'return y.shape[0] === null ? tf.scalar(1) : tf.scalar(y.shape[0]);'],
  [
    'that tf.reshape keeps',
    'const n = y.shape[0]; return [tf.reshape(y, [n, 1]), tf.reshape(y, [1, n ?? -1])];',
  ],
  ['from the end', 'return y.shape.at(-1) * y.shape.slice(-1)[0];'],
  ['among all', 'return [y.shape.includes(6), y.shape.every((n) => n === 2), y.shape.indexOf(2)];'],
  ['that is one of a product', 'return y.shape.reduce((a, b) => a * b, 1);'],
  [
    'that is spread and visited',
    'let s = 0; for (const n of y.shape) if (n === 6) s++; return s + Math.max(...y.shape, 3);',
  ],
  ['in a pattern with a key', 'const { 0: n, length } = y.shape; return [n * length, n];'],
  [
    'in a copy',
    'return [...y.shape, Array.from(y.shape)[0], { ...y.shape }[0], structuredClone(y.shape)[0]];',
  ],
  ['in a copy that a variable holds', 'const s = [1, ...y.shape]; s[1] = s[1] * 2; return s;'],
  ['of a type', "return typeof y.shape[0] === 'number' ? y.shape[0] : -1;"],
  ['that tf.reshape is given with others', 'return tf.reshape(y, [1, ...y.shape]);'],
  ['under a gradient', 'return tf.grad((z) => tf.sum(z * z) / z.shape[0])(y);'],
];

const others: readonly [title: string, source: string, calls: readonly (readonly Given[])[]][] = [
  [
    'of what a mask keeps',
    `export async function f(x) {
      "use graph";
      const kept = await tf.booleanMaskAsync(x, x > 2);
      if (kept.size === 0) return { mean: tf.scalar(-1), count: 0 };
      return { mean: tf.sum(kept) / kept.shape[0], count: kept.shape[0] };
    }`,
    [[float32([1, 5, 2, 7])], [float32([1, 0, 2, 1])]],
  ],
  [
    'of a list that is stacked',
    `export async function f(x) {
      "use graph";
      const squares = [];
      for (const value of x) if (value > 1) squares.push([value, value * value]);
      if (squares.length === 0) return tf.zeros([2]);
      const table = tf.stack(squares.map((pair) => tf.stack(pair)));
      return tf.sum(table, 0) / table.shape[0] + table.shape[1];
    }`,
    [[float32([1, 5, 2, 7])], [float32([0, 0, 1, 0])]],
  ],
  [
    'of two axes',
    `export async function f(x, c) {
      "use graph";
      if (c) x = tf.transpose(x);
      const [rows, columns] = x.shape;
      let s = tf.scalar(0);
      for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) s += x[i][j] * (i + 2 * j);
      return { s, columns, isWide: x.shape[1] === 3 };
    }`,
    [
      [float32([[1, 2, 3]]), bool(true)],
      [float32([[1, 2, 3]]), bool(false)],
    ],
  ],
  [
    'of a tensor that grows',
    `export async function f(n) {
      "use graph";
      let x = tf.tensor1d([1]);
      while (x.shape[0] < n) {
        setLoopOptions({ shapeInvariants: [[x, [null]]] });
        x = tf.concat([x, tf.reshape(tf.sum(x), [1])]);
      }
      return { x, size: x.size };
    }`,
    [[float32(4)], [float32(1)]],
  ],
];

describe.each(executors)('a size that a tensor decides, on $backend', (executor) => {
  beforeAll(executor.start);

  it.each(programs)('%s', async (_, body) => {
    const source = `export async function f(x, c) {
      "use graph";
      let y = x;
      if (c) y = tf.concat([x, x, x]);
      ${body}
    }`;
    const x = float32([1, 4]);
    await expectSame(
      source,
      [
        [x, bool(true)],
        [x, bool(false)],
      ],
      executor,
    );
  });

  it.each(others)('%s', async (_, source, calls) => {
    await expectSame(source, calls, executor);
  });

  it.each([
    'tf.util.sizeFromShape(y.shape)',
    'tf.util.arraysEqual(y.shape, [6])',
    'new Set(y.shape).has(6)',
    '[y.shape, y]',
  ])('is no part of what only JavaScript can make: %s', async (expression) => {
    const f = await programOf(`export async function f(x, c) {
      "use graph";
      const y = c ? tf.concat([x, x, x]) : x;
      return ${expression};
    }`);
    await expect(async () => f(tf.tensor1d([1, 2]), tf.scalar(true, 'bool'))).rejects.toThrow(
      /not known while tracing|while tracing 'f'/,
    );
  });

  it('is nothing in the text of a shape', async () => {
    const told: unknown[] = [];
    const f = await programOf(
      `export async function f(x, c) {
        "use graph";
        const y = c ? tf.concat([x, x, x]) : x;
        told.push(String(y.shape), \`of \${y.shape}\`, y.shape.join('x'), JSON.stringify(y.shape));
        return y;
      }`,
      { told },
    );
    await f(tf.ones([2, 3]), tf.scalar(true, 'bool'));
    expect(told).toEqual([',3', 'of ,3', 'x3', '[null,3]']);
  });
});
