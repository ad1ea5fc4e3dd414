import * as tf from '@tensorflow/tfjs-core';
import type { Programs } from './elementwisePrograms.js';

export const indexingPrograms: Programs = {
  gather: (r) => {
    const shape = r.shape(1, 4).map((size) => Math.max(1, size));
    const x = r.tensor(shape, r.dtype());
    const axis = r.axis(shape.length);
    tf.gather(x, r.indices(r.shape(0, 3), shape.at(axis)!) as tf.Tensor1D, axis);
    const batched = [r.int(1, 2), r.int(1, 3), r.int(1, 3)];
    const indices = r.indices([batched[0]!, r.int(1, 3)], batched[1]!);
    tf.gather(r.tensor(batched), indices as tf.Tensor2D, 1, 1);
    if (shape.length > 1) {
      tf.grad((y) => tf.gather(y, r.indices([3], shape[0]!) as tf.Tensor1D))(r.tensor(shape));
    }
  },
  coordinates: (r) => {
    const shape = r.shape(1, 4).map((size) => Math.max(1, size));
    const depth = r.int(1, shape.length);
    const count = r.int(1, 3);
    const dtype = r.dtype('float32', 'int32');
    const indices = r.indices([count, depth], Math.min(...shape));
    tf.gatherND(r.tensor(shape, dtype), indices);
    const updates = r.tensor([count, ...shape.slice(depth)], dtype);
    tf.scatterND(indices as tf.Tensor2D, updates, shape);
    tf.tensorScatterUpdate(r.tensor(shape, dtype), indices as tf.Tensor2D, updates);
    const values = r.tensor([count], dtype);
    const rows = r.list(count, (row) => [row]);
    tf.sparseToDense(
      tf.tensor2d(rows, [count, 1], 'int32'),
      values,
      [count + 2],
      tf.scalar(0, dtype),
    );
  },
  segments: (r) => {
    const shape = r.shape(1, 3).map((size) => Math.max(1, size));
    const ids = r.indices([shape[0]!], 3) as tf.Tensor1D;
    tf.unsortedSegmentSum(r.tensor(shape), ids, r.int(3, 5));
    tf.grad((x) => tf.unsortedSegmentSum(x, ids, 3))(r.tensor(shape));
  },
  counting: (r) => {
    const size = r.int(4, 8);
    const count = r.int(1, 5);
    const weighted = r.boolean();
    tf.bincount(
      r.indices([count], size) as tf.Tensor1D,
      (weighted ? r.tensor([count]) : tf.tensor1d([])) as tf.Tensor1D,
      size,
    );
    const shape = r.boolean() ? [count] : [count, r.int(1, 3)];
    tf.denseBincount(
      r.indices(shape, size) as tf.Tensor2D,
      (weighted ? r.tensor(shape) : tf.tensor1d([])) as tf.Tensor2D,
      size,
    );
    tf.oneHot(r.indices(r.shape(0, 3), 4), r.int(2, 5), 1, 0, r.dtype());
  },
  ordering: (r) => {
    const rows = r.int(1, 3);
    const sorted = tf.tensor2d(r.list(rows, () => [1, 2, 3, 4]));
    const values = r.tensor([rows, r.int(1, 4)]);
    tf.searchSorted(sorted, values, r.pick(['left', 'right']));
    const shape = [...r.shape(0, 2).map((size) => Math.max(1, size)), r.int(1, 5)];
    tf.topk(r.tensor(shape, r.dtype('float32', 'int32')), r.int(1, shape.at(-1)!));
  },
  creation: (r) => {
    tf.fill(r.shape(), r.int(0, 9), r.dtype());
    tf.range(r.int(-4, 4), r.int(-4, 4), r.pick([1, 2, 0.5, -1, -3]), 'float32');
    tf.range(r.int(-4, 4), r.int(-4, 4), undefined, 'int32');
    tf.linspace(0, 1, r.int(1, 7));
    tf.multinomial(r.tensor([r.int(1, 3), r.int(2, 4)]) as tf.Tensor2D, r.int(1, 5), 1);
    tf.diag(r.tensor(r.shape(1, 2)));
  },
};

/** Kernels that the WebGPU backend lacks. */
export const cpuOnlyPrograms: Programs = {
  'bitwise and': (r) => {
    const shape = r.shape();
    tf.bitwiseAnd(r.tensor(shape, 'int32'), r.tensor(shape, 'int32'));
  },
  strings: (r) => {
    const words = tf.tensor(['ab', 'bc', 'ca'].slice(0, r.int(1, 3)));
    tf.string.staticRegexReplace(words, 'a', 'x');
    tf.string.stringToHashBucketFast(words, 7);
    tf.concat([words, words]);
    tf.reshape(words, [-1, 1]);
  },
  'sparse reshape': (r) => {
    const count = r.int(1, 4);
    const indices = tf.tensor2d(
      r.list(count, (index) => [index, 0]),
      undefined,
      'int32',
    );
    const target = r.pick([[-1], [2, -1], [1, -1, 2]]);
    tf.sparse.sparseReshape(
      indices,
      tf.tensor1d([count, 2], 'int32'),
      tf.tensor1d(target, 'int32'),
    );
  },
  'padded non-max suppression': (r) => {
    const count = r.int(1, 4);
    tf.image.nonMaxSuppressionPadded(
      r.tensor([count, 4]) as tf.Tensor2D,
      r.tensor([count]) as tf.Tensor1D,
      r.int(1, 6),
      0.5,
      0,
      true,
    );
  },
};
