import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { explain, graphOf } from 'use-graph';
import { describe, expect, it } from 'vitest';
import { useWebGPU } from '../support/index.js';
import { type Case, expectSame, numbersOf, type Program, programOf } from './controlFlow.js';

const row = Array.from({ length: 300 }, (_, i) => Math.sin(i) * 0.7);

const escaping = (limit: string) => `
  let zx = tf.zerosLike(x), zy = tf.zerosLike(x), count = tf.zerosLike(x), i = 0;
  const isInside = () => zx.square().add(zy.square()).lessEqual(4);
  while (${limit}tf.any(isInside())) {
    const inside = isInside();
    const next = zx.square().sub(zy.square()).add(x);
    zy = tf.where(inside, zx.mul(zy).mul(2).add(0.5), zy);
    zx = tf.where(inside, next, zx);
    count = count.add(inside.cast('float32'));
    i++;
  }`;

/** The elements of each go their own way. */
const ofElements: readonly Case[] = [
  {
    name: 'a known number of iterations, of which each knows its own',
    body: `let s = x;
      for (const i of range(200)) s = s.mul(0.999).add(i.cast('float32').mul(0.001));
      return s;`,
    args: [[row], [[1]]],
  },
  {
    name: 'a test of numbers that count',
    body: `let p = x, v = x.mul(0), t = tf.scalar(0);
      while (t < 90) { v = v.sub(p.mul(0.01)); p = p.add(v.mul(0.1)); t = t.add(1); }
      return [p, v, t, p.sum()];`,
    args: [[row]],
  },
  {
    name: 'variables of several sizes, some of which change places',
    body: `let a = x, b = x.mul(2), c = tf.ones([5]), k = tf.scalar(1);
      for (const i of range(99)) { [a, b] = [b, a.mul(0.5).add(k)]; c = c.mul(1.01).add(k); k = k.mul(0.5); }
      return [a, b, c, k];`,
    args: [[row]],
  },
  {
    name: 'loops inside of each other',
    body: `let s = x;
      for (const i of range(20)) {
        for (const j of range(30)) s = s.mul(0.999).add(i.mul(j).cast('float32').mul(0.001));
      }
      return s;`,
    args: [[row]],
  },
  {
    name: 'conditionals that select',
    body: `let s = x;
      for (const i of range(100)) { if (i % 3 == 0) s = s.mul(0.9); else s = s.add(1); }
      return s;`,
    args: [[row]],
  },
  {
    name: 'what does not change, read at any place',
    body: `const table = tf.range(0, 8), m = tf.tensor([1, 2, 3, 4]);
      let s = tf.outerProduct(x, tf.ones([4]));
      for (const i of range(100)) {
        const index = s.abs().cast('int32').mod(tf.scalar(8, 'int32'));
        s = tf.gather(table, index).add(s.mul(0.5)).add(m).add(x.reverse().expandDims(1));
      }
      return s.softmax();`,
    args: [[row]],
  },
  {
    name: 'a mask, of which elements that it lets go stay what they are',
    body: `${escaping('i < 80 && ')} return count;`,
    args: [[row], [[3, 4, 5]]],
  },
  {
    name: 'a mask, and how many iterations there were',
    body: `${escaping('i < 80 && ')} return [count, i];`,
    args: [[row], [[3, 4, 5]], [row.slice(3, 5)]],
  },
  {
    name: 'a mask that is a variable',
    body: `let done = x.greater(0.5), y = x, i = 0;
      while (i < 500 && !tf.all(done)) {
        y = tf.where(done, y, y.mul(0.9));
        done = done.logicalOr(y.abs().less(0.01));
        i++;
      }
      return [y, i];`,
    args: [[row], [[0.6, 0.7]]],
  },
];

/** Elements depend on each other, or on how long others take. */
const ofAll: readonly Case[] = [
  {
    name: 'neighbours',
    body: `let s = x;
      for (const i of range(100)) s = s.mul(0.5).add(s.reverse().mul(0.4));
      return s;`,
    args: [[row]],
  },
  {
    name: 'what does not stop changing where the mask lets go',
    body: `let s = x, i = 0;
      while (i < 100 && tf.any(s.abs().greater(0.1))) { s = s.mul(0.97); i++; }
      return s;`,
    args: [[row]],
  },
  {
    name: 'a mask that holds again',
    body: `let s = x, i = 0;
      const mask = () => s.greater(tf.sub(0.5, tf.mul(i, 0.2)));
      while (i < 20 && tf.any(mask())) { s = tf.where(mask(), s.sub(0.3), s); i++; }
      return s;`,
    args: [[row]],
  },
];

const many = Array.from({ length: 30_000 }, (_, i) => Math.sin(i) * 0.7);
const loop = (test: string) =>
  `let y = x, i = 0; while (${test}) { y = y.sub(0.05).mul(0.99).abs().sin(); i++; } return [y, i];`;

/** Elements depend on each other in when the loop ends, and are too many for one workgroup. */
const together: readonly Case[] = [
  {
    name: 'the greatest, in each iteration of two stretches',
    body: 'let y = x.add(n), i = 0; while (i < 40 && tf.max(y) > 0) { y = y.abs().sub(1).add(y.mul(0).sin()); i++; } return [y, i];',
    args: [-1, 0, 3, 4, 11].map((n) => [many, n]),
  },
  {
    name: 'the greatest of no numbers',
    body: loop('i < 40 && tf.max(y.sqrt()) > 0.1'),
    args: [[many, 0]],
  },
  { name: 'the least', body: loop('i < 40 && !(tf.min(y) >= 0.3)'), args: [[many, 0]] },
  {
    name: 'how many there are',
    body: loop("i < 40 && tf.sum(y.greater(0.1).cast('int32')) > 0"),
    args: [[many, 0]],
  },
  {
    name: 'one of two masks',
    body: loop('i < 40 && (i < 2 || tf.any(y.greater(0.3)) || tf.all(y.less(0.1)))'),
    args: [[many, 0]],
  },
  {
    name: 'a limit in the middle of a stretch',
    body: `let y = x, i = 0;
      while (tf.max(y) > 0.001) { setLoopOptions({ maximumIterations: 17 }); y = y.mul(0.99).abs().sin(); i++; }
      return [y, i];`,
    args: [[many, 0]],
  },
];

const manyArgs = { submits: 9, maps: 0 };

async function explained(body: string, input = row): Promise<string> {
  await useWebGPU();
  const f = (await programOf(body, false)) as Program & ((x: tf.Tensor) => unknown);
  return String(await explain(graphOf(f).getConcreteFunction(tf.tensor(input), tf.scalar(1))));
}

describe('loops of elements on webgpu', () => {
  for (const one of ofElements) {
    it(`${one.name}: in registers`, async () => {
      await expectSame(one, false, manyArgs);
      expect(await explained(one.body)).toMatch(/while .* in registers/);
      expect(await explained(one.body)).not.toMatch(/while .* one workgroup/);
    });
  }
  for (const one of together) {
    it(`${one.name}: in stretches`, async () => {
      await expectSame(one, false, manyArgs);
      expect(await explained(one.body, many)).toMatch(/while .* in stretches/);
    });
  }
  for (const one of ofAll) {
    it(`${one.name}: not in registers`, async () => {
      await expectSame(one, false, manyArgs);
      expect(await explained(one.body)).not.toMatch(/in registers/);
    });
  }

  it('numbers are drawn anew in each iteration, for each element', async () => {
    await useWebGPU();
    const f = await programOf(
      `let s = x;
       for (const i of range(300)) s = s.add(tf.randomUniform([500]));
       return s;`,
      false,
    );
    const sums = () => numbersOf(f(tf.zeros([500]), tf.scalar(0)));
    const [one, other] = [await sums(), await sums()];
    expect(new Set(one).size).toBeGreaterThan(400);
    expect(one).not.toEqual(other);
    const mean = one.reduce((sum, value) => sum + value, 0) / 500;
    expect(mean).toBeGreaterThan(145);
    expect(mean).toBeLessThan(155);
  });

  it('a loop without an end for a large state is waited for, many iterations at a time', async () => {
    const large = Array.from({ length: 200_000 }, (_, i) => Math.sin(i) * 0.7);
    const body = `${escaping('')} return count;`;
    const bounded = body.replaceAll('lessEqual(4)', 'lessEqual(4).logicalAnd(count.less(12))');
    await expectSame({ name: '', body: bounded, args: [[large]] }, true, { submits: 80, maps: 3 });
  });
});
