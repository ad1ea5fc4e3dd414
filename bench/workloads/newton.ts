import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { whileReading } from './reading.js';
import { noControlFlow, workload } from './workload.js';

const tolerated = 1e-4;

/** How far the cube of x is from a. */
const error = (x: tf.Tensor, a: tf.Tensor) => tf.sub(tf.mul(tf.square(x), x), a);
const isFar = (x: tf.Tensor, a: tf.Tensor) => tf.greater(tf.max(tf.abs(error(x, a))), tolerated);
const step = (x: tf.Tensor, a: tf.Tensor) =>
  tf.sub(x, tf.div(error(x, a), tf.mul(tf.square(x), 3)));

function cubeRoots(a: tf.Tensor): tf.Tensor {
  let x = a;
  while (isFar(x, a)) x = step(x, a);
  return x;
}

/** From 0.1 to 10: the least of them take the most steps. */
const cubes = (count: number) => numbers(count, 4.95, 52).map((value) => value + 5.05);

export const newton = workload<number>({
  about: 'the cube roots of 4096 numbers by Newton’s method, until all are exact enough',
  sizes: { full: 4096, small: 8 },
  tolerance: 1e-4,
  tensorflow(count, as) {
    const a = tf.tensor(cubes(count));
    const run = graph((a: tf.Tensor) => cubeRoots(a));
    if (as === 'graph') return { call: () => [run(a)] };
    return {
      async call() {
        const [x] = await whileReading(
          [a],
          (x) => isFar(x, a),
          (x) => [step(x, a)],
        );
        return [x];
      },
    };
  },
  graphModel(count) {
    const model = new ModelJson();
    const a = model.input({ data: cubes(count), shape: [count] });
    const errorOf = (inner: ModelJson, x: string, a: string) =>
      inner.op('Sub', [inner.op('Mul', [inner.op('Square', [x]), x]), a]);
    const [x] = model.loop(
      [a, a],
      (test, [x, a]) => {
        const size = test.op('Abs', [errorOf(test, x!, a!)]);
        const most = test.op('Max', [size, test.integers(0)], { keep_dims: { b: false } });
        return test.op('Greater', [most, test.scalar(tolerated)]);
      },
      (body, [x, a]) => {
        const slope = body.op('Mul', [body.op('Square', [x!]), body.scalar(3)]);
        const correction = body.op('RealDiv', [errorOf(body, x!, a!), slope]);
        return [body.op('Sub', [x!, correction]), a!];
      },
    );
    return model.program(x!);
  },
  jax: noControlFlow,
  wgsl: 'hand-written for while-small, mandelbrot and simulate',
});
