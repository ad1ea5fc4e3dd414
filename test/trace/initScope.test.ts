import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph, graphOf, initScope } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors, expectNoLeak } from '../support/index.js';

const read = async (tensor: unknown) => [...(await (tensor as tf.Tensor).data())];

describe.each(executors)('initScope on $backend', ({ start }) => {
  beforeAll(start);

  it('runs once, while tracing, on the real contents of variables', async () => {
    const v = tf.variable(tf.scalar(1));
    const f = graph((x: tf.Tensor) => {
      initScope(() => v.assign(tf.tidy(() => tf.add(v, 1))));
      return tf.add(v, x);
    });
    expect(await read(f(tf.scalar(10)))).toEqual([12]);
    expect(await read(f(tf.scalar(20)))).toEqual([22]);
    expect(await read(v)).toEqual([2]);
    v.dispose();
  });

  it('sees what variables held before the trace assigned them, and leaves that assignment alone', async () => {
    const v = tf.variable(tf.scalar(1));
    const seen: unknown[] = [];
    const f = graph(() => {
      v.assign(tf.add(v, 5));
      initScope(() => seen.push(v.isDisposed, v.shape, v.assign(tf.scalar(100))));
      return tf.mul(v, 2);
    });
    expect(await read(f())).toEqual([210]);
    expect(await read(v)).toEqual([105]);
    expect(await read(f())).toEqual([220]);
    v.dispose();
  });

  it('works inside of branches and loops, and of functions that are called there', async () => {
    const count = tf.variable(tf.scalar(0));
    const { f } = await compile(
      `import { initScope } from 'use-graph';
       import * as tf from '@tensorflow/tfjs-core';
       function bump() { initScope(() => count.assign(count + 1)); return count; }
       export async function f(x) { "use graph"; if (x > 0) x = x + bump(); else x = x - bump(); return x; }`,
      { count },
    );
    expect(await read(await f!(tf.scalar(1)))).toEqual([3]);
    expect(await read(await f!(tf.scalar(-1)))).toEqual([-3]);
    expect(await read(count)).toEqual([2]);
    count.dispose();
  });

  it('may create variables and constants, that the graph then uses', async () => {
    let state: tf.Variable | null = null;
    let table: tf.Tensor | null = null;
    const f = graph((x: tf.Tensor) => {
      initScope(() => {
        state ??= tf.variable(tf.tensor1d([1, 2]));
        table ??= tf.tensor1d([10, 20]);
      });
      state!.assign(tf.add(state!, x));
      return tf.add(state!, table!);
    });
    expect(await read(f(tf.scalar(1)))).toEqual([12, 23]);
    expect(await read(f(tf.scalar(1)))).toEqual([13, 24]);
    expect(graphOf(f).tracingCount).toBe(1);
    f.dispose();
    state!.dispose();
    table!.dispose();
  });

  it('counts in tf.memory() what it makes, and leaves the engine as it was when it throws', async () => {
    const one = tf.scalar(1);
    const v = tf.variable(one);
    one.dispose();
    const f = graph((fail: boolean) => {
      initScope(() => {
        if (fail) throw new RangeError('mine');
        const next = tf.add(v, 1) as tf.Scalar;
        v.assign(next);
        next.dispose();
      });
      return tf.add(v, 1);
    });
    await expectNoLeak(() => expect(() => f(true)).toThrow(new RangeError('mine')));
    const results = await expectNoLeak(async () => {
      const result = f(false) as tf.Tensor;
      const values = await read(result);
      result.dispose();
      f.dispose();
      return values;
    });
    expect(results).toEqual([3]);
    v.dispose();
  });

  it('only runs its body outside of graph functions', () => {
    expect(initScope(() => 3)).toBe(3);
  });
});
