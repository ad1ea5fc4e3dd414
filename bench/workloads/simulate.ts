import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { whileReading } from './reading.js';
import { noControlFlow, workload } from './workload.js';

interface Size {
  readonly masses: number;
  readonly steps: number;
}

type State = [position: tf.Tensor1D, velocity: tf.Tensor1D, time: tf.Tensor];

const stiffness = 0.2;
const friction = 0.0005;
/** Where the chain moves less than this, the simulation ends. */
const rest = 1e-9;

/** Masses in a row, each held by springs to its neighbours, and those at the ends to walls. */
function step([x, v, time]: State): State {
  const count = x.shape[0];
  const wall = tf.zeros([1]) as tf.Tensor1D;
  const left = tf.concat([wall, tf.slice(x, [0], [count - 1])]);
  const right = tf.concat([tf.slice(x, [1], [count - 1]), wall]);
  const force = tf.mul(tf.sub(tf.add(left, right), tf.mul(x, 2)), stiffness);
  const velocity = tf.add(tf.mul(v, 1 - friction), force) as tf.Tensor1D;
  return [tf.add(x, velocity), velocity, tf.add(time, 1)];
}

const isMoving = ([x, v, time]: State, steps: number) =>
  tf.logicalAnd(
    tf.less(time, steps),
    tf.greater(tf.add(tf.sum(tf.square(x)), tf.sum(tf.square(v))), rest),
  );

function settled(x: tf.Tensor1D, steps: number): tf.Tensor {
  let state: State = [x, tf.zerosLike(x), tf.scalar(0)];
  while (isMoving(state, steps)) state = step(state);
  return state[0];
}

/** The first mass is pulled. */
const pulled = (masses: number) => Float32Array.from({ length: masses }, (_, i) => 1 / (i + 1));

/** A mass an invocation, its velocity in a register. */
const shader = ({ masses, steps }: Size) => /* wgsl */ `
@group(0) @binding(0) var<storage, read> start: array<f32>;
@group(0) @binding(1) var<storage, read_write> end: array<f32>;
var<workgroup> x: array<f32, ${masses + 2}>;
var<workgroup> sums: array<f32, ${masses}>;
@compute @workgroup_size(${masses}) fn main(@builtin(local_invocation_index) i: u32) {
  var own = start[i];
  var v = 0.0;
  x[i + 1u] = own;
  for (var time = 0; time < ${steps}; time++) {
    sums[i] = own * own + v * v;
    workgroupBarrier();
    for (var half = ${masses / 2}u; half > 0u; half /= 2u) {
      if (i < half) { sums[i] += sums[i + half]; }
      workgroupBarrier();
    }
    if (workgroupUniformLoad(&sums[0]) <= ${rest}) { break; }
    v = v * ${1 - friction} + (x[i] + x[i + 2u] - own * 2.0) * ${stiffness};
    own += v;
    workgroupBarrier();
    x[i + 1u] = own;
  }
  end[i] = own;
}`;

export const simulate = workload<Size>({
  about: 'a chain of 32 masses for 10,000 steps, or until it rests',
  sizes: { full: { masses: 32, steps: 10_000 }, small: { masses: 4, steps: 12 } },
  tolerance: 1e-3,
  tensorflow({ masses, steps }, as) {
    const x = tf.tensor1d(pulled(masses));
    const run = graph((x: tf.Tensor1D, steps: number) => settled(x, steps));
    if (as === 'graph') return { call: () => [run(x, steps)] };
    return {
      async call() {
        const initial: State = [x, tf.zerosLike(x), tf.scalar(0)];
        const state = await whileReading(
          initial,
          (...state) => isMoving(state, steps),
          (...state) => step(state),
        );
        return [state[0]];
      },
    };
  },
  graphModel({ masses, steps }) {
    const model = new ModelJson();
    const x = model.input({ data: pulled(masses), shape: [masses] });
    const still = model.constant({ data: new Float32Array(masses), shape: [masses] });
    const [end] = model.loop(
      [x, still, model.scalar(0)],
      (test, [x, v, time]) => {
        const sum = (value: string) =>
          test.op('Sum', [test.op('Square', [value]), test.integers(0)], {
            keep_dims: { b: false },
          });
        const isMoving = test.op('Greater', [
          test.op('AddV2', [sum(x!), sum(v!)]),
          test.scalar(rest),
        ]);
        return test.op('LogicalAnd', [test.op('Less', [time!, test.scalar(steps)]), isMoving]);
      },
      (body, [x, v, time]) => {
        const wall = body.constant({ data: new Float32Array(1), shape: [1] });
        const slice = (begin: number) =>
          body.op('Slice', [x!, body.integers(begin), body.integers(masses - 1)]);
        const join = (first: string, second: string) =>
          body.op('ConcatV2', [first, second, body.integer(0)], { N: { i: 2 } });
        const neighbours = body.op('AddV2', [join(wall, slice(0)), join(slice(1), wall)]);
        const pull = body.op('Sub', [neighbours, body.op('Mul', [x!, body.scalar(2)])]);
        const velocity = body.op('AddV2', [
          body.op('Mul', [v!, body.scalar(1 - friction)]),
          body.op('Mul', [pull, body.scalar(stiffness)]),
        ]);
        return [
          body.op('AddV2', [x!, velocity]),
          velocity,
          body.op('AddV2', [time!, body.scalar(1)]),
        ];
      },
    );
    return model.program(end!);
  },
  jax: noControlFlow,
  wgsl(size, gpu) {
    const end = gpu.empty(size.masses);
    const kernel = gpu.kernel(shader(size), [gpu.upload(pulled(size.masses)), end], [1]);
    return {
      call() {
        gpu.run([kernel]);
        return [end];
      },
    };
  },
});
