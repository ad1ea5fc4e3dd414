import * as tf from '@tensorflow/tfjs-core';
import type { Programs } from './elementwisePrograms.js';
import type { Random } from './random.js';

export const arrangementPrograms: Programs = {
  reshape: (r) => {
    const shape = r.shape(0, 4);
    const x = r.tensor(shape, r.dtype());
    const target = r.shuffled(shape);
    tf.reshape(x, target);
    if (!shape.includes(0)) tf.reshape(x, [...target.slice(0, -1), -1]);
    tf.expandDims(x, r.int(-shape.length - 1, shape.length));
    tf.squeeze(x);
    tf.grad((y) => tf.reshape(y, [-1]))(r.tensor(shape));
  },
  transpose: (r) => {
    const shape = r.shape(0, 5);
    tf.transpose(r.tensor(shape, r.dtype()), r.shuffled(shape.map((_, axis) => axis)));
    tf.transpose(r.tensor(shape));
    // WebGPU reverses at most four axes.
    if (shape.length <= 4) tf.reverse(r.tensor(shape), r.axes(shape.length));
  },
  joining: (r) => {
    const shape = r.shape(1, 4);
    const axis = r.axis(shape.length);
    const dtype = r.dtype();
    const at = axis < 0 ? axis + shape.length : axis;
    const part = (): tf.Tensor =>
      r.tensor(
        shape.map((size, index) => (index === at ? r.int(1, 3) : size)),
        dtype,
      );
    tf.concat(r.list(r.int(2, 4), part), axis);
    tf.grads((a: tf.Tensor, b: tf.Tensor) => tf.concat([a, b], axis))([
      tf.cast(part(), 'float32'),
      tf.cast(part(), 'float32'),
    ]);
    tf.stack(
      r.list(r.int(1, 3), () => r.tensor(shape, dtype)),
      r.int(-shape.length - 1, shape.length),
    );
  },
  parting: (r) => {
    const shape = r.shape(1, 4).map((size) => Math.max(1, size));
    const axis = r.axis(shape.length);
    tf.unstack(r.tensor(shape, r.dtype()), axis);
    const at = axis < 0 ? axis + shape.length : axis;
    const sizes = r.list(r.int(2, 3), () => r.int(1, 2));
    const total = sizes.reduce((a, b) => a + b, 0);
    const x = r.tensor(shape.map((size, index) => (index === at ? total : size)));
    tf.split(x, sizes, at);
    tf.split(x, [...sizes.slice(0, -1), -1], at);
    tf.split(x, total, at);
    tf.grad((y) => tf.split(y, sizes, at)[0]!)(x);
  },
  'tile and pad': (r) => {
    const shape = r.shape(1, 4);
    const x = r.tensor(shape, r.dtype('float32', 'int32'));
    tf.tile(
      x,
      shape.map(() => r.int(1, 3)),
    );
    const paddings = shape.map((): [number, number] => [r.int(0, 2), r.int(0, 2)]);
    tf.pad(x, paddings);
    tf.grad((y) => tf.pad(y, paddings))(r.tensor(shape));
    const inner = [r.int(3, 4), r.int(3, 4)];
    const mirrored = inner.map((): [number, number] => [r.int(0, 2), r.int(0, 2)]);
    tf.mirrorPad(r.tensor(inner), mirrored, r.pick(['reflect', 'symmetric']));
    const [from, to] = r.broadcastable(4);
    if (!from.includes(0)) tf.broadcastTo(r.tensor(from), broadcast(from, to));
    tf.broadcastArgs(r.indices([r.int(1, 3)], 1), r.indices([r.int(1, 3)], 1));
  },
  blocks: (r) => {
    const block = [r.int(1, 2), r.int(1, 3)];
    const batch = block[0]! * block[1]!;
    const x = r.tensor<tf.Rank.R4>([batch * r.int(1, 2), r.int(2, 4), r.int(2, 4), r.int(1, 3)]);
    const crops = block.map((size) => [r.int(0, 1), r.int(0, size - 1)]);
    const spaces = tf.batchToSpaceND(x, block, crops);
    const paddings = block.map((size, axis) => {
      const extent = spaces.shape[axis + 1]!;
      const before = r.int(0, 1);
      return [before, (size - ((extent + before) % size)) % size];
    });
    tf.spaceToBatchND(spaces, block, paddings);
    const depth = r.int(1, 2);
    tf.depthToSpace(
      r.tensor([r.int(1, 2), r.int(1, 3), r.int(1, 3), depth * 4]) as tf.Tensor4D,
      2,
      'NHWC',
    );
  },
  slices: (r) => {
    const shape = r.shape(1, 4);
    const x = r.tensor(shape, r.dtype());
    const begin = shape.map((size) => r.int(0, Math.max(0, size - 1)));
    const size = shape.map((extent, axis) =>
      r.boolean() ? -1 : r.int(0, Math.max(0, extent - begin[axis]!)),
    );
    tf.slice(x, begin, nonEmpty(r, size));
    tf.slice(x, begin[0]!);
    tf.grad((y) => tf.slice(y, begin))(r.tensor(shape));
  },
  'strided slices': (r) => {
    const shape = r.shape(1, 4).map((size) => Math.max(1, size));
    const x = r.tensor(shape, r.dtype('float32', 'int32'));
    for (let attempt = 0; attempt < 6; attempt++) {
      const length = r.int(1, shape.length);
      const strides = r.list(length, () => r.pick([1, 1, 2, -1, -2]));
      const mask = (): number => r.int(0, (1 << length) - 1);
      const shrink = r.boolean() ? 0 : mask();
      const begin = r.list(length, (axis) => r.int(-shape[axis]!, shape[axis]! - 1));
      const end = r.list(length, (axis) => r.int(-shape[axis]!, shape[axis]! + 2));
      const ellipsis = r.boolean() ? 0 : 1 << r.int(0, length - 1);
      const newAxis = r.boolean() ? 0 : 1 << r.int(0, length - 1);
      strides.forEach((_, axis) => {
        if (shrink & (1 << axis)) strides[axis] = 1;
      });
      const run = (): tf.Tensor =>
        tf.stridedSlice(x, begin, end, strides, mask(), mask(), ellipsis, newAxis, shrink);
      // Some of these masks contradict each other or point outside.
      try {
        run();
      } catch (error) {
        if (
          !/out of bounds|out of range|non-range|ellips|must match|Negative size/i.test(
            String(error),
          )
        )
          throw error;
      }
    }
  },
};

function broadcast(a: number[], b: number[]): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) =>
    Math.max(a[axis - rank + a.length] ?? 1, b[axis - rank + b.length] ?? 1),
  );
}

function nonEmpty(r: Random, sizes: number[]): number[] {
  return r.allowEmpty ? sizes : sizes.map((size) => (size === 0 ? 1 : size));
}
