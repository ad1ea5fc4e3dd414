import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { executors, useCpu } from '../support/index.js';

type Program = (x: tf.Tensor) => tf.Tensor;

const indices = () =>
  tf.tensor2d(
    [
      [0, 1],
      [2, 0],
      [0, 1],
    ],
    undefined,
    'int32',
  );
const weight = (shape: number[]) =>
  tf.tensor(
    Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => ((i * 7) % 5) - 1.5),
    shape,
  );

const programs: Readonly<Record<string, readonly [shape: number[], Program]>> = {
  GatherNd: [[3, 2], (x) => tf.mul(tf.gatherND(x, indices()), weight([3]))],
  ScatterNd: [[3], (x) => tf.mul(tf.scatterND(indices(), x, [3, 2]), weight([3, 2]))],
  'TensorScatterUpdate, tensor': [
    [3, 2],
    (x) =>
      tf.mul(
        tf.tensorScatterUpdate(x, tf.tensor2d([[1], [2]], undefined, 'int32'), tf.ones([2, 2])),
        weight([3, 2]),
      ),
  ],
  'TensorScatterUpdate, updates': [
    [2, 2],
    (x) =>
      tf.mul(
        tf.tensorScatterUpdate(tf.ones([3, 2]), tf.tensor2d([[1], [2]], undefined, 'int32'), x),
        weight([3, 2]),
      ),
  ],
  SparseToDense: [
    [2],
    (x) =>
      tf.mul(
        tf.sparseToDense(
          tf.tensor2d([[0], [3]], undefined, 'int32'),
          x as tf.Tensor1D,
          [4],
          tf.scalar(0),
        ),
        weight([4]),
      ),
  ],
  StridedSlice: [
    [4, 5],
    (x) => tf.mul(tf.stridedSlice(x, [3, 0], [0, 5], [-2, 2]), weight([2, 3])),
  ],
  'StridedSlice, one row': [
    [4, 3],
    (x) => tf.mul(tf.stridedSlice(x, [1, 0], [2, 3], [1, 1], 0, 0, 0, 0, 1), weight([3])),
  ],
  TopK: [[2, 5], (x) => tf.mul(tf.topk(x, 3).values, weight([2, 3]))],
  Diag: [[3], (x) => tf.mul(tf.diag(x), weight([3, 3]))],
  'Maximum, broadcast': [[3], (x) => tf.mul(tf.maximum(x, weight([2, 3])), weight([2, 3]))],
  'Minimum, broadcast': [[1, 3], (x) => tf.mul(tf.minimum(weight([2, 3]), x), weight([2, 3]))],
  'SquaredDifference, broadcast': [
    [2, 1],
    (x) => tf.mul(tf.squaredDifference(x, weight([2, 3])), weight([2, 3])),
  ],
  Cumprod: [[2, 3], (x) => tf.mul(tf.cumprod(x, 1), weight([2, 3]))],
  'Cumprod, exclusive and reversed': [
    [2, 3],
    (x) => tf.mul(tf.cumprod(x, 1, true, true), weight([2, 3])),
  ],
  'Einsum, left': [
    [2, 3],
    (x) => tf.mul(tf.einsum('ij,jk->ik', x, weight([3, 4])), weight([2, 4])),
  ],
  'Einsum, right': [
    [3, 4],
    (x) => tf.mul(tf.einsum('bij,jk->bik', weight([2, 2, 3]), x), weight([2, 2, 4])),
  ],
  'Einsum, a sum': [[2, 3], (x) => tf.mul(tf.einsum('ij->i', x), weight([2]))],
  DepthToSpace: [
    [1, 2, 2, 4],
    (x) => tf.mul(tf.depthToSpace(x as tf.Tensor4D, 2), weight([1, 4, 4, 1])),
  ],
  'All, which is constant': [[3], (x) => tf.mul(x, tf.cast(tf.all(tf.greater(x, -9)), 'float32'))],
};

/** The gradient of the sum of the program's result by differences, in float32. */
function differences(program: Program, x: tf.Tensor): number[] {
  const step = 1e-2;
  const total = (values: number[]) =>
    tf.tidy(() => tf.sum(program(tf.tensor(values, x.shape))).dataSync()[0]!);
  const at = Array.from(x.dataSync());
  return at.map((_, index) => {
    const moved = (by: number) => at.map((value, other) => (other === index ? value + by : value));
    return (total(moved(step)) - total(moved(-step))) / (2 * step);
  });
}

describe.each(executors)('gradients that TensorFlow.js lacks, on $backend', ({ start }) => {
  beforeAll(start);

  it.each(Object.entries(programs))('%s', async (_, [shape, program]) => {
    const size = shape.reduce((a, b) => a * b, 1);
    const values = Array.from({ length: size }, (_, i) => Math.sin(3 * i + 1) * 2 + 0.1);
    await useCpu();
    const expected = differences(program, tf.tensor(values, shape));
    await start();
    const x = tf.tensor(values, shape);
    const inGraph = graph((y: tf.Tensor) => tf.grad((z) => tf.sum(program(z)))(y));
    const eager = tf.grad((z) => tf.sum(program(z)));
    for (const gradient of [inGraph(x) as tf.Tensor, eager(x)]) {
      expect(gradient.shape).toEqual(shape);
      for (const [index, value] of (await gradient.data()).entries()) {
        expect(value).toBeCloseTo(expected[index]!, 1);
      }
    }
  });
});

it('of a sparse segment sum and mean, on cpu, whose number of segments no graph knows', async () => {
  await useCpu();
  graph((x: tf.Tensor) => tf.grad(tf.square)(x))(tf.scalar(1));
  const indices = tf.tensor1d([0, 2, 2, 1], 'int32');
  const segments = tf.tensor1d([0, 0, 1, 1], 'int32');
  for (const op of [tf.sparse.sparseSegmentSum, tf.sparse.sparseSegmentMean]) {
    const program = (x: tf.Tensor) =>
      tf.mul(op(tf.square(x) as tf.Tensor2D, indices, segments), weight([2, 3]));
    const x = tf.tensor2d([1, -2, 3, 0.5, 1.5, -1, 2, 0.2, 0.7], [3, 3]);
    const found = tf
      .grad((z) => tf.sum(program(z)))(x)
      .dataSync();
    for (const [index, value] of differences(program, x).entries()) {
      expect(found[index]).toBeCloseTo(value, 1);
    }
  }
});
