import * as tf from '@tensorflow/tfjs-core';

export interface Differentiable {
  readonly shape: number[];
  readonly op: (x: tf.Tensor) => tf.Tensor;
  /** The elements lie between these. */
  readonly low?: number;
  readonly high?: number;
  /** How many gradients in a row: for a linear op there is one. */
  readonly order?: 1 | 2;
}

export function weights(shape: number[], seed: number): tf.Tensor {
  const size = shape.reduce((a, b) => a * b, 1);
  return tf.tensor(
    Array.from({ length: size }, (_, index) => Math.sin(index * seed + 1) + 0.3),
    shape,
  );
}

const c = <T extends tf.Tensor>(...shape: number[]) => weights(shape, 3) as T;
const i = (values: number[], shape = [values.length]) =>
  tf.tensor<tf.Rank>(values, shape as [number], 'int32') as tf.Tensor1D;
/** So that the op is no linear one of what is differentiated. */
const squared = <T extends tf.Tensor>(x: tf.Tensor) => tf.square(x) as T;
const boxes = () =>
  tf.tensor2d([
    [0.1, 0.2, 0.8, 0.9],
    [0.9, -0.1, 0.2, 1.2],
  ]);

/** Turns, shears and moves an image so far that some of it lies outside. */
const warp = () => tf.tensor2d([[0.9, -0.4, 1.6, 0.3, 1.1, -1.3, 0.02, -0.01]]);

const byName: Readonly<Record<string, readonly [number[], Differentiable['op'], object?]>> = {
  // What they keep of their results is connected with what they were given.
  exp: [[3], tf.exp],
  sigmoid: [[3], tf.sigmoid],
  tanh: [[3], tf.tanh],
  sqrt: [[3], tf.sqrt, { low: 0.3, high: 0.9 }],
  elu: [[4], tf.elu],
  softmax: [[2, 3], (x) => tf.softmax(x)],
  logSoftmax: [[2, 3], (x) => tf.logSoftmax(x)],
  logSumExp: [[2, 3], (x) => tf.logSumExp(x, 1)],
  'logSumExp of all': [[2, 3], (x) => tf.logSumExp(x)],
  sigmoidCrossEntropy: [[3], (x) => tf.losses.sigmoidCrossEntropy(tf.tensor1d([0, 1, 1]), x)],
  'a power of the exponent': [[3], (x) => tf.pow(tf.abs(c(2, 3)), x), { low: 0.2, high: 0.8 }],
  'max of an axis': [[2, 3], (x) => tf.max(squared(x), 1)],
  norm: [[2, 3], (x) => tf.norm(x)],
  prod: [[2, 3], (x) => tf.prod(x, 1)],
  'prod of some axes': [[2, 3, 2], (x) => tf.prod(x, [0, 2])],
  'gather in a batch': [[2, 3], (x) => tf.gather(squared(x), i([0, 2, 1, 1], [2, 2]), 1, 1)],
  'tensorScatterUpdate of both': [
    [3, 2],
    (x) => tf.tensorScatterUpdate(squared(x), i([1, 2], [2, 1]), tf.sin(tf.slice(x, 0, [2, 2]))),
  ],
  denseBincount: [
    [2, 3],
    (x) => tf.denseBincount(i([0, 1, 1, 2, 0, 2], [2, 3]), squared<tf.Tensor1D>(x), 3),
  ],
  'conv2d with a stride': [
    [1, 5, 5, 1],
    (x) => tf.conv2d(squared<tf.Tensor4D>(x), c(2, 2, 1, 2), 2, 'same'),
  ],
  'conv2d, dilated': [
    [1, 6, 6, 1],
    (x) => tf.conv2d(squared<tf.Tensor4D>(x), c(2, 2, 1, 2), 1, 'valid', 'NHWC', 2),
  ],
  'conv2d, a dilated filter': [
    [2, 2, 1, 2],
    (filter) => tf.conv2d(c(1, 6, 6, 1), squared<tf.Tensor4D>(filter), 1, 'same', 'NHWC', [2, 1]),
  ],
  'fused conv2d with elu': [
    [2, 2, 1, 2],
    (filter) =>
      tf.fused.conv2d({
        x: c<tf.Tensor4D>(1, 4, 4, 1),
        filter: filter as tf.Tensor4D,
        strides: 1,
        pad: 'same',
        bias: c(2),
        activation: 'elu',
      }),
  ],
  conv3d: [
    [1, 3, 3, 3, 1],
    (x) => tf.conv3d(squared<tf.Tensor5D>(x), c(2, 2, 2, 1, 1), 1, 'valid'),
  ],
  'conv3d, a dilated filter': [
    [2, 2, 2, 1, 1],
    (filter) => tf.conv3d(c(1, 4, 4, 4, 1), squared<tf.Tensor5D>(filter), 1, 'valid', 'NDHWC', 2),
  ],
  conv3dTranspose: [
    [1, 2, 2, 2, 1],
    (x) =>
      tf.conv3dTranspose(squared<tf.Tensor5D>(x), c(2, 2, 2, 1, 1), [1, 3, 3, 3, 1], 1, 'valid'),
  ],
  'maxPool, windows that overlap': [
    [1, 4, 4, 2],
    (x) => tf.maxPool(squared<tf.Tensor4D>(x), 2, 1, 'valid'),
  ],
  'maxPool, padded': [[1, 5, 5, 1], (x) => tf.maxPool(squared<tf.Tensor4D>(x), 3, 2, 'same')],
  maxPool3d: [[1, 4, 4, 4, 1], (x) => tf.maxPool3d(squared<tf.Tensor5D>(x), 2, 2, 'valid')],
  'avgPool, padded': [[1, 5, 5, 1], (x) => tf.avgPool(squared<tf.Tensor4D>(x), 3, 2, 'same')],
  'avgPool3d, padded': [
    [1, 3, 3, 3, 1],
    (x) => tf.avgPool3d(squared<tf.Tensor5D>(x), 2, 2, 'same'),
  ],
  'resizeBilinear with half pixels': [
    [1, 3, 3, 1],
    (x) => tf.image.resizeBilinear(squared<tf.Tensor4D>(x), [5, 4], false, true),
  ],
  'resizeNearestNeighbor with half pixels': [
    [1, 3, 3, 1],
    (x) => tf.image.resizeNearestNeighbor(squared<tf.Tensor4D>(x), [5, 4], false, true),
  ],
  rotateWithOffset: [
    [2, 4, 5, 3],
    (x) => tf.image.rotateWithOffset(squared<tf.Tensor4D>(x), 0.7, [1, 2, 3], [0.4, 0.6]),
  ],
  ...Object.fromEntries(
    (['nearest', 'bilinear'] as const).flatMap((interpolation) =>
      (['constant', 'reflect', 'wrap', 'nearest'] as const).map((fillMode) => [
        `transform, ${interpolation}, ${fillMode}`,
        [
          [1, 4, 5, 2],
          (x: tf.Tensor) =>
            tf.image.transform(squared(x), warp(), interpolation, fillMode, 0.5, [5, 4]),
        ] as const,
      ]),
    ),
  ),
  dilation2d: [
    [1, 4, 3, 2],
    (x) => tf.dilation2d(squared<tf.Tensor4D>(x), c(2, 2, 2), 1, 'same', [2, 1]),
  ],
  'dilation2d, a filter': [
    [2, 2, 2],
    (filter) => tf.dilation2d(c(1, 5, 5, 2), squared<tf.Tensor3D>(filter), 2, 'valid'),
  ],
  localResponseNormalization: [
    [1, 2, 2, 5],
    (x) => tf.localResponseNormalization(squared<tf.Tensor4D>(x), 1, 1.2, 0.6, 0.7),
  ],
  cropAndResize: [
    [2, 4, 4, 1],
    (x) => tf.image.cropAndResize(squared<tf.Tensor4D>(x), boxes(), i([1, 0]), [3, 2]),
  ],
  'cropAndResize to the nearest': [
    [1, 4, 4, 1],
    (x) => tf.image.cropAndResize(squared<tf.Tensor4D>(x), boxes(), i([0, 0]), [3, 3], 'nearest'),
  ],
  'cropAndResize of the boxes': [
    [2, 4],
    (x) => tf.image.cropAndResize(c(1, 5, 5, 2), x as tf.Tensor2D, i([0, 0]), [3, 2]),
    { low: 0.15, high: 0.85, order: 1 },
  ],
};

/** Ops whose gradients TensorFlow.js lacks, or has for some calls only, or whose second ones go wrong in it. */
export const differentiable: Readonly<Record<string, Differentiable>> = Object.fromEntries(
  Object.entries(byName).map(([name, [shape, op, options]]) => [name, { shape, op, ...options }]),
);
