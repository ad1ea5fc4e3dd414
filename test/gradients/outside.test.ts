import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { count } from '../webgpu/controlFlow.js';

type F = (...args: tf.Tensor[]) => tf.Tensor;

const programOf = async (body: string, outside = ''): Promise<F> => {
  const source = `import * as tf from '@tensorflow/tfjs-core'; import { print } from 'use-graph'; ${outside}
    export function f(x, y) { "use graph"; ${body} }`;
  return (await compile<{ f: F }>(source)).f;
};

const near = async (tensor: tf.Tensor, expected: readonly number[]): Promise<void> => {
  const found = await tensor.data();
  for (const [index, value] of expected.entries()) expect(found[index]).toBeCloseTo(value, 3);
  tensor.dispose();
};

/** A gradient that is taken around a call of a graph function goes through it as one op, whose gradient is a graph too. */
describe.each(executors)('a gradient around a call on $backend', ({ backend, start }) => {
  beforeAll(start);

  it('does what tensors decide without a read', async () => {
    const f = await programOf(
      'let s = x; while (tf.sum(s) < 20) s = s * 1.5; return tf.sum(s * s);',
    );
    const x = tf.tensor1d([1, 2, 0.5]);
    const gradient = tf.grad(f);
    await near(
      gradient(x),
      [2, 4, 1].map((value) => value * 1.5 ** 10),
    );
    const counter = backend === 'webgpu' ? count() : null;
    const result = gradient(x);
    counter?.stop();
    expect(counter?.counts.maps ?? 0).toBe(0);
    await near(
      result,
      [2, 4, 1].map((value) => value * 1.5 ** 10),
    );
    x.dispose();
  });

  it('has the random numbers of the call', async () => {
    const f = await programOf(
      'const mask = tf.cast(tf.randomUniform([64]) > 0.5, "float32"); return x * mask;',
    );
    const x = tf.ones([64]);
    const { value, grad } = tf.valueAndGrad((x: tf.Tensor) => tf.sum(f(x)))(x);
    const kept = (await value.data())[0]!;
    expect(kept).toBeGreaterThan(5);
    expect(kept).toBeLessThan(59);
    expect((await tf.sum(grad).data())[0]).toBe(kept);
    tf.dispose([x, value, grad]);
  });

  it('goes through several results, and through one of them', async () => {
    const f = (await programOf('return [x * y, tf.sum(x), tf.cast(y, "int32")];')) as unknown as (
      ...args: tf.Tensor[]
    ) => tf.Tensor[];
    const [x, y] = [tf.tensor1d([1, 2]), tf.tensor1d([3, 4])];
    const [both, one] = [
      tf.grads((x, y) => {
        const [product, sum] = f(x!, y!);
        return product!.sum().add(sum!.square());
      })([x, y]),
      tf.grad((x: tf.Tensor) => f(x, y)[1]!)(x),
    ];
    await near(both[0]!, [9, 10]);
    await near(both[1]!, [1, 2]);
    await near(one, [1, 1]);
    tf.dispose([x, y]);
  });

  it('has gradients of its own, also through what decides', async () => {
    const f = await programOf(
      'let s = x; for (let i = 0; i < 3; i++) { if (s > 1) s = s * x; else s = tf.exp(s); } return s;',
    );
    for (const [x, first, second] of [
      [2, 32, 48],
      [-1, 0.91321, 0.33595],
    ] as const) {
      const input = tf.scalar(x);
      const gradient = tf.grad(f);
      await near(gradient(input), [first]);
      await near(tf.grad((x: tf.Tensor) => gradient(x))(input), [second]);
      input.dispose();
    }
  });

  it('reads a variable as it was, and assigns it once', async () => {
    const module = await compile<{ f: F; v: tf.Variable }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export const v = tf.variable(tf.scalar(3));
      export function f(x) { "use graph"; const y = x * v; v.assign(v + 1); return y * v; }`);
    const x = tf.scalar(2);
    await near(tf.grad(module.f)(x), [12]);
    await near(module.v.clone(), [4]);
    const { value, grads } = tf.variableGrads(() => module.f(x) as tf.Scalar, [module.v]);
    // Of x · v · (v + 1).
    await near(grads[module.v.name]!, [18]);
    value.dispose();
    await near(module.v.clone(), [5]);
    tf.dispose([x, module.v]);
  });

  it('prints once', async () => {
    const f = await programOf('print("x is", x); return x * x;');
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const x = tf.scalar(3);
    await near(tf.grad(f)(x), [6]);
    await vi.waitFor(() => expect(log).toHaveBeenCalled());
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
    x.dispose();
  });

  it('says what the result does not depend on, as without a graph', async () => {
    const f = await programOf('return tf.sum(y * 2);');
    const [x, y] = [tf.scalar(1), tf.scalar(2)];
    expect(() => tf.grads((x, y) => f(x!, y!))([x, y])).toThrow(
      /Cannot compute gradient of y=f\(x\) with respect to x/,
    );
    tf.dispose([x, y]);
  });

  it('keeps no tensors', async () => {
    const f = await programOf('let s = x; while (tf.sum(s) < 20) s = s * 2; return tf.sum(s * y);');
    const [x, y] = [tf.tensor1d([1, 2]), tf.tensor1d([3, 4])];
    const gradients = tf.grads((x, y) => f(x!, y!));
    tf.dispose(gradients([x, y]));
    const before = tf.memory();
    for (let round = 0; round < 3; round++) tf.dispose(gradients([x, y]));
    expect(tf.memory().numTensors).toBe(before.numTensors);
    expect(tf.memory().numDataBuffers).toBe(before.numDataBuffers);
    tf.dispose([x, y]);
  });

  it('serves sizes that its signature leaves open', async () => {
    const { f } = await compile<{ f: F }>(`
      import * as tf from '@tensorflow/tfjs-core'; import { graph, tensorSpec } from 'use-graph';
      export const f = graph((x) => tf.sum(x * x), { inputSignature: [tensorSpec([null])] });`);
    for (const values of [
      [1, 2],
      [3, 4, 5],
    ]) {
      const x = tf.tensor1d(values);
      await near(
        tf.grad(f)(x),
        values.map((value) => 2 * value),
      );
      x.dispose();
    }
  });
});

describe.each(executors)(
  'a function made by tf.grad and the like beside staged code, on $backend',
  ({ start }) => {
    beforeAll(start);

    it('is one of staged code: what it is given has operators and control flow on tensors', async () => {
      const { f, host } = await compile<Record<'f' | 'host', (x: tf.Tensor) => tf.Tensor>>(
        `import * as tf from '@tensorflow/tfjs-core';
       import { grad } from '@tensorflow/tfjs-core';
       const cube = (x) => tf.sum(x) > 0 ? x ** 3 : x ** 2;
       const slope = tf.grad(cube);
       const slopes = tf.grads(function (a, b) { return a * b ** 2; });
       const second = grad((x) => tf.sum(slope(x)));
       const clipped = tf.customGrad((x) => ({ value: x * 1, gradFunc: (dy) => tf.where(dy > 1, 1 + 0 * dy, dy) }));
       const both = tf.valueAndGrad((x) => clipped(x) * 3);
       const plain = tf.grad((x) => tf.square(x));
       export const host = (x) => plain(x);
       export function f(x) {
         "use graph";
         const { value, grad } = both(x);
         return tf.stack([slope(x), ...slopes([x, x * 1]), second(x), value, grad, plain(x)]);
       }`,
      );
      const expected = [12, 4, 8, 12, 6, 1, 4];
      expect(Array.from(await f(tf.scalar(2)).data())).toEqual(
        expected.map((v) => expect.closeTo(v, 4)),
      );
      expect(Array.from(await host(tf.scalar(3)).data())).toEqual([6]);
    });
  },
);
