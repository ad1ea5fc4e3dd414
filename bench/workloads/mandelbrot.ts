import * as tf from '@tensorflow/tfjs-core';
import { graph } from 'use-graph';
import { ModelJson } from '../systems/modelJson.js';
import { whileReading } from './reading.js';
import { noControlFlow, workload } from './workload.js';

interface Size {
  readonly side: number;
  /** Elements that have not escaped by then are taken to be in the set. */
  readonly limit: number;
}

type State = [x: tf.Tensor, y: tf.Tensor, count: tf.Tensor, round: tf.Tensor];

const isInside = (x: tf.Tensor, y: tf.Tensor) =>
  tf.lessEqual(tf.add(tf.square(x), tf.square(y)), 4);

function step(cx: tf.Tensor, cy: tf.Tensor, [x, y, count, round]: State): State {
  const inside = isInside(x, y);
  return [
    tf.where(inside, tf.add(tf.sub(tf.square(x), tf.square(y)), cx), x),
    tf.where(inside, tf.add(tf.mul(tf.mul(x, y), 2), cy), y),
    tf.add(count, tf.cast(inside, 'float32')),
    tf.add(round, 1),
  ];
}

const goesOn = ([x, y, , round]: State, limit: number) =>
  tf.logicalAnd(tf.less(round, limit), tf.any(isInside(x, y)));

function escapeTimes(cx: tf.Tensor, cy: tf.Tensor, limit: number): tf.Tensor {
  let state: State = [tf.zerosLike(cx), tf.zerosLike(cx), tf.zerosLike(cx), tf.scalar(0)];
  while (goesOn(state, limit)) state = step(cx, cy, state);
  return state[2];
}

/** Points near the set, all of which escape, and none too late. */
function points(side: number): { readonly x: Float32Array; readonly y: Float32Array } {
  const x = new Float32Array(side * side);
  const y = new Float32Array(side * side);
  for (let i = 0; i < x.length; i++) {
    x[i] = 0.3 + (0.2 * (i % side)) / side;
    y[i] = 0.6 + (0.2 * Math.floor(i / side)) / side;
  }
  return { x, y };
}

/** Each element counts for itself, and is done when it has escaped. */
const shader = (limit: number) => /* wgsl */ `
@group(0) @binding(0) var<storage, read> cx: array<f32>;
@group(0) @binding(1) var<storage, read> cy: array<f32>;
@group(0) @binding(2) var<storage, read_write> counts: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&cx)) { return; }
  let c = vec2f(cx[i], cy[i]);
  var z = vec2f();
  var count = 0.0;
  while (dot(z, z) <= 4.0 && count < ${limit}.0) {
    z = vec2f(z.x * z.x - z.y * z.y, z.x * z.y * 2.0) + c;
    count += 1.0;
  }
  counts[i] = count;
}`;

export const mandelbrot = workload<Size>({
  about: 'when each of 256×256 points escapes, at most 200 iterations',
  sizes: { full: { side: 256, limit: 200 }, small: { side: 4, limit: 12 } },
  tolerance: 1e-4,
  tensorflow({ side, limit }, as) {
    const { x, y } = points(side);
    const cx = tf.tensor(x, [side, side]);
    const cy = tf.tensor(y, [side, side]);
    const run = graph(async (cx: tf.Tensor, cy: tf.Tensor, limit: number) =>
      escapeTimes(cx, cy, limit),
    );
    if (as === 'graph') return { call: async () => [await run(cx, cy, limit)] };
    return {
      async call() {
        const initial: State = tf.tidy(() => [
          tf.zerosLike(cx),
          tf.zerosLike(cx),
          tf.zerosLike(cx),
          tf.scalar(0),
        ]);
        const state = await whileReading(
          initial,
          (...state) => goesOn(state, limit),
          (...state) => step(cx, cy, state),
        );
        return [state[2]];
      },
    };
  },
  graphModel({ side, limit }) {
    const data = points(side);
    const model = new ModelJson();
    const shape = [side, side];
    const cx = model.input({ data: data.x, shape });
    const cy = model.input({ data: data.y, shape });
    const zeros = model.constant({ data: new Float32Array(side * side), shape });
    const insideOf = (inner: ModelJson, x: string, y: string) => {
      const size = inner.op('AddV2', [inner.op('Square', [x]), inner.op('Square', [y])]);
      return inner.op('LessEqual', [size, inner.scalar(4)]);
    };
    const results = model.loop(
      [zeros, zeros, zeros, model.scalar(0), cx, cy],
      (test, [x, y, , round]) => {
        const any = test.op('Any', [insideOf(test, x!, y!), test.integers(0, 1)], {
          keep_dims: { b: false },
        });
        return test.op('LogicalAnd', [test.op('Less', [round!, test.scalar(limit)]), any]);
      },
      (body, [x, y, count, round, cx, cy]) => {
        const inside = insideOf(body, x!, y!);
        const difference = body.op('Sub', [body.op('Square', [x!]), body.op('Square', [y!])]);
        const product = body.op('Mul', [body.op('Mul', [x!, y!]), body.scalar(2)]);
        const one = body.op('Cast', [inside], {
          SrcT: { type: 'DT_BOOL' },
          DstT: { type: 'DT_FLOAT' },
        });
        return [
          body.op('SelectV2', [inside, body.op('AddV2', [difference, cx!]), x!]),
          body.op('SelectV2', [inside, body.op('AddV2', [product, cy!]), y!]),
          body.op('AddV2', [count!, one]),
          body.op('AddV2', [round!, body.scalar(1)]),
          cx!,
          cy!,
        ];
      },
    );
    return model.program(results[2]!);
  },
  jax: noControlFlow,
  wgsl({ side, limit }, gpu) {
    const { x, y } = points(side);
    const counts = gpu.empty(side * side);
    const buffers = [gpu.upload(x), gpu.upload(y), counts];
    const kernel = gpu.kernel(shader(limit), buffers, [Math.ceil((side * side) / 64)]);
    return {
      call() {
        gpu.run([kernel]);
        return [counts];
      },
    };
  },
});
