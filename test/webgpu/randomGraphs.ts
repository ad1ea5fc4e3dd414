import type { Graph, Value } from '../../runtime/graph/graph.js';
import { GraphBuilder, parameter } from '../graph/build.js';
import type { Random } from '../graph/random.js';

type Step = (r: Random, b: GraphBuilder, pick: () => Value) => Value;

const sizesOf = (value: Value): number[] => value.shape as number[];
const rankOf = (value: Value): number => sizesOf(value).length;

/** The results of all steps are small, so that rounding errors stay so too. */
function calm(b: GraphBuilder, x: Value): Value {
  return b.call('ClipByValue', { x }, { clipValueMin: -8, clipValueMax: 8 });
}

/** A tensor that broadcasts with `x`, out of another one. */
function fitting(r: Random, b: GraphBuilder, x: Value, other: Value): Value {
  const shape = sizesOf(x);
  const [from, to] = [sizesOf(other), [...sizesOf(other)]];
  const broadcasts = from.every((size, axis) => {
    const own = shape.at(axis - from.length);
    return own === undefined || own === size || own === 1 || size === 1;
  });
  if (broadcasts && Math.max(0, ...to) < 12) return other;
  const axes = shape.flatMap((_, axis) => (r.boolean() ? [axis] : []));
  return b.call('Sum', { x }, { axis: axes, keepDims: true });
}

const elementwise =
  (kernel: string, attributes: Record<string, unknown> = {}): Step =>
  (_, b, pick) =>
    b.call(kernel, { x: pick() }, attributes);

const binary =
  (kernel: string): Step =>
  (r, b, pick) => {
    const x = pick();
    return calm(b, b.call(kernel, { a: x, b: fitting(r, b, x, pick()) }));
  };

const reduction =
  (kernel: string): Step =>
  (r, b, pick) => {
    const x = pick();
    const axes = sizesOf(x).flatMap((_, axis) => (r.boolean() ? [axis] : []));
    const name = kernel === 'Max' ? 'reductionIndices' : 'axis';
    return calm(b, b.call(kernel, { x }, { [name]: axes, keepDims: r.boolean() }));
  };

const transpose: Step = (r, b, pick) => {
  const x = pick();
  return b.call('Transpose', { x }, { perm: r.shuffled(sizesOf(x).map((_, axis) => axis)) });
};

const reshape: Step = (r, b, pick) => {
  const x = pick();
  const size = sizesOf(x).reduce((a, c) => a * c, 1);
  const rows = r.pick([1, 2, 3, 4].filter((divisor) => size % divisor === 0));
  return b.call('Reshape', { x }, { shape: r.shuffled([rows, size / rows]) });
};

const matMul: Step = (r, b, pick) => {
  const x = pick();
  const size = sizesOf(x).reduce((a, c) => a * c, 1);
  const columns = sizesOf(x).at(-1) ?? 1;
  const a = b.call('Reshape', { x }, { shape: [size / columns, columns] });
  const [transposeA, transposeB] = [r.boolean(), true];
  const left = transposeA ? b.call('Transpose', { x: a }, { perm: [1, 0] }) : a;
  const other = r.boolean() ? b.call('Tanh', { x: a }) : a;
  return calm(b, b.call('BatchMatMul', { a: left, b: other }, { transposeA, transposeB }));
};

const concat: Step = (r, b, pick) => {
  const x = pick();
  if (rankOf(x) === 0) return x;
  const parts = [x, b.call('Neg', { x }), ...(r.boolean() ? [x] : [])];
  return b.call('Concat', parts, { axis: r.int(0, rankOf(x) - 1) });
};

const slice: Step = (r, b, pick) => {
  const x = pick();
  if (rankOf(x) === 0) return x;
  const begin = sizesOf(x).map((size) => r.int(0, size - 1));
  const size = sizesOf(x).map((length, axis) => r.int(1, length - begin[axis]!));
  return b.call('Slice', { x }, { begin, size });
};

const pad: Step = (r, b, pick) => {
  const x = pick();
  const paddings = sizesOf(x).map(() => [r.int(0, 1), r.int(0, 1)]);
  return b.call('PadV2', { x }, { paddings, constantValue: 1 });
};

const softmax: Step = (_, b, pick) => {
  const logits = pick();
  if (rankOf(logits) === 0) return logits;
  return b.call('Softmax', { logits }, { dim: -1 });
};

const reverse: Step = (r, b, pick) => {
  const x = pick();
  return b.call('Reverse', { x }, { dims: sizesOf(x).flatMap((_, i) => (r.boolean() ? [i] : [])) });
};

const select: Step = (_, b, pick) => {
  const x = pick();
  const condition = b.call('Greater', { a: x, b: b.scalar(0.25) });
  return b.call('Select', { condition, t: x, e: b.call('Multiply', { a: x, b: b.scalar(0.5) }) });
};

const normalize: Step = (_, b, pick) => {
  const x = pick();
  if (rankOf(x) === 0) return x;
  const along = { axis: [rankOf(x) - 1], keepDims: true };
  const centered = b.call('Sub', { a: x, b: b.call('Mean', { x }, along) });
  const variance = b.call('Mean', { x: b.call('Square', { x: centered }) }, along);
  const epsilon = b.call('Add', { a: variance, b: b.scalar(0.5) });
  return b.call('Multiply', { a: centered, b: b.call('Rsqrt', { x: epsilon }) });
};

const steps: readonly Step[] = [
  elementwise('Neg'),
  elementwise('Abs'),
  elementwise('Tanh'),
  elementwise('Relu'),
  elementwise('Sigmoid'),
  binary('Add'),
  binary('Sub'),
  binary('Multiply'),
  binary('Maximum'),
  binary('Minimum'),
  reduction('Sum'),
  reduction('Max'),
  reduction('Min'),
  reduction('Mean'),
  transpose,
  reshape,
  matMul,
  concat,
  slice,
  pad,
  softmax,
  reverse,
  select,
  normalize,
];

/** No tensor of a random graph is larger. */
const sizeLimit = 600;

/** A graph of kernels that all can be compiled, in which values are used several times and several leave. */
export function randomGraph(r: Random, sizes: readonly number[] = [1, 2, 3, 5, 17]): Graph {
  const shapes = r.list(3, () => r.list(r.int(0, 3), () => r.pick(sizes)));
  const parameters = shapes.map((shape) => parameter(shape));
  const b = new GraphBuilder('random', parameters);
  const values: Value[] = [...parameters];
  const length = r.int(2, 14);
  for (let index = 0; index < length; index++) {
    // Recent values more often than old ones.
    const pick = () => values[Math.max(r.int(0, values.length - 1), r.int(0, values.length - 1))]!;
    const made = r.pick(steps)(r, b, pick);
    if (sizesOf(made).reduce((a, c) => a * c, 1) <= sizeLimit) values.push(made);
  }
  const made = values.slice(parameters.length);
  const outputs = [...new Set([values.at(-1)!, ...r.list(r.int(0, 2), () => r.pick(values))])];
  return b.graph(...(made.length === 0 ? [b.call('Neg', { x: values[0]! })] : outputs));
}
