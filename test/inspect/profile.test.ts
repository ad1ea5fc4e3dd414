import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain, graph, profile } from '../../runtime/index.js';
import { compile, type Exports } from '../support/compile.js';
import { executors, expectNoLeak } from '../support/index.js';

const source = `
import * as tf from '@tensorflow/tfjs-core';

export function layer(x, w) {
  "use graph";
  const hidden = tf.relu(tf.matMul(x, w));
  return tf.softmax(hidden);
}

export async function settle(x) {
  "use graph";
  while (tf.sum(x) > 1) x = tf.tanh(x);
  return x;
}
`;

describe.each(executors)('profile on $backend', ({ backend, start }) => {
  let program: Exports;

  beforeAll(async () => {
    await start();
    program = await compile(source, {}, 'src/model.js');
  });

  it('calls the function once, and gives its result', async () => {
    const x = tf.tensor1d([2, 3]);
    let calls = 0;
    const count = graph((a: tf.Tensor) => {
      calls++;
      return tf.neg(a);
    });
    const { result } = await profile(count, x);
    expect([...(await result.data())]).toEqual([-2, -3]);
    expect(calls).toBe(1);
    tf.dispose([x, result]);
  });

  it('measures each kernel and each line', async () => {
    const [x, w] = [tf.ones([64, 64]), tf.ones([64, 64])];
    tf.dispose(program.layer!(x, w) as tf.Tensor);
    const { kernels, lines, totalMs, text } = await expectNoLeak(async () => {
      const profiled = await profile(program.layer!, x, w);
      tf.dispose(profiled.result as tf.Tensor);
      return { ...profiled, text: String(profiled) };
    });
    expect(kernels.flatMap(({ operations }) => operations).sort()).toEqual(
      expect.arrayContaining(['BatchMatMul', 'Relu', 'Softmax']),
    );
    const sum = (all: readonly { readonly ms: number | null }[]) =>
      all.reduce((total, { ms }) => total + (ms ?? NaN), 0);
    expect(sum(kernels)).toBeGreaterThan(0);
    expect(sum(kernels)).toBeLessThanOrEqual(totalMs);
    expect(sum(lines)).toBeCloseTo(sum(kernels), 6);
    expect(lines.map(({ line }) => line).sort()).toEqual(['src/model.js:6', 'src/model.js:7']);
    expect(text).toMatch(/^\d.*, of which .* in kernels\nby kernel:\n {2}.*%/);
    expect(explain(program.layer!)).toMatch(/estimated +measured|writes +measured/);
    tf.dispose([x, w]);
  });

  it('counts the iterations of loops', async () => {
    const x = tf.tensor1d([2, 3]);
    const profiled = await profile(program.settle!, x);
    const tanh = profiled.kernels.filter(({ operations }) => operations.includes('Tanh'));
    expect(tanh.length).toBeGreaterThan(0);
    if (backend === 'cpu') expect(tanh[0]!.runs).toBe(6);
    tf.dispose([x, profiled.result as tf.Tensor]);
  });

  it('leaves nothing behind where the call throws, and measures the next one', async () => {
    const fail = graph((a: tf.Tensor) => tf.gather(a, tf.tensor1d([7], 'int32')));
    const negate = graph((a: tf.Tensor) => tf.neg(a));
    const disposed = tf.ones([2]);
    disposed.dispose();
    const x = tf.ones([2]);
    tf.dispose(negate(x));
    await expectNoLeak(async () => {
      await expect(profile(fail, disposed)).rejects.toThrow(/disposed/);
      const { result, kernels } = await profile(negate, x);
      expect(kernels.flatMap(({ operations }) => operations)).toEqual(['Neg']);
      result.dispose();
    });
    x.dispose();
  });
});
