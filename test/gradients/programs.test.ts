import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { expectNear, finiteDifferences, type Scalar } from './finiteDifferences.js';

/** Random programs of a vector `x`, whose variable `y` becomes the result. */

const number = fc.integer({ min: -15, max: 15 }).map((n) => String(n / 10));

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('x', 'y', 'w'),
    fc
      .tuple(fc.constantFrom('tf.sin', 'tf.tanh', 'tf.sigmoid'), tie('expression'))
      .map(([f, a]) => `${f}(${a})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*'), tie('expression'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('expression'), number).map(([a, n]) => `(${a} * ${n})`),
    fc
      .tuple(number, tie('expression'), tie('expression'))
      .map(([n, a, b]) => `(tf.sum(y) > ${n} ? ${a} : ${b})`),
    tie('expression').map((a) => `smooth(${a})`),
  ),
}));

const { block } = fc.letrec<{ statement: string; block: string }>((tie) => ({
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
  statement: fc.oneof(
    { maxDepth: 3 },
    expression.map((value) => `y = ${value};`),
    fc
      .tuple(number, tie('block'), tie('block'))
      .map(([n, a, b]) => `if (tf.sum(y) > ${n}) { ${a} } else { ${b} }`),
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), tie('block'))
      .map(([n, a]) => `for (const i of range(tf.scalar(${n}, "int32"))) { ${a} }`),
    fc
      .tuple(number, tie('block'))
      .map(
        ([n, a]) =>
          `for (const i of range(tf.scalar(3, "int32"))) { if (tf.sum(y) > ${n}) break; ${a} }`,
      ),
    fc
      .tuple(number, tie('block'))
      .map(
        ([n, a]) =>
          `{ let k = tf.scalar(0, "int32"); while (k < 3 && tf.sum(y) < ${n}) { ${a} k = k + 1; } }`,
      ),
    expression.map(
      (value) =>
        `{ let all = new TensorArray("float32", 2, { elementShape: [2] }); for (const i of range(tf.scalar(2, "int32"))) { all = all.write(i, y); y = ${value}; } y = tf.sum(all.stack(), 0); }`,
    ),
    fc
      .tuple(number, expression)
      .map(([n, value]) => `if (tf.sum(y) > ${n}) return tf.sum(${value});`),
  ),
}));

const point = [0.7, -0.4];

async function check(body: string): Promise<void> {
  const { value, gradient } = await compile<Record<'value' | 'gradient', Scalar>>(
    `import * as tf from '@tensorflow/tfjs-core';
import { range, TensorArray } from 'use-graph';
function smooth(v) { if (tf.sum(v) > 0.3) return tf.sin(v); return v * 0.5; }
function f(x) { "use graph"; let y = x; ${body} return tf.sum(y); }
export function value(x) { return f(x); }
export function gradient(x) { "use graph"; return tf.grad((x) => f(x) + tf.sum(x))(x); }`,
    { w: tf.tensor1d([0.3, 1.2]) },
  );
  const expected = await finiteDifferences(async (x) => tf.add(await value(x), tf.sum(x)), point);
  if (expected === null || expected.some((slope) => Math.abs(slope) > 1e3)) return;
  expectNear(await (await gradient(tf.tensor1d(point))).data(), expected);
}

describe('the gradient of a random program', () => {
  beforeAll(useCpu);

  it('is what finite differences give', async () => {
    await fc.assert(fc.asyncProperty(block, check), { numRuns: 40, seed: 7 });
  }, 60_000);
});
