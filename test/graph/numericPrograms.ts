import * as tf from '@tensorflow/tfjs-core';
import type { Programs } from './elementwisePrograms.js';
import type { Random } from './random.js';

type Pad = 'same' | 'valid' | number;

export const numericPrograms: Programs = {
  reductions: (r) => {
    const { mean, sum, prod, max, min } = tf;
    for (const reduce of [mean, sum, prod, max, min]) {
      const shape = r.shape(0, 4).map((size) => Math.max(1, size));
      const x = r.tensor(shape, r.dtype('float32', 'int32'));
      reduce(x, r.axes(shape.length), r.boolean());
    }
    const shape = r.shape(0, 4).map((size) => Math.max(1, size));
    const axes = r.axes(shape.length)?.map((axis) => (axis < 0 ? axis + shape.length : axis));
    tf.sum(r.tensor(shape, 'bool'), r.axes(shape.length));
    tf.prod(r.tensor(shape, 'bool'), r.axes(shape.length));
    tf.all(r.tensor(shape, 'bool'), r.axes(shape.length), r.boolean());
    tf.any(r.tensor(shape, 'bool'), r.axes(shape.length), r.boolean());
    for (const reduce of [mean, sum, prod, max, min]) {
      tf.grad((x) => reduce(x, axes))(r.tensor(shape));
    }
    tf.logSumExp(r.tensor(shape), r.axes(shape.length));
  },
  'along one axis': (r) => {
    const shape = r.shape(1, 4).map((size) => Math.max(1, size));
    const x = r.tensor(shape, r.dtype('float32', 'int32'));
    tf.argMax(x, r.axis(shape.length));
    tf.argMin(x, r.axis(shape.length));
    tf.cumsum(x, r.int(0, shape.length - 1), r.boolean(), r.boolean());
    tf.cumprod(x, r.int(0, shape.length - 1), r.boolean(), r.boolean());
    tf.cumsum(r.tensor(shape, 'bool'), 0);
    tf.softmax(r.tensor(shape));
    tf.logSoftmax(r.tensor(shape));
    tf.grad((y) => tf.softmax(y))(r.tensor(shape));
  },
  matrices: (r) => {
    const [n, m, k] = [r.int(1, 4), r.int(1, 4), r.int(1, 4)];
    const batchOfA = r.shape(0, 2).map((size) => Math.max(1, size));
    const batchOfB = r.boolean() ? batchOfA : [];
    const transposeA = r.boolean();
    const transposeB = r.boolean();
    const a = r.tensor([...batchOfA, ...(transposeA ? [k, n] : [n, k])]);
    const b = r.tensor([...batchOfB, ...(transposeB ? [m, k] : [k, m])]);
    tf.matMul(a, b, transposeA, transposeB);
    tf.fused.matMul({
      a,
      b,
      transposeA,
      transposeB,
      bias: r.tensor([m]),
      activation: r.pick(['linear', 'relu', 'elu', 'relu6', 'sigmoid'] as const),
    });
    if (batchOfA.join() === batchOfB.join()) {
      tf.grads((x: tf.Tensor, y: tf.Tensor) => tf.matMul(x, y, transposeA, transposeB))([a, b]);
    }
    tf.dot(r.tensor([k]), r.tensor([k]));
    tf.matMul(r.tensor([n, k], 'int32'), r.tensor([k, m], 'int32'));
  },
  einsum: (r) => {
    const sizes: Record<string, number> = { i: r.int(1, 4), j: r.int(1, 4), k: r.int(1, 4) };
    const equation = r.pick([
      ...['ij,jk->ik', 'ij->ji', 'ij->i', 'ij->', 'i,i->', 'i,j->ij', 'ij,jk->kij', 'ijk,kj->ji'],
      'i,ij -> j',
    ]);
    const terms = equation.replace(/\s/g, '').split('->')[0]!.split(',');
    const dtype = r.dtype('float32', 'int32');
    tf.einsum(
      equation,
      ...terms.map((term) =>
        r.tensor(
          [...term].map((label) => sizes[label]!),
          dtype,
        ),
      ),
    );
  },
  'convolution in one and two dimensions': (r) => {
    const { x, filter, strides, pad, dilations, rounding } = convolutionArguments(r, 2);
    tf.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D, strides, pad, 'NHWC', dilations, rounding);
    tf.grads((a: tf.Tensor, b: tf.Tensor) =>
      tf.conv2d(a as tf.Tensor4D, b as tf.Tensor4D, strides, pad, 'NHWC', 1, rounding),
    )([x, filter]);
    tf.fused.conv2d({
      x: x as tf.Tensor4D,
      filter: filter as tf.Tensor4D,
      strides,
      pad,
      bias: r.tensor([filter.shape[3]!]),
      activation: r.pick(['linear', 'relu', 'elu', 'sigmoid'] as const),
      dimRoundingMode: rounding,
    });
    const explicit: [[0, 0], [number, number], [number, number], [0, 0]] = [
      [0, 0],
      [r.int(0, 2), r.int(0, 2)],
      [r.int(0, 2), r.int(0, 2)],
      [0, 0],
    ];
    tf.conv2d(
      x as tf.Tensor4D,
      filter as tf.Tensor4D,
      strides,
      explicit,
      'NHWC',
      dilations,
      'floor',
    );
    const { x: image, filter: square } = convolutionArguments(r, 2);
    const [batch, height, width, channels] = image.shape as [number, number, number, number];
    tf.conv2d(
      tf.reshape(image, [batch, channels, height, width]) as tf.Tensor4D,
      square as tf.Tensor4D,
      1,
      r.pick(['same', 'valid']),
      'NCHW',
    );
    tf.conv1d(r.tensor([2, 6, 3]) as tf.Tensor3D, r.tensor([2, 3, 2]) as tf.Tensor3D, 1, 'same');
    const [stride, size] = [r.int(1, 2), r.int(2, 4)];
    tf.conv2dTranspose(
      r.tensor([1, size, size, 2]) as tf.Tensor4D,
      r.tensor([3, 3, 4, 2]) as tf.Tensor4D,
      [1, size * stride, size * stride, 4],
      stride,
      'same',
    );
  },
  'depthwise convolution': (r) => {
    const { x, filter, strides, pad, dilations, rounding } = convolutionArguments(r, 2);
    const run = (dilation: number | [number, number]) => (a: tf.Tensor, b: tf.Tensor) =>
      tf.depthwiseConv2d(
        a as tf.Tensor4D,
        b as tf.Tensor4D,
        strides,
        pad,
        'NHWC',
        dilation,
        rounding,
      );
    run(dilations)(x, filter);
    tf.grads(run(1))([x, filter]);
    tf.fused.depthwiseConv2d({
      x: x as tf.Tensor4D,
      filter: filter as tf.Tensor4D,
      strides,
      pad,
      bias: r.tensor([x.shape[3]! * filter.shape[3]!]),
      activation: 'relu',
      dimRoundingMode: rounding,
    });
  },
  'convolution in three dimensions': (r) => {
    const { x, filter, strides } = convolutionArguments(r, 3);
    const pad = r.pick(['same', 'valid'] as const);
    const run = (a: tf.Tensor, b: tf.Tensor): tf.Tensor =>
      tf.conv3d(a as tf.Tensor5D, b as tf.Tensor5D, strides, pad);
    run(x, filter);
    tf.grads(run)([x, filter]);
  },
  'morphological dilation': (r) => {
    const depth = r.int(1, 2);
    const x = r.tensor([r.int(1, 2), r.int(5, 6), r.int(5, 6), depth]);
    const filter = r.tensor([r.int(1, 3), r.int(1, 3), depth]);
    const pad = r.pick(['same', 'valid'] as const);
    tf.grads((a: tf.Tensor, b: tf.Tensor) =>
      tf.dilation2d(a as tf.Tensor4D, b as tf.Tensor3D, r.int(1, 2), pad, 1, 'NHWC'),
    )([x, filter]);
  },
  pooling: (r) => {
    const x = r.tensor<tf.Rank.R4>([r.int(1, 2), r.int(4, 7), r.int(4, 7), r.int(1, 3)]);
    const size: [number, number] = [r.int(1, 3), r.int(1, 3)];
    const strides = r.pick<number | [number, number]>([1, 2, [2, 1]]);
    const pad = r.pick(['same', 'valid'] as const);
    tf.grad((y) => tf.maxPool(y as tf.Tensor4D, size, strides, pad))(x);
    tf.grad((y) => tf.avgPool(y as tf.Tensor4D, size, strides, pad))(x);
    tf.maxPoolWithArgmax(x, size, strides, pad);
    const rounding = r.pick(['floor', 'ceil', 'round'] as const);
    tf.maxPool(x, size, strides, 1, rounding);
    tf.avgPool(x, size, strides, 1, rounding);
    const volume = r.tensor<tf.Rank.R5>([1, r.int(3, 5), r.int(3, 5), r.int(3, 5), r.int(1, 2)]);
    const pad3d = r.pick(['same', 'valid'] as const);
    tf.grad((y) => tf.maxPool3d(y as tf.Tensor5D, 2, r.int(1, 2), pad3d))(volume);
    tf.grad((y) => tf.avgPool3d(y as tf.Tensor5D, [2, 1, 2], 1, pad3d))(volume);
  },
  normalization: (r) => {
    const channels = r.int(1, 3);
    const x = r.tensor([r.int(1, 2), 3, 3, channels]);
    const vector = (): tf.Tensor1D => r.tensor([channels]) as tf.Tensor1D;
    tf.batchNorm(x, vector(), vector(), vector(), vector());
    tf.batchNorm(r.tensor([r.int(1, 4), channels]), vector(), vector());
    tf.grad((y) => tf.batchNorm(y, vector(), vector(), vector(), vector()))(x);
    tf.grad((y) => tf.localResponseNormalization(y as tf.Tensor4D, 2))(x);
  },
  images: (r) => {
    const image = r.tensor<tf.Rank.R4>([r.int(1, 2), r.int(2, 5), r.int(2, 5), r.int(1, 3)]);
    const size: [number, number] = [r.int(1, 6), r.int(1, 6)];
    // The kernels of cpu exchange height and width in these gradients.
    const square = r.tensor([r.int(1, 2), size[0], size[0], 2]);
    tf.grad((x) => tf.image.resizeBilinear(x as tf.Tensor4D, size))(square);
    tf.grad((x) => tf.image.resizeNearestNeighbor(x as tf.Tensor4D, size))(square);
    const integers = tf.cast(image, 'int32');
    tf.image.resizeBilinear(integers, size);
    tf.image.resizeNearestNeighbor(integers, size);
    tf.image.flipLeftRight(image);
    tf.image.rotateWithOffset(image, 0.3);
    const count = r.int(1, 3);
    const boxes = r.tensor([count, 4]) as tf.Tensor2D;
    const owners = r.indices([count], image.shape[0]) as tf.Tensor1D;
    tf.image.cropAndResize(image, boxes, owners, size);
    // The kernel of cpu leaves all images but the first as they are.
    const one = tf.slice(image, 0, 1);
    const transforms = r.tensor([1, 8]) as tf.Tensor2D;
    tf.image.transform(one, transforms, 'nearest', 'constant', 0, size);
    tf.image.transform(one, transforms);
  },
};

interface ConvolutionArguments {
  readonly x: tf.Tensor;
  readonly filter: tf.Tensor;
  readonly strides: number;
  readonly pad: Pad;
  readonly dilations: number | [number, number];
  readonly rounding: 'floor' | 'round' | 'ceil' | undefined;
}

function convolutionArguments(r: Random, spatial: number): ConvolutionArguments {
  const channels = r.int(1, 3);
  const pad = r.pick<Pad>(['same', 'valid', r.int(0, 2)]);
  const strides = r.int(1, 2);
  return {
    x: r.tensor([r.int(1, 2), ...r.list(spatial, () => r.int(5, 7)), channels]),
    filter: r.tensor([...r.list(spatial, () => r.int(1, 3)), channels, r.int(1, 3)]),
    strides,
    pad,
    dilations: strides === 1 ? r.pick<number | [number, number]>([1, 2, [1, 2]]) : 1,
    rounding: typeof pad === 'number' ? r.pick(['floor', 'ceil', 'round'] as const) : undefined,
  };
}
