import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';

/** Stacks of very few rows, so that few iterations are many stretches. */
const levels = vi.hoisted(() => [{ rows: 3, count: 2 }]);

vi.mock('../../runtime/webgpu/prepare/stackLimits.js', () => ({
  levelsOfOpen: levels,
  usualStackBytes: 2 ** 24,
  mostStackBytes: 200,
}));

const source = `import * as tf from '@tensorflow/tfjs-core';
  import { setLoopOptions } from 'use-graph';
  const step = (y, w, i) => tf.sin(y * w) * 1.1 + i * 0.01;
  export function open(x, w, n) {
    "use graph";
    return tf.grads((x, w) => { let y = x, i = 0; while (i < n) { y = step(y, w, i); i++; } return tf.sum(y * y * w); })([x, w]);
  }
  export function bounded(x, w, n) {
    "use graph";
    return tf.grads((x, w) => {
      let y = x, i = tf.sum(x) * 0;
      while (i < n) { setLoopOptions({ maximumIterations: 27 }); y = step(y, w, i); i = i + 1; }
      return tf.sum(y * y * w);
    })([x, w]);
  }
  export function known(x, w, n) {
    "use graph";
    return tf.grads((x, w) => { let y = x; for (const i of tf.range(0, 26)) y = step(y, w, i); return tf.sum(y * y * w); })([x, w]);
  }`;

type Program = (x: tf.Tensor, w: tf.Tensor, n: tf.Tensor) => tf.Tensor[];
type Programs = Record<'open' | 'bounded' | 'known', Program>;

async function gradients(f: Program, n: number): Promise<number[]> {
  const found = f(tf.tensor1d([0.5, -1, 2]), tf.tensor1d([1.1, 0.9, 1.3]), tf.scalar(n));
  return (await Promise.all(found.map((one) => one.data()))).flatMap((data) => [...data]);
}

describe.each([
  { rows: 3, count: 2 },
  { rows: 3, count: 3 },
])('gradients from stretches of $rows iterations, $count stacks', ({ rows, count }) => {
  const expected = new Map<string, number[]>();
  const most = rows ** count;
  const lengths = [0, 1, 2, 3, 4, 6, 7, 9, 10, 18, 19, 26, 27];
  let programs: Programs;

  beforeAll(async () => {
    levels.splice(0, 1, { rows, count });
    await useCpu();
    const { open, known } = await compile<Programs>(source);
    for (const n of lengths) expected.set(`${n}`, await gradients(open, n));
    expected.set('known', await gradients(known, 0));
    await useWebGPU();
    programs = await compile<Programs>(source);
  });
  afterAll(useCpu);

  it('are exact as long as the stacks suffice, and none beyond', async () => {
    for (const n of lengths) {
      const found = await gradients(programs.open, n);
      if (n > most) expect(found.every(Number.isNaN)).toBe(true);
      else expectNear(found, expected.get(`${n}`)!);
    }
  });

  it('are exact where the loop has a limit', async () => {
    for (const n of lengths) {
      expectNear(await gradients(programs.bounded, n), expected.get(`${n}`)!);
    }
    expectNear(await gradients(programs.known, 0), expected.get('known')!);
  });
});

function expectNear(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  for (const [index, number] of found.entries()) {
    expect(Math.abs(number - expected[index]!)).toBeLessThan(1e-4 * (1 + Math.abs(number)));
  }
}
