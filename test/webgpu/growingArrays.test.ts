import { afterEach, describe, it } from 'vitest';
import { useCpu } from '../support/index.js';
import { type Case, expectSame } from './controlFlow.js';

/** `found` has a row for each iteration, of which there are `n`, 6 at most. */
const pushing = (result: string, first = ''): string =>
  `const found = [${first}];
   let i = 0;
   while (i < n) { setLoopOptions({ maximumIterations: 6 }); found.push(x * (i + 1)); i++; }
   const rows = tf.stack(found);
   return ${result};`;

const x = [0.5, -2, 3];
const lengths = [1, 4, 6].map((n) => [x, n]);

const cases: readonly Case[] = [
  {
    name: 'sums, means and products',
    body: pushing('[rows.sum(), rows.mean(), rows.mean(0), rows.sum(0, true), rows.prod(0)]'),
    args: lengths,
  },
  {
    name: 'what is greatest and least',
    body: pushing('[rows.max(), rows.min(0), rows.add(9).min(), rows.sub(9).max(0)]'),
    args: lengths,
  },
  {
    name: 'what holds for any or all',
    body: pushing(
      '[tf.any(rows.greater(10)), tf.all(rows.greater(-10), 0), tf.any(rows.equal(0))]',
    ),
    args: lengths,
  },
  {
    name: 'whole numbers',
    body: pushing(
      "[rows.cast('int32').max(), rows.cast('int32').min(0), rows.cast('int32').mean()]",
    ),
    args: lengths,
  },
  {
    name: 'what is computed of elements before',
    body: pushing(
      `[rows.exp().sum(), (1 / (rows - 100)).sum(), rows.mul(tf.tensor1d([1, 2, 3])).sum(0),
        rows.sub(rows.mean(0)).square().mean(0), rows.sum(1).max(), tf.softmax(rows).max(0), tf.logSumExp(rows)]`,
    ),
    args: lengths,
  },
  {
    name: 'elements and the length beside',
    body: pushing(
      '[rows.sum(), found[found.length - 1], found.length, tf.slice(rows, [0, 1], [1, 2])]',
    ),
    args: lengths,
  },
  {
    name: 'what was there before',
    body: pushing('[rows.sum(), rows.min(), rows.mean(0)]', 'x * -10'),
    args: [[x, 0], ...lengths],
  },
  {
    name: 'a loop that a number and a tensor end, whose first iteration is traced alone',
    body: `const losses = [];
      let w = x, i = 0;
      while (i < 8) {
        const loss = tf.sum(w * w);
        losses.push(loss);
        w = w * 0.7;
        i++;
        if (loss < n) break;
      }
      return [tf.stack(losses).mean(), tf.stack(losses).min(), w, i];`,
    args: [
      [x, 0.5],
      [x, 100],
      [x, -1],
    ],
  },
];

describe('an array that a loop with a limit pushes onto, all of which is reduced, in a call that cannot wait', () => {
  afterEach(useCpu);

  it.each(cases)('$name', async (one) => {
    await expectSame(one, false, { submits: 1, maps: 0 });
  });
});
