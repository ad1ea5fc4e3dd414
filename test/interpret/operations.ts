import * as tf from '@tensorflow/tfjs-core';
import type { Value } from '../../runtime/graph/graph.js';
import type { GraphBuilder } from '../graph/build.js';

/**
 * One step of a random graph on tensors of the shape [2, 3]: as kernels, and as TensorFlow.js ops. From whole numbers
 * between -8 and 8 each gives such numbers again, so that every backend computes exactly the same.
 */
export interface Operation {
  readonly name: string;
  readonly operands: 1 | 2;
  readonly build: (builder: GraphBuilder, x: Value, y: Value) => Value;
  readonly compute: (x: tf.Tensor2D, y: tf.Tensor2D) => tf.Tensor;
}

const unary = (
  kernel: string,
  compute: (x: tf.Tensor2D) => tf.Tensor,
  attributes: Readonly<Record<string, unknown>> = {},
): Operation => ({
  name: kernel,
  operands: 1,
  build: (b, x) => b.call(kernel, { x }, attributes),
  compute,
});

const binary = (
  kernel: string,
  compute: (x: tf.Tensor2D, y: tf.Tensor2D) => tf.Tensor,
): Operation => ({
  name: kernel,
  operands: 2,
  build: (b, x, y) => clip(b, b.call(kernel, { a: x, b: y })),
  compute: (x, y) => tf.clipByValue(compute(x, y), -8, 8),
});

const reduction = (kernel: string, compute: (x: tf.Tensor2D) => tf.Tensor): Operation => ({
  name: kernel,
  operands: 1,
  build: (b, x) => {
    const column = { [kernel === 'Max' ? 'reductionIndices' : 'axis']: [1], keepDims: false };
    const reduced = b.call(kernel, { x }, column);
    const reshaped = b.call('Reshape', { x: reduced }, { shape: [2, 1] });
    return clip(b, b.call('Tile', { x: reshaped }, { reps: [1, 3] }));
  },
  compute: (x) => tf.clipByValue(tf.tile(tf.reshape(compute(x), [2, 1]), [1, 3]), -8, 8),
});

function clip(b: GraphBuilder, x: Value): Value {
  return b.call('ClipByValue', { x }, { clipValueMin: -8, clipValueMax: 8 });
}

const comparison = (
  kernel: string,
  compute: (x: tf.Tensor2D, y: tf.Tensor2D) => tf.Tensor,
): Operation => ({
  name: kernel,
  operands: 2,
  build: (b, x, y) => b.call('Select', { condition: b.call(kernel, { a: x, b: y }), t: x, e: y }),
  compute: (x, y) => tf.where(compute(x, y), x, y),
});

export const operations: readonly Operation[] = [
  unary('Identity', (x) => tf.clone(x)),
  unary('Neg', (x) => tf.neg(x)),
  unary('Abs', (x) => tf.abs(x)),
  unary('Relu', (x) => tf.relu(x)),
  unary('Sign', (x) => tf.sign(x)),
  unary('Floor', (x) => tf.floor(x)),
  unary('Step', (x) => tf.step(x), { alpha: 0 }),
  binary('Add', (x, y) => tf.add(x, y)),
  binary('Sub', (x, y) => tf.sub(x, y)),
  binary('Multiply', (x, y) => tf.mul(x, y)),
  binary('Maximum', (x, y) => tf.maximum(x, y)),
  binary('Minimum', (x, y) => tf.minimum(x, y)),
  binary('SquaredDifference', (x, y) => tf.squaredDifference(x, y)),
  comparison('Greater', (x, y) => tf.greater(x, y)),
  comparison('LessEqual', (x, y) => tf.lessEqual(x, y)),
  comparison('Equal', (x, y) => tf.equal(x, y)),
  comparison('NotEqual', (x, y) => tf.notEqual(x, y)),
  reduction('Sum', (x) => tf.sum(x, 1)),
  reduction('Max', (x) => tf.max(x, 1)),
  reduction('Min', (x) => tf.min(x, 1)),
  {
    name: 'matrix product',
    operands: 2,
    build: (b, x, y) => {
      const square = b.call('BatchMatMul', { a: x, b: y }, { transposeA: false, transposeB: true });
      const clipped = clip(b, square);
      return clip(
        b,
        b.call('BatchMatMul', { a: clipped, b: y }, { transposeA: false, transposeB: false }),
      );
    },
    compute: (x, y) => {
      const clipped = tf.clipByValue(tf.matMul(x, y, false, true), -8, 8);
      return tf.clipByValue(tf.matMul(clipped, y), -8, 8);
    },
  },
  {
    name: 'transpose',
    operands: 1,
    build: (b, x) => {
      const turned = b.call('Transpose', { x }, { perm: [1, 0] });
      return b.call('Reshape', { x: turned }, { shape: [2, 3] });
    },
    compute: (x) => tf.reshape(tf.transpose(x), [2, 3]),
  },
  {
    name: 'concat and slice',
    operands: 2,
    build: (b, x, y) => {
      const joined = b.call('Concat', [x, y], { axis: 1 });
      return b.call('Slice', { x: joined }, { begin: [0, 2], size: [2, 3] });
    },
    compute: (x, y) => tf.slice(tf.concat([x, y], 1), [0, 2], [2, 3]),
  },
  {
    name: 'reverse',
    operands: 1,
    build: (b, x) => b.call('Reverse', { x }, { dims: [0] }),
    compute: (x) => tf.reverse(x, 0),
  },
  {
    name: 'pad',
    operands: 1,
    build: (b, x) => {
      const padded = b.call(
        'PadV2',
        { x },
        {
          paddings: [
            [0, 0],
            [1, 0],
          ],
          constantValue: 2,
        },
      );
      return b.call('Slice', { x: padded }, { begin: [0, 0], size: [2, 3] });
    },
    compute: (x) =>
      tf.slice(
        tf.pad(
          x,
          [
            [0, 0],
            [1, 0],
          ],
          2,
        ),
        [0, 0],
        [2, 3],
      ),
  },
  {
    name: 'pack',
    operands: 2,
    build: (b, x, y) => {
      const packed = b.call('Pack', [x, y], { axis: 0 });
      const reduced = b.call('Max', { x: packed }, { reductionIndices: [0], keepDims: false });
      return reduced;
    },
    compute: (x, y) => tf.max(tf.stack([x, y], 0), 0),
  },
  {
    name: 'gather',
    operands: 1,
    build: (b, x) => {
      const chosen = b.call(
        'Cast',
        { x: b.call('Fill', {}, { shape: [3], value: 1, dtype: 'float32' }) },
        { dtype: 'int32' },
      );
      return b.call('GatherV2', { x, indices: chosen }, { axis: 1, batchDims: 0 });
    },
    compute: (x) => tf.gather(x, tf.ones([3], 'int32') as tf.Tensor1D, 1),
  },
  {
    name: 'constant',
    operands: 1,
    build: (b, x) => clip(b, b.call('Add', { a: x, b: b.scalar(3) })),
    compute: (x) => tf.clipByValue(tf.add(x, 3), -8, 8),
  },
];
