import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useCpu, useWebGPU } from '../support/index.js';
import { type Case, count, expectSame, numbersOf, programOf } from './controlFlow.js';

const args: Case['args'] = [
  [[1, -2, 3], 4],
  [[1, -2, 3], -4],
];

/** `none` has no rows. */
const cases: readonly Case[] = [
  {
    name: 'in a conditional',
    body: `const none = tf.zeros([0, 3]);
      if (n > 0) return [none.mul(2), x.add(none.sum())];
      return [none.add(n), x.mul(none.prod())];`,
    args,
  },
  {
    name: 'in a large conditional',
    body: `const none = tf.zeros([0, 3]), big = tf.ones([90, 90]).mul(x.sum());
      let y = big, rest = none;
      if (n > 0) { y = tf.matMul(big, big).mul(0.01); rest = none.add(1); }
      return [y.sum(1), rest, tf.concat([rest, x.expandDims()])];`,
    args,
  },
  {
    name: 'as the variable of a loop',
    body: `let none = tf.zeros([0, 3]), y = x;
      while (y.sum() < n) { none = none.add(y); y = y.add(1); }
      return [none, y, none.max(), tf.concat([none, y.expandDims(), none])];`,
    args,
  },
  {
    name: 'given to loops inside of each other',
    body: `const none = tf.zeros([2, 0]);
      let y = x, i = 0;
      while (i < 3) {
        while (y.sum() < n) { y = y.add(1).add(none.sum()); }
        y = y.sub(2).add(tf.matMul(none, none, false, true).sum());
        i++;
      }
      return [y, none.pad([[0, 0], [1, 1]], 5), tf.any(none.greater(0)), tf.all(none.greater(0))];`,
    args,
  },
];

describe('tensors without elements, in a call that cannot wait', () => {
  afterEach(useCpu);

  it.each(cases)('are known $name', async (one) => {
    await expectSame(one, false, { submits: 1, maps: 0 });
  });

  it('may be arguments', async () => {
    await useWebGPU();
    const f = await programOf(
      'if (n > 0) return [x.mul(2), n]; return [x.sub(1), n.neg()];',
      false,
    );
    const [x, n] = [tf.zeros([0, 4]), tf.scalar(-3)];
    await n.data();
    const { counts, stop } = count();
    const result = f(x, n) as tf.Tensor[];
    stop();
    expect(counts.maps).toBe(0);
    expect(result[0]!.shape).toEqual([0, 4]);
    expect(await numbersOf(result)).toEqual([3]);
  });
});

describe('updates of which the elements of a tensor leave none', () => {
  afterEach(useCpu);

  it('leave the tensor and its gradient as they are', async () => {
    await useWebGPU();
    const body = `return tf.grad((x) => {
        const places = [tf.scalar(0, 'int32')], updates = [x[0] * 5];
        if (x[0] > n) { places.push(tf.scalar(1, 'int32')); updates.push(x[0] * 2); }
        places.pop();
        updates.pop();
        const rows = tf.expandDims(tf.concat([tf.stack(places), tf.zeros([0], 'int32')]), 1);
        const y = tf.tensorScatterUpdate(x, rows, tf.stack(updates));
        return tf.sum(y * y);
      })(x);`;
    const f = await programOf(body, true);
    const gradient = async (n: number) =>
      Array.from(await ((await f(tf.tensor([1, 2]), tf.scalar(n))) as tf.Tensor).data());
    expect(await gradient(0)).toEqual([50, 4]);
    expect(await gradient(3)).toEqual([2, 4]);
    expect(await gradient(3)).toEqual([2, 4]);
  });
});
