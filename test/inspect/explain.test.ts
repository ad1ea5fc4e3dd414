import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { explain, graph, graphOf } from '../../runtime/index.js';
import { compile, type Exports } from '../support/compile.js';
import { expectNoLeak, useCpu, useWebGPU } from '../support/index.js';

const source = `
import * as tf from '@tensorflow/tfjs-core';

export function layer(x, w, b) {
  "use graph";
  let y = tf.relu(tf.add(tf.matMul(x, w), b)) * 1;
  if (tf.sum(y) > 3) y = y * 2;
  for (const i of tf.range(0, 3)) y = tf.tanh(y);
  return [y / tf.max(y, -1, true), tf.topk(y, 2).indices];
}

export async function settle(x) {
  "use graph";
  while (tf.sum(x) > 1) x = tf.tanh(x);
  return x;
}

export function makeStep(w) {
  return function step(x) {
    "use graph";
    w.assign(w - x);
  };
}
`;

const program = (): Promise<Exports> => compile(source, {}, 'src/model.js');

/** Without the adapter's name. */
const textOf = (fn: Parameters<typeof explain>[0]) =>
  explain(fn).replace(/^on webgpu \(.*?\): /m, 'on webgpu: ');

const inputs = () => [tf.ones([32, 64]), tf.ones([64, 16]), tf.ones([16])];

describe('explain on webgpu', () => {
  it('shows what was fused into each kernel, with the lines that it comes from, and where tensors are', async () => {
    await useWebGPU();
    const { layer } = await program();
    const args = inputs();
    const concrete = graphOf(layer!).getConcreteFunction(...args);
    await expectNoLeak(() =>
      expect(textOf(concrete)).toMatchInlineSnapshot(`
        "layer(x: TensorSpec(shape=[32, 64], dtype=float32), w: TensorSpec(shape=[64, 16], dtype=float32), b: TensorSpec(shape=[16], dtype=float32)) -> [TensorSpec(shape=[32, 16], dtype=float32), TensorSpec(shape=[32, 2], dtype=int32)]
        on webgpu: 4 generated kernels

        optimised: 23 nodes become 19
          prune        removes Range, GatherV2
          simplify     removes Multiply
          prune-again  removes constant

        control flow:
          if     src/model.js:7:3  selected  both branches are computed, since all in them has shaders, no effect and little work
          while  src/model.js:8:3  unrolled  it runs 3 times, known while tracing, and its body is short

        kernels:
          #  kernel                             workgroups    reads   writes  estimated
          1  matmul of 512                      1 of 16     12.4 kB  4.10 kB    57.8 µs
                src/model.js:6:26  BatchMatMul
                src/model.js:6:19  Add
                src/model.js:6:11  Relu
                src/model.js:7:26  Multiply
          2  1 rows of 512, then 32 rows of 16  1 of 4      6.15 kB  4.10 kB    19.9 µs
                src/model.js:7:7   Sum, Greater
                src/model.js:7:3   Select
                src/model.js:8:39  Tanh ×3
                src/model.js:9:15  Max
                src/model.js:9:11  RealDiv
          3  512 rows of 16                     8 of 64     2.05 kB  2.05 kB    92.0 µs
                src/model.js:9:36  TopK
          4  64 rows of 16                      1 of 64     2.30 kB    256 B    10.7 µs
                src/model.js:9:36  TopK

        memory:
          tensor                          bytes  place          kernels
          Relu: float32[32,16]          2.05 kB  arena at 0     1–2
          Multiply: float32[32,16]      2.05 kB  arena at 2048  1–2
          Tanh: float32[32,16]          2.05 kB  arena at 4096  2–4
          RealDiv: float32[32,16]       2.05 kB  output 0       2
          partial result: int32[32,16]  2.05 kB  arena at 0     3–4
          TopK: int32[32,2]               256 B  output 1       4
          kernels 1–4 share an arena of 6.14 kB for tensors of 8.19 kB"
      `),
    );
    tf.dispose(args);
  });

  it('says how loops run, and why', async () => {
    await useWebGPU();
    const { settle } = await program();
    const concrete = graphOf(settle!).getConcreteFunction(tf.tensor1d([2, 3]));
    expect(textOf(concrete)).toMatch(
      /^control flow:\n {2}while {2}src\/model\.js:14:3 {2}\S.* {2}\S.*$/m,
    );
  });

  it('names the variables that are written in place', async () => {
    await useWebGPU();
    const { makeStep } = await program();
    const weight = tf.variable(tf.ones([8]), true, 'weight');
    const step = (makeStep as (w: tf.Variable) => (x: tf.Tensor) => void)(weight);
    const x = tf.ones([8]);
    step(x);
    expect(textOf(step)).toMatch(/Sub: float32\[8\] +32 B +in place of weight/);
    tf.dispose([weight, x]);
  });
});

describe('explain on cpu', () => {
  it('shows the kernels that the interpreter runs', async () => {
    await useCpu();
    const { settle } = await program();
    const concrete = graphOf(settle!).getConcreteFunction(tf.tensor1d([2, 3]));
    expect(textOf(concrete)).toMatchInlineSnapshot(`
      "settle(x: TensorSpec(shape=[2], dtype=float32)) -> TensorSpec(shape=[2], dtype=float32)
      on cpu: 3 TensorFlow.js kernels, 1 step of the host

      optimised: 5 nodes

      kernels:
        #  kernel       result      reads  writes
        1  host: while
              src/model.js:14:3
        2    Sum        float32[]     8 B     4 B
              src/model.js:14:10
        3    Greater    bool[]        8 B     1 B
              src/model.js:14:10
        4    Tanh       float32[2]    8 B     8 B
              src/model.js:14:29"
    `);
  });

  it('explains all traces of a graph function, and says where there are none', async () => {
    await useCpu();
    const double = graph(function double(x: tf.Tensor) {
      return tf.mul(x, 2);
    });
    expect(explain(double)).toBe('double has no traces yet: call it first.');
    const [scalar, vector] = [tf.scalar(1), tf.ones([2])];
    tf.dispose([double(scalar), double(vector)]);
    expect(explain(double).match(/^double\(.*$/gm)).toEqual([
      'double(x: TensorSpec(shape=[], dtype=float32)) -> TensorSpec(shape=[], dtype=float32)',
      'double(x: TensorSpec(shape=[2], dtype=float32)) -> TensorSpec(shape=[2], dtype=float32)',
    ]);
    tf.dispose([scalar, vector]);
  });

  it('refuses what is no graph function', () => {
    expect(() => explain(Math.max)).toThrow(
      'explain() takes a graph function or a concrete function, and max is neither.',
    );
  });
});
