import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { numbers } from './data.js';
import { whileReading } from './reading.js';
import { noControlFlow, type Workload, type WorkloadDefinition, workload } from './workload.js';

const rate = 0.03;
const least = 0.003;

/** One step down the slope of 1 - cos(x). */
const step = (x: tf.Tensor) => tf.sub(x, tf.mul(tf.sin(x), rate));
const isFar = (x: tf.Tensor) => tf.greater(tf.max(tf.abs(x)), least);

function settle(x: tf.Tensor): tf.Tensor {
  while (isFar(x)) x = step(x);
  return x;
}

/** An element an invocation; the largest is found in halves. */
const shader = (count: number) => /* wgsl */ `
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
var<workgroup> largest: array<f32, ${count}>;
@compute @workgroup_size(${count}) fn main(@builtin(local_invocation_index) i: u32) {
  var v = x[i];
  loop {
    largest[i] = abs(v);
    workgroupBarrier();
    for (var half = ${count / 2}u; half > 0u; half /= 2u) {
      if (i < half) { largest[i] = max(largest[i], largest[i + half]); }
      workgroupBarrier();
    }
    if (workgroupUniformLoad(&largest[0]) <= ${least}) { break; }
    v -= sin(v) * ${rate};
  }
  y[i] = v;
}`;

function whileWorkload(
  full: readonly number[],
  small: readonly number[],
  wgsl: WorkloadDefinition<readonly number[]>['wgsl'],
): Workload {
  const input = (shape: readonly number[]) => ({
    data: numbers(
      shape.reduce((a, b) => a * b),
      1,
      1,
    ),
    shape: [...shape],
  });
  return workload({
    about: `about 200 iterations until the largest of [${full}] is small`,
    sizes: { full, small },
    tolerance: 1e-4,
    tensorflow(shape, as) {
      const x = tf.tensor(input(shape).data, [...shape]);
      if (as === 'eager')
        return { call: () => whileReading<[tf.Tensor]>([x], isFar, (x) => [step(x)]) };
      // Nobody but the device knows when a large loop ends: it is waited for.
      const isLarge = shape.length > 1;
      const run = isLarge
        ? graph(async (x: tf.Tensor) => settle(x))
        : graph((x: tf.Tensor) => settle(x));
      return { call: () => finished(run(x)) };
    },
    graphModel(shape) {
      const model = new ModelJson();
      const x = model.input(input(shape));
      const axes = shape.map((_, axis) => axis);
      const [y] = model.loop(
        [x],
        (test, [x]) =>
          test.op('Greater', [
            test.op('Max', [test.op('Abs', [x!]), test.integers(...axes)], {
              keep_dims: { b: false },
            }),
            test.scalar(least),
          ]),
        (body, [x]) => [
          body.op('Sub', [x!, body.op('Mul', [body.op('Sin', [x!]), body.scalar(rate)])]),
        ],
      );
      return model.program(y!);
    },
    jax: noControlFlow,
    wgsl,
  });
}

export const whileSmall = whileWorkload([64], [8], ([count], gpu) => {
  const result = gpu.empty(count!);
  const kernel = gpu.kernel(shader(count!), [gpu.upload(numbers(count!, 1, 1)), result], [1]);
  return {
    call() {
      gpu.run([kernel]);
      return [result];
    },
  };
});

export const whileLarge = whileWorkload(
  [512, 512],
  [4, 6],
  'no kernel knows when all workgroups have ended',
);

function finished(result: tf.Tensor | Promise<tf.Tensor>): tf.Tensor[] | Promise<tf.Tensor[]> {
  return result instanceof tf.Tensor ? [result] : result.then((made) => [made]);
}
