import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useCpu, useWebGPU } from '../support/index.js';
import { type Case, count, expectSame, numbersOf, programOf } from './controlFlow.js';

/** Small: one workgroup does all of it. */
const small: readonly Case[] = [
  {
    name: 'a loop that a sum ends, also before its first iteration',
    body: 'let i = 0; while (x.sum() > 1) { x = x.mul(0.5); i++; } return [x, i];',
    args: [[[1, 2, 3]], [[0, 0, 0]], [[1e6, 2, 3]], [[Number.NaN, 1, 2]]],
  },
  {
    name: 'a loop left by break',
    body: `let s = x;
      for (let i = 0; i < 100; i++) { s = s.mul(0.9); if (s.max() < 0.1) break; }
      return s;`,
    args: [[[1, 2, 3]], [[1e9, 2, 3]], [[0, 0, 0]]],
  },
  {
    name: 'images that a loop warps until a pixel shows',
    body: `let image = x.reshape([1, 3, 3, 1]), i = 0;
      while (image.slice([0, 0, 0, 0], [1, 1, 1, 1]).sum() < n) {
        if (i % 2 < 1) image = tf.image.rotateWithOffset(image, Math.PI / 2, 0);
        else image = tf.image.transform(image, tf.tensor2d([[1, 0, 1, 0, 1, 0, 0, 0]]), 'nearest', 'wrap');
        i++;
        if (i > 9) break;
      }
      return [image, i];`,
    args: [
      [[1, 2, 3, 4, 5, 6, 7, 8, 9], 8],
      [[1, 2, 3, 4, 5, 6, 7, 8, 9], 1],
    ],
  },
  {
    name: 'crops, dilations and greatest places in branches',
    body: `const image = x.reshape([1, 3, 3, 1]);
      let y = image;
      if (x.sum() > n) y = tf.image.cropAndResize(image, tf.tensor2d([[0, 0.5, 1, 1]]), tf.tensor1d([0], 'int32'), [3, 3]);
      if (x.max() > 5) y = tf.dilation2d(y, tf.tensor3d([[[0.5], [1]], [[0], [2]]]), 1, 'same', 1, 'NHWC');
      let { result, indexes } = tf.maxPoolWithArgmax(image, 2, 1, 'valid');
      if (x.min() < 2) ({ result, indexes } = tf.maxPoolWithArgmax(y, 2, 1, 'valid'));
      return [y, result, indexes];`,
    args: [
      [[1, 2, 3, 4, 5, 6, 7, 8, 9], 8],
      [[3, 2, 3, 2, 5, 2, 4, 2, 2], 90],
    ],
  },
  {
    name: 'a loop that returns',
    body: `for (let i = 0; i < n; i++) { if (x.max() > 10) return x; x = x.mul(2); }
      return x.neg();`,
    args: [
      [[1, 2, 3], 4],
      [[1, 2, 3], 1],
      [[1, 2, 3], 0],
    ],
  },
  {
    name: 'loops inside of each other, whose lengths differ',
    body: `let t = 0, i = 0;
      while (i < n) { let j = 0; while (j < i) { t = x.sum().add(t); j++; } i++; }
      return [t, i];`,
    args: [
      [[1, 2, 3], 5],
      [[1, 2, 3], 0],
      [[1, 2, 3], 1],
    ],
  },
  {
    name: 'variables that change places',
    body: 'let a = x, b = x.mul(2), i = 0; while (i < n) { [a, b] = [b, a]; i++; } return [a, b];',
    args: [
      [[1, 2, 3], 3],
      [[1, 2, 3], 4],
    ],
  },
  {
    name: 'variables that follow each other',
    body: `let a = x, b = x.add(1), c = x.add(2), i = 0;
      while (i < n) { const next = a.add(c); a = b; b = c; c = next; i++; }
      return [a, b, c];`,
    args: [[[1, 2, 3], 7]],
  },
  {
    name: 'conditionals in a loop',
    body: `let i = 0, s = x;
      while (i < n) { if (s.sum() > 10) { s = s.sub(3); } else if (s.min() < 0) { s = s.abs(); } else { s = s.mul(1.5); } i++; }
      return s;`,
    args: [[[1, 2, 3], 20]],
  },
  {
    name: 'a loop in a branch',
    body: `let s = x;
      if (x.sum() > 5) { while (s.max() > 0.01) s = s.mul(x.div(x.add(1))); } else s = s.neg();
      return s;`,
    args: [[[1, 2, 3]], [[1, 2, 1]]],
  },
  {
    name: 'products, rows and cumulated sums in a loop',
    body: `let m = tf.outerProduct(x, x), i = 0;
      while (m.max() > 0.5) { m = tf.matMul(m, m).softmax().cumsum(0).mul(0.3); i++; if (i > n) break; }
      return [m, i];`,
    args: [[[1, 2, 3], 6]],
  },
  {
    name: 'many iterations of a known number',
    body: 'let s = x; for (let i = 0; i < 3000; i++) { s = s.mul(0.999).add(x.sum()); } return s;',
    args: [[[1, 2, 3]]],
  },
];

/** Large: kernels of their own look at flags. */
const large: readonly Case[] = [
  {
    name: 'a conditional with products',
    body: `let y;
      if (x.sum() > n) { y = tf.matMul(tf.ones([64, 64]), tf.mul(tf.ones([64, 64]), x.sum())); } else { y = tf.zeros([64, 64]).add(x.min()); }
      return y.sum();`,
    args: [
      [[1, 2, 3], 2],
      [[1, 2, 3], 20],
    ],
  },
  {
    name: 'conditionals inside of each other',
    body: `let y = tf.fill([64, 64], 2);
      if (x.sum() > n) {
        y = tf.matMul(y, tf.mul(y, x.sum()));
        if (x.max() > n) { y = tf.matMul(y, y); } else y = tf.matMul(y, y).neg();
      }
      return y.sum();`,
    args: [
      [[1, 2, 3], 2],
      [[1, 2, 3], 4],
      [[1, 2, 3], 20],
    ],
  },
  {
    name: 'a loop of known length',
    body: `let y = tf.fill([128, 128], 0.001).add(x.mean());
      for (let i = 0; i < 40; i++) { y = tf.matMul(y, y).softmax(); }
      return y.sum(0);`,
    args: [[[1, 2, 3]]],
  },
  {
    name: 'conditionals in a loop of known length',
    body: `let y = tf.fill([64, 64], 0.001).add(x.mean());
      for (let i = 0; i < 30; i++) { if (y.sum() > 100) { y = tf.matMul(y, y).softmax(); } else { y = tf.matMul(y, y).add(1); } }
      return y.sum(0);`,
    args: [[[1, 2, 3]]],
  },
  {
    name: 'a loop with a limit',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0;
      while (y.mean() > 1) { setLoopOptions({ maximumIterations: 9 }); y = y.mul(0.5); i++; }
      return [y.max(), i];`,
    args: [[[1, 2, 3]], [[1e9, 2, 3]]],
  },
];

/** As large as those, but bounded by what they count. */
const counting: readonly Case[] = [
  {
    name: 'large loops that count, and have another test',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0, j = 0;
      while (i < 6 && y.mean() > 1) { y = y.mul(0.5); i++; }
      while (y.mean() > 0.1 && j < 4) { y = y.mul(0.5); j++; }
      return [y.max(), i, j];`,
    args: [[[1, 2, 3]], [[1e9, 2, 3]], [[0, 0, 0]]],
  },
  {
    name: 'a large loop that counts and is left by break',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum());
      for (let i = 0; i < 8; i++) { y = y.mul(0.5); if (y.mean() < 1) break; }
      return y.max();`,
    args: [[[1, 2, 3]], [[100, 200, 300]], [[1e9, 2, 3]], [[0, 0, 0]]],
  },
  {
    name: 'a large loop that counts, skips and returns',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), skipped = 0;
      for (let i = 2; i <= 10; i += 2) {
        y = y.mul(0.5);
        if (y.mean() > n) { skipped++; continue; }
        if (y.mean() < 1) return [y.max(), skipped];
        y = y.add(0.25);
      }
      return [y.min(), skipped];`,
    args: [
      [[1, 2, 3], 2],
      [[100, 200, 300], 40],
      [[0, 0, 0], 1],
    ],
  },
  {
    name: 'a large loop that counts on from where another one was left',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0;
      for (; i < 5; i++) { y = y.mul(0.5); if (y.mean() < 1) break; }
      for (; i < 8; i++) { y = y.mul(0.9); if (y.mean() < 0.5) break; }
      return [y.max(), i];`,
    args: [[[1, 2, 3]], [[0, 0, 0]], [[1e9, 2, 3]]],
  },
];

/** Large, and nobody but the device knows how long: only asynchronous calls can wait. */
const open: readonly Case[] = [
  {
    name: 'a loop of unknown length',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0;
      while (y.mean() > 1) { y = y.mul(0.6); i++; }
      return [y.max(), i];`,
    args: [[[0, 0, 0]], [[1, 0, 0.05]], [[1, 2, 3]], [[1, 2, 3]], [[1, 2, 40000]]],
  },
  {
    name: 'loops of unknown length inside of each other',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0, j = 0;
      while (y.mean() > 1) { y = y.mul(0.5); i++; while (y.max() > 7 - i) { y = y.sub(1); j++; } }
      return [y.max(), i, j];`,
    args: [[[1, 2, 3]], [[10, 20, 3]], [[0, 0, 0]]],
  },
  {
    name: 'a loop of unknown length in a branch',
    body: `let y = tf.fill([1024, 1100], 1).mul(x.sum()), i = 0;
      if (x.max() > 2) { while (y.mean() > 1) { y = y.mul(0.6); i++; } } else { y = y.add(1); }
      return [y.max(), i];`,
    args: [[[1, 2, 3]], [[1, 1, 1]]],
  },
];

describe('control flow on webgpu', () => {
  afterEach(useCpu);

  for (const one of [...small, ...large, ...counting]) {
    for (const isAsync of [false, true]) {
      // Whether a loop of unknown length has ended is asked once where the call can wait.
      const most = isAsync ? { submits: 3, maps: 1 } : { submits: 1, maps: 0 };
      it(`${one.name}, ${isAsync ? 'asynchronously' : 'synchronously'}`, () =>
        expectSame(one, isAsync, most));
    }
  }

  for (const one of open) {
    it(`${one.name}, asynchronously`, () => expectSame(one, true, { submits: 80, maps: 3 }));

    it(`${one.name} is refused to a synchronous call, with its line`, async () => {
      await useWebGPU();
      const f = await programOf(one.body, false);
      const before = tf.memory().numTensors;
      const [x, n] = [tf.tensor1d([1, 2, 3]), tf.scalar(1)];
      expect(() => f(x, n)).toThrow(/program\.js:[45][\s\S]*async[\s\S]*maximumIterations/);
      tf.dispose([x, n]);
      expect(tf.memory().numTensors).toBe(before);
    });
  }

  it('a loop in one workgroup is stopped in the middle and goes on, also inside of others', async () => {
    await useWebGPU();
    const f = await programOf(
      `let s = x, t = 0, u = 0, i = 0;
       while (i < n) {
         let j = 0;
         while (j < s.min()) {
           let k = 0;
           while (k < x.max()) { t = t + 1; k = k + 1; }
           if (t % 2 > 0) { let l = 0; while (l < x.min()) { u = u + 1; l = l + 1; } } else { u = u + 5; }
           j = j + 1;
         }
         s = s + 1;
         if (s.max() > 12) s = s - 9;
         i = i + 1;
       }
       return [s, t, u, i];`,
      false,
    );
    const [x, n] = [[2, 5, 3], 2000];
    let [s, t, u] = [x, 0, 0];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < Math.min(...s); j++) {
        t += Math.max(...x);
        u += t % 2 > 0 ? Math.min(...x) : 5;
      }
      s = s.map((each) => each + 1);
      if (Math.max(...s) > 12) s = s.map((each) => each - 9);
    }
    const found = await numbersOf(f(tf.tensor1d(x), tf.scalar(n)));
    expect(found).toEqual([...s, t, u, n]);
  });

  it('a loop that never ends is named, and the device is not lost', async () => {
    await useWebGPU();
    const f = await programOf('while (x.max() > -1) { x = x.abs(); } return x;', false);
    const told = vi.spyOn(console, 'error').mockReturnValue();
    try {
      const x = tf.tensor1d([1, 2, 3]);
      expect(await numbersOf(f(x))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      await vi.waitFor(() => expect(told).toHaveBeenCalled(), 20_000);
      expect(() => f(x)).toThrow(/program\.js:3[\s\S]*loop-too-long/);
      expect(await numbersOf(f(tf.tensor1d([-2, -3, -4])))).toEqual([-2, -3, -4]);
    } finally {
      told.mockRestore();
    }
  });

  it('a loop with a limit is not asked what nobody would wait for', async () => {
    await useWebGPU();
    const f = await programOf(
      `let i = 0;
       while (x.max() > n) { setLoopOptions({ maximumIterations: 20 }); x = x.matMul(x).mul(0.01); i++; }
       return i;`,
      true,
    );
    const [x, n] = [tf.ones([100, 100]), tf.scalar(0.5)];
    await Promise.all([x.data(), n.data()]);
    // Synchronous loops of the tests before are looked at a second later, which reads too.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const { counts, stop } = count();
    try {
      for (let call = 0; call < 5; call++) expect(await numbersOf(f(x, n))).toEqual([20]);
    } finally {
      stop();
    }
    // To read the result.
    expect(counts.maps).toBeLessThanOrEqual(5);
    expect(counts.submits).toBeLessThanOrEqual(10);
  });

  it('kernels that may leave at once begin few workgroups where a processor begins one after the other', async () => {
    await useWebGPU();
    const f = await programOf('if (x.max() > 1) x = x.matMul(x).sub(1); return x.mean();', false);
    const inputs = [1, 2].map((value) => tf.fill([400, 400], value));
    await Promise.all(inputs.map((input) => input.data()));
    const dispatched = vi.spyOn(GPUComputePassEncoder.prototype, 'dispatchWorkgroups');
    try {
      expect(await numbersOf(f(inputs[0]!))).toEqual([1]);
      expect(await numbersOf(f(inputs[1]!))).toEqual([1599]);
      const workgroups = dispatched.mock.calls.map(([x, y = 1]) => x * y);
      expect(Math.max(...workgroups)).toBeLessThanOrEqual(32);
    } finally {
      dispatched.mockRestore();
    }
  });

  it('a loop that a busy device is slow with is not taken for one that never ends', async () => {
    await useWebGPU();
    const f = await programOf('let i = 0; while (i < n) { x = x.abs(); i++; } return i;', true);
    const now = performance.now.bind(performance);
    let late = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      late += 1e6;
      return now() + late;
    });
    try {
      const n = 200_000;
      expect(await numbersOf(f(tf.tensor1d([1, 2]), tf.scalar(n)))).toEqual([n]);
    } finally {
      clock.mockRestore();
    }
  });

  it('random numbers are drawn anew in each iteration and each call, without the host', async () => {
    await useWebGPU();
    const f = await programOf(
      `let total = x, i = 0, same = 0, last = tf.zeros([3]);
       while (total.sum() < 100) {
         const drawn = tf.randomUniform([3]);
         same = same + tf.sum(tf.cast(tf.equal(drawn, last), 'int32'));
         last = drawn;
         total = total.add(drawn);
         i++;
       }
       return [total, i, same];`,
      false,
    );
    const x = tf.zeros([3]);
    await x.data();
    const calls: number[][] = [];
    for (let call = 0; call < 3; call++) {
      const { counts, stop } = count();
      const result = f(x);
      stop();
      expect(counts).toEqual({ submits: 1, maps: 0 });
      calls.push(await numbersOf(result));
    }
    for (const [a, b, c, iterations, same] of calls) {
      expect(a! + b! + c!).toBeGreaterThanOrEqual(100);
      expect(iterations).toBeGreaterThan(45);
      expect(iterations).toBeLessThan(95);
      expect(same).toBe(0);
    }
    expect(new Set(calls.map(([a]) => a)).size).toBe(3);
  });

  it('a loop in which only the host can do something says what that is', async () => {
    await useWebGPU();
    const x = tf.tensor1d([1, 2, 3]);
    const printing = await programOf(
      'while (x.sum() > 1) { x = x.mul(0.5); print(x); } return x;',
      false,
    );
    expect(() => printing(x)).toThrow(/async[\s\S]*do without print\(\) in the loop/);
    const growing = await programOf(
      'const all = []; while (x.sum() > 1) { x = x.mul(0.5); all.push(x); } return tf.stack(all);',
      false,
    );
    expect(() => growing(x)).toThrow(
      /async[\s\S]*bound it with setLoopOptions[\s\S]*push once onto an array/,
    );
  });

  it('a range of a tensor that no call changes has a known length: no call has to wait, nor asks whether it ran', async () => {
    const f = await programOf(
      `let last;
       for (const i of range(tf.scalar(3, 'int32'))) { x = x * x * 0.5; last = x + i; print('step', i); }
       return last;`,
      false,
    );
    await useWebGPU();
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const result = f(tf.tensor1d([2, 4])) as tf.Tensor;
    expect(Array.from(await result.data())).toEqual([4, 514]);
    log.mockRestore();
  });

  it('calls of one function wait beside each other', async () => {
    const { body } = open[0]!;
    await useWebGPU();
    const f = await programOf(body, true);
    const inputs = [
      [1, 2, 3],
      [0, 0, 0],
      [5, 5, 5],
      [1, 0, 0.05],
    ].map((x) => tf.tensor1d(x));
    const alone: number[][] = [];
    for (const input of inputs) alone.push(await numbersOf(f(input)));
    const together = await Promise.all(inputs.map((input) => numbersOf(f(input))));
    expect(together).toEqual(alone);
  });
});
