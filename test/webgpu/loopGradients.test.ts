import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';
import { type Case, count, expectSame } from './controlFlow.js';

/** A case whose function gives the gradients of what `body` gives, of `x` and of `n`. */
function gradientsOf(name: string, body: string, args: Case['args']): Case {
  return { name, body: `return tf.grads((x, n) => { ${body} })([x, n]);`, args };
}

const several: Case['args'] = [
  [[0.1, 0.2, 0.3], 1.2],
  [[2, 3, 1], 0.9],
  [[50, 60, 70], 1.1],
];

const cases: readonly Case[] = [
  gradientsOf(
    'a loop of unknown length',
    'let y = x; while (tf.sum(y) < 30) y = tf.tanh(y * n) * 0.1 + y * 1.05 + 0.1; return tf.sum(y * y * n);',
    several,
  ),
  gradientsOf(
    'a loop with a limit',
    `let y = x;
     while (tf.sum(y) < 30) { setLoopOptions({ maximumIterations: 9 }); y = tf.tanh(y * n) * 0.1 + y * 1.2 + 0.1; }
     return tf.sum(y * y * n);`,
    several,
  ),
  gradientsOf(
    'a loop that counts, left by break',
    `let y = x;
     for (let i = 0; i < 50; i++) { y = tf.sin(y) * n + 0.2; if (tf.sum(y) < 1.4) break; }
     return tf.sum(y * y);`,
    several,
  ),
  gradientsOf(
    'a loop as long as a tensor says',
    'let y = x; for (let i = 0; i < tf.floor(n * 5); i++) y = tf.sin(y) * n + 0.2; return tf.sum(y * y);',
    several,
  ),
  gradientsOf(
    'a loop of known length that is not unrolled',
    'let y = x; for (const i of range(300)) y = tf.sin(y) * n + 0.3; return tf.sum(y * y);',
    several,
  ),
  gradientsOf(
    'loops inside of each other',
    `let y = x;
     while (tf.sum(y) < 30) { let z = y; while (tf.sum(z) < 40) z = z * n * 1.2 + 0.1; y = y + z * 0.1; }
     return tf.sum(y * y);`,
    several,
  ),
  gradientsOf(
    'a loop that returns, skips and decides',
    `let y = x, i = 0;
     while (tf.sum(y) < 100) {
       i++;
       if (tf.max(y) > 40) return tf.sum(y * n);
       if (i % 2 > 0) { y = y + 0.1; continue; }
       if (tf.max(y) > 3) y = y * n * 1.1 + 1; else y = y * 1.5;
     }
     return tf.sum(y * y);`,
    several,
  ),
  gradientsOf(
    'a loop over rows, each of which decides',
    'let s = n; for (const row of x) { if (row > 1) s = s * row; else s = s + row * row; } return s;',
    several,
  ),
  gradientsOf(
    'a loop that never runs, in a branch',
    `let y = x;
     if (tf.sum(x) > 5) for (const i of range(tf.scalar(0, 'int32'))) y = y * y * n;
     else for (const i of range(tf.scalar(3, 'int32'))) y = tf.sin(y) * n;
     return tf.sum(y * n);`,
    several,
  ),
  gradientsOf(
    'a loop over numbers',
    'let s = tf.sum(x); while (s < 30) s = s * 1.3 + n; return s * s;',
    several,
  ),
  gradientsOf(
    'a loop that fills a TensorArray',
    `let all = new TensorArray('float32', 40, { elementShape: [3] }), i = tf.scalar(0, 'int32'), y = x;
     while (tf.sum(y) < 10) { all = all.write(i, y * n); i = i + 1; y = y * 1.5 + 0.1; }
     return tf.sum(all.stack() * x);`,
    several,
  ),
  gradientsOf(
    "Newton's method",
    `let y = x + 1, step = tf.ones([3]);
     while (tf.max(tf.abs(step)) > 1e-4) { step = (y * y * y - x - n) / (y * y * 3); y = y - step; }
     return tf.sum(y * y);`,
    several,
  ),
  gradientsOf(
    'a recurrent network that says itself when it ends',
    `const weights = tf.outerProduct(x, x) * 0.1;
     let h = tf.zeros([1, 3]), total = tf.scalar(0), i = 0;
     while (i < 40 && tf.max(tf.softmax(h)) < 0.6) {
       h = tf.tanh(tf.matMul(h, weights) + x * n * 0.1 * i);
       total = total + tf.logSumExp(h);
       i = i + 1;
     }
     return total;`,
    several.slice(0, 2),
  ),
  gradientsOf(
    'steps of an equation whose length the error decides',
    `let y = x, t = tf.scalar(0), h = tf.scalar(0.1);
     while (t < 1) {
       const k = tf.neg(y) * n + tf.sin(t);
       const l = tf.neg(y + k * h) * n + tf.sin(t + h);
       const error = tf.max(tf.abs(k - l)) * h;
       if (error < 0.01) { y = y + (k + l) * h * 0.5; t = t + h; h = tf.minimum(h * 1.5, 1.001 - t); }
       else h = h * 0.5;
     }
     return tf.sum(y * y);`,
    several.slice(0, 2),
  ),
  gradientsOf(
    'a loop of more iterations than a stack has rows',
    'let y = x, i = 0; while (i < 10000 + tf.floor(n)) { y = y * 0.9997 + n * 0.0001; i++; } return tf.sum(y * y);',
    [[[1, 2, 3], 1.2]],
  ),
  gradientsOf(
    'a recurrent network whose states are pushed onto an array',
    `const states = [x * 0.5];
     let h = tf.zeros([3]);
     for (const v of tf.outerProduct(x, x)) { h = tf.tanh(h * n + v * 0.1); states.push(h); }
     return tf.sum(tf.square(tf.stack(states)) * n);`,
    several.slice(0, 2),
  ),
  {
    name: 'an array that a loop with a limit reads and pushes onto',
    body: `const all = [x];
      let i = 0;
      while (i < 20 && tf.sum(all[all.length - 1]) < 12) { all.push(all[all.length - 1] * n + 0.3); i++; }
      return [all[all.length - 1], i];`,
    args: several,
  },
  {
    name: 'gradients of gradients of a loop of known length',
    body: `const f = (x) => { let y = x; for (const i of range(30)) y = tf.sin(y) * n + x; return tf.sum(y * y); };
      return tf.grad((x) => tf.sum(tf.square(tf.grad(f)(x))))(x);`,
    args: [[[0.6, 0.9, 1.1], 0.4]],
  },
  {
    name: 'rows that a loop of known length has pushed, read by others',
    body: `const all = [];
      let y = x;
      for (const i of range(200)) { y = tf.sin(y) + 0.3; all.push(y); }
      let s = tf.zeros([3]);
      for (const i of range(150)) s = s + all[i] * n;
      return s;`,
    args: [[[1, 2, 3], 2]],
  },
];

describe('gradients on webgpu through', () => {
  afterEach(useCpu);

  for (const one of cases) {
    it(`${one.name}, synchronously`, () => expectSame(one, false, { submits: 1, maps: 0 }));
  }

  for (const name of ['a loop of unknown length', 'loops inside of each other']) {
    const one = cases.find((other) => other.name === name)!;
    it(`${name}, asynchronously`, () => expectSame(one, true, { submits: 12, maps: 12 }));
  }

  it('those of a loop of unknown length whose state is large are refused to a synchronous call, with the ways out', async () => {
    await useWebGPU();
    const { f } = await compile<{ f: (x: tf.Tensor) => tf.Tensor }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export function f(x) {
        "use graph";
        return tf.grad((x) => {
          let y = tf.fill([512, 600], 1) * x;
          while (tf.mean(y) > 1) y = tf.sin(y) * 0.5;
          return tf.mean(y);
        })(x);
      }`);
    const x = tf.scalar(3);
    expect(() => f(x)).toThrow(/gradient[\s\S]*program\.js:5[\s\S]*async[\s\S]*maximumIterations/);
  });

  it('a loop that an optimizer trains, step by step, without a read', async () => {
    const source = `import * as tf from '@tensorflow/tfjs-core';
      export function step(optimizer, w, x) {
        "use graph";
        return optimizer.minimize(() => {
          let y = x, before = x + 1;
          while (tf.max(tf.abs(y - before)) > 1e-3) { before = y; y = tf.tanh(tf.dot(w, y) + x); }
          return tf.sum(tf.squaredDifference(y, [0.1, 0.4, -0.2]));
        }, true, [w]);
      }`;
    const losses: number[][] = [];
    for (const start of [useCpu, useWebGPU]) {
      await start();
      const { step } = await compile<{ step: (...args: unknown[]) => tf.Scalar }>(source);
      const w = tf.variable(tf.tensor2d([0.2, 0.1, 0, -0.1, 0.3, 0.1, 0.05, 0, 0.2], [3, 3]));
      const [optimizer, x] = [tf.train.sgd(0.1), tf.tensor1d([0.2, -0.1, 0.4])];
      const made = [step(optimizer, w, x)];
      const counter = tf.getBackend() === 'webgpu' ? count() : null;
      for (let i = 0; i < 3; i++) made.push(step(optimizer, w, x));
      counter?.stop();
      if (counter !== null) expect(counter.counts).toEqual({ submits: 3, maps: 0 });
      losses.push(await Promise.all(made.map(async (loss) => (await loss.data())[0]!)));
    }
    expect(losses[0]![3]).toBeLessThan(losses[0]![0]!);
    for (const [index, loss] of losses[0]!.entries())
      expect(losses[1]![index]).toBeCloseTo(loss, 4);
  });
});
