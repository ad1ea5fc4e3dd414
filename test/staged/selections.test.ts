import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphOf, runFunctionsEagerly } from '../../runtime/index.js';
import { compile, compileEager } from '../support/compile.js';
import { executors, expectClose, useCpu } from '../support/index.js';

type Program = (...args: tf.Tensor[]) => Promise<tf.Tensor | tf.Tensor[]>;

const text = (body: string) =>
  `import * as tf from '@tensorflow/tfjs-core';
   export async function f(x, y) { "use graph"; ${body} }`;
const vector = (...values: number[]) => tf.tensor1d(values);
const boxes = () => tf.tensor2d([0, 0, 1, 1, 0, 0, 1, 1.1, 2, 2, 3, 3, 5, 5, 5, 5], [4, 4]);

const programs: readonly [name: string, body: string, ...calls: (() => tf.Tensor[])[]][] = [
  [
    'whereAsync',
    'return tf.whereAsync(tf.greater(x, 1));',
    () => [vector(1, 2, 3)],
    () => [vector(0, 0, 0)],
    () => [tf.tensor2d([1, 2, 3, 0], [2, 2])],
  ],
  [
    'what whereAsync gives, gathered',
    'const places = await tf.whereAsync(tf.greater(x, 1)); return tf.mean(tf.exp(tf.gatherND(x, places)));',
    () => [vector(1, 2, 3)],
  ],
  [
    'a mask of rows, and then ops on them',
    'const rows = await tf.booleanMaskAsync(x, tf.greater(tf.sum(x, 1), 3)); return [tf.mul(rows, 2), tf.sum(rows, 0), tf.concat([rows, x])];',
    () => [tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2])],
  ],
  [
    'a mask of an inner axis, and of two axes',
    'return [await tf.booleanMaskAsync(x, tf.cast(y, "bool"), 1), await tf.booleanMaskAsync(x, tf.greater(x, 3))];',
    () => [tf.tensor2d([1, 2, 3, 4, 5, 6], [2, 3]), vector(1, 0, 1)],
  ],
  [
    'setdiff1dAsync',
    'return tf.setdiff1dAsync(x, y);',
    () => [vector(1, 2, 3, 4), vector(2, 4)],
    () => [tf.tensor1d([1, 2], 'int32'), tf.tensor1d([1, 2], 'int32')],
  ],
  [
    'boxes and their scores',
    'const best = await tf.image.nonMaxSuppressionAsync(x, y, 2, 0.5); const { selectedIndices, selectedScores } = await tf.image.nonMaxSuppressionWithScoreAsync(x, y, 3, 0.5, 0.2, 0.3); return [tf.gather(x, best), selectedIndices, selectedScores];',
    () => [boxes(), vector(0.3, 0.9, 0.8, 0.1)],
    () => [boxes(), vector(0.3, 0.1, 0.8, 0.1)],
  ],
  [
    'awaited together, and by then()',
    'const [a, b] = await Promise.all([tf.whereAsync(tf.greater(x, 1)), tf.whereAsync(tf.less(x, 3))]); return [a, b, await tf.booleanMaskAsync(x, tf.less(x, 2)).then((z) => tf.neg(z))];',
    () => [vector(1, 2, 3)],
  ],
];

describe.each(executors)('ops that choose by elements, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(programs)('%s', async (_, body, ...calls) => {
    const { f } = await compile<{ f: Program }>(text(body));
    const { f: eager } = await compileEager<{ f: Program }>(text(body));
    for (const make of calls) {
      const args = make();
      const [found, wanted] = [[await f(...args)].flat(), [await eager(...args)].flat()];
      for (const [index, tensor] of wanted.entries()) await expectClose(found[index]!, tensor);
    }
  });

  it('choose no elements, of which what combines elements makes the same on all backends', async () => {
    const { f } = await compile<{ f: Program }>(
      text(`
        const none = await tf.booleanMaskAsync(x, x > 5);
        const where = tf.cast(none, 'int32');
        let looped = tf.scalar(0);
        for (const element of none) looped = looped + element;
        const numbers = [tf.sum(none), tf.prod(none), tf.mean(none), tf.cast(tf.all(none > 1), 'float32'), looped];
        return [
          tf.stack([...numbers, tf.mean(tf.tensor1d([]))]), tf.max(none), tf.softmax(none),
          tf.sum(tf.expandDims(none, 1) * tf.ones([1, 2]), 0),
          tf.unsortedSegmentSum(none, where, 2), tf.scatterND(tf.expandDims(where, 1), none, [2]),
        ];`),
    );
    const [numbers, max, softmax, ...rows] = (await f(vector(1, 2))) as tf.Tensor[];
    await expectClose(numbers!, vector(0, 1, 0, 0, 0, 0));
    expect(await max!.data()).toEqual(new Float32Array([Number.NaN]));
    expect(softmax!.shape).toEqual([0]);
    for (const row of rows) await expectClose(row, vector(0, 0));
  });

  it('choose in branches and loops, and decide there', async () => {
    const body = `
      while (tf.sum(x) < 100) {
        const large = await tf.booleanMaskAsync(x, x > 2);
        if (tf.sum(large) > 5) x = x * 2;
        else x = x + 1;
      }
      return x;`;
    const { f } = await compile<{ f: Program }>(text(body));
    // [1, 2, 3] + 1, doubled while the sum is less than 100.
    await expectClose((await f(vector(1, 2, 3))) as tf.Tensor, tf.tensor1d([32, 48, 64]));
    await expectClose((await f(vector(40, 50, 60))) as tf.Tensor, tf.tensor1d([40, 50, 60]));
    expect(graphOf(f).tracingCount).toBe(1);
  });

  it('leave nothing behind', async () => {
    const { f } = await compile<{ f: Program }>(text('return tf.booleanMaskAsync(x, x > 1);'));
    const x = vector(1, 2, 3);
    ((await f(x)) as tf.Tensor).dispose();
    const before = tf.memory().numTensors;
    for (let call = 0; call < 5; call++) ((await f(x)) as tf.Tensor).dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('ops that choose by elements', () => {
  beforeAll(useCpu);

  it('have gradients with respect to what was chosen, and run in synchronous calls', async () => {
    const { f, g } = await compile<Record<'f' | 'g', (x: tf.Tensor) => tf.Tensor>>(
      `import * as tf from '@tensorflow/tfjs-core';
       const loss = (x) => tf.sum(tf.gather(x, tf.image.nonMaxSuppression(x, tf.sum(x, 1), 2)) ** 2);
       export function f(x) { "use graph"; return tf.grad(loss)(x); }
       export function g(x) { "use graph"; return loss(x); }`,
    );
    const expected = tf.tensor2d([0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 6, 6, 10, 10, 10, 10], [4, 4]);
    await expectClose(f(boxes()), expected);
    await expectClose(tf.grad(g)(boxes()), expected);
  });

  it('run in eager runs too, and give distinct elements', async () => {
    const { f } = await compile<{ f: Program }>(
      text(
        'const { values, indices } = tf.unique(x); return [values, indices, await tf.whereAsync(x > 1)];',
      ),
    );
    for (const isEager of [false, true]) {
      runFunctionsEagerly(isEager);
      try {
        const [values, indices, places] = (await f(vector(3, 1, 3, 2))) as tf.Tensor[];
        await expectClose(values!, vector(3, 1, 2));
        await expectClose(indices!, tf.tensor1d([0, 1, 0, 2], 'int32'));
        await expectClose(places!, tf.tensor2d([0, 2, 3], [3, 1], 'int32'));
      } finally {
        runFunctionsEagerly(false);
      }
    }
  });

  it('refuse a mask that does not fit', async () => {
    const { f } = await compile<{ f: Program }>(text('return tf.booleanMaskAsync(x, y > 0);'));
    await expect(f(vector(1, 2), vector(1, 2, 3))).rejects.toThrow(
      /float32\[2\] by the mask bool\[3\] has no meaning.*program\.js:2/s,
    );
  });
});
