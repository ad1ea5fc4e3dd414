import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { expectSame, float32, int32, programOf } from './compare.js';

const loop = (body: string, before = '', after = 'cells') => `export async function f(cells, n) {
"use graph";
${before}
for (let i = 0; i < n; i++) { ${body} }
return ${after};
}`;

/* A variable holds a tensor before a loop, and an array of as many elements after an iteration. */
const ofRow = [
  loop('cells = [cells[1], cells[2] + i, cells[0]];'),
  loop('cells = cells.map((c, k) => (c > 3 ? c - k : c * 2));'),
  loop(
    'const next = []; for (let k = 0; k < 3; k++) next.push((cells[(k + 1) % 3] + cells[k]) % 5); cells = next;',
  ),
  loop('const next = [...cells]; next[0] += next.pop(); next.push(i); cells = next; cells[1] = i;'),
];

const ofTable = [
  loop(
    'const next = []; for (let y = 0; y < 2; y++) { const row = []; for (let x = 0; x < 2; x++) row.push(cells[x][y] === 1 ? 0 : 1); next.push(row); } cells = next;',
  ),
  loop('cells = cells.map((row) => row.map((c, k) => c + row[1 - k]));'),
];

/* Who else has the array would see what is done to it. */
const shared = [
  loop('buffer[0] += cells[1]; cells = buffer;', 'const buffer = [0, 0, 0];'),
  loop(
    'last = [cells[1], cells[0], i]; cells = last; last[0] += 1;',
    'let last = [0, 0, 0];',
    '[cells, last]',
  ),
];

describe.each(executors)(
  'tensors that become arrays in loops, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(ofRow)('%s', async (source) => {
      const calls = [int32([1, 0, 3]), float32([1, 0, 3])].flatMap((cells) =>
        [0, 1, 3].map((n) => [cells, int32(n)]),
      );
      await expectSame(source, calls, { backend, start });
    });

    it.each(ofTable)('%s', async (source) => {
      const table = int32([
        [1, 0],
        [1, 1],
      ]);
      await expectSame(
        source,
        [
          [table, int32(1)],
          [table, int32(2)],
        ],
        { backend, start },
      );
    });

    it.each(shared)('%s is refused', async (source) => {
      const f = await programOf(source);
      const called = Promise.resolve().then(() => f(tf.tensor1d([1, 2, 3]), tf.scalar(2, 'int32')));
      await expect(called).rejects.toThrow(
        /'cells' is a tensor float32\[3\] before the loop and an array/,
      );
    });
  },
);
