import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';

type Inputs = readonly tf.Tensor[];

export interface OpProgram {
  readonly name: string;
  readonly inputs: () => tf.Tensor[];
  readonly run: (...inputs: tf.Tensor[]) => tf.Tensor | readonly tf.Tensor[];
}

/** Elements that no two axes share, some negative, none at a place where an op is not smooth. */
export function filled(shape: readonly number[], scale = 1, offset = 0): tf.Tensor {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  const values = Float32Array.from(
    { length: size },
    (_, i) => offset + scale * Math.sin(i * 1.7 + 0.3),
  );
  return tf.tensor(values, [...shape]);
}

function integers(shape: readonly number[], modulus: number): tf.Tensor {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  return tf.tensor(
    Int32Array.from({ length: size }, (_, i) => (i * 7 + 3) % modulus),
    [...shape],
    'int32',
  );
}

function program(
  name: string,
  inputs: () => tf.Tensor[],
  run: (...inputs: tf.Tensor[]) => tf.Tensor | readonly tf.Tensor[],
): OpProgram {
  return { name, inputs, run };
}

const unary: Record<string, (x: tf.Tensor) => tf.Tensor> = {
  abs: tf.abs,
  cos: tf.cos,
  cosh: tf.cosh,
  sin: tf.sin,
  sinh: tf.sinh,
  tan: tf.tan,
  tanh: tf.tanh,
  atan: tf.atan,
  asin: tf.asin,
  acos: tf.acos,
  asinh: tf.asinh,
  atanh: tf.atanh,
  ceil: tf.ceil,
  floor: tf.floor,
  round: tf.round,
  exp: tf.exp,
  expm1: tf.expm1,
  sigmoid: tf.sigmoid,
  softplus: tf.softplus,
  logSigmoid: tf.logSigmoid,
  relu: tf.relu,
  relu6: tf.relu6,
  elu: tf.elu,
  selu: tf.selu,
  leakyRelu: (x) => tf.leakyRelu(x, 0.1),
  erf: tf.erf,
  sign: tf.sign,
  square: tf.square,
  neg: tf.neg,
  reciprocal: tf.reciprocal,
  step: (x) => tf.step(x, 0.5),
  isNaN: tf.isNaN,
  isInf: tf.isInf,
  isFinite: tf.isFinite,
  zerosLike: tf.zerosLike,
  onesLike: tf.onesLike,
  softmax: tf.softmax,
  logSoftmax: tf.logSoftmax,
  castInt: (x) => tf.cast(tf.mul(x, 10), 'int32'),
  castBool: (x) => tf.cast(tf.round(x), 'bool'),
  clip: (x) => tf.clipByValue(x, -0.5, 0.5),
  clone: tf.clone,
};

const positive: Record<string, (x: tf.Tensor) => tf.Tensor> = {
  sqrt: tf.sqrt,
  rsqrt: tf.rsqrt,
  log: tf.log,
  log1p: tf.log1p,
  acosh: (x) => tf.acosh(tf.add(x, 1)),
};

const binary: Record<string, (a: tf.Tensor, b: tf.Tensor) => tf.Tensor> = {
  add: tf.add,
  sub: tf.sub,
  mul: tf.mul,
  div: tf.div,
  divNoNan: tf.divNoNan,
  floorDiv: tf.floorDiv,
  mod: tf.mod,
  maximum: tf.maximum,
  minimum: tf.minimum,
  squaredDifference: tf.squaredDifference,
  atan2: tf.atan2,
  pow: (a, b) => tf.pow(tf.abs(a), b),
  greater: tf.greater,
  greaterEqual: tf.greaterEqual,
  less: tf.less,
  lessEqual: tf.lessEqual,
  equal: (a, b) => tf.equal(tf.round(a), tf.round(b)),
  notEqual: tf.notEqual,
  logicalAnd: (a, b) => tf.logicalAnd(tf.greater(a, 0), tf.less(b, 0)),
  logicalOr: (a, b) => tf.logicalOr(tf.greater(a, 0), tf.less(b, 0)),
  logicalXor: (a, b) => tf.logicalXor(tf.greater(a, 0), tf.less(b, 0)),
  where: (a, b) => tf.where(tf.greater(a, 0), a, b),
  prelu: (a, b) => tf.prelu(a, b),
};

const reductions: Record<string, (x: tf.Tensor) => tf.Tensor | readonly tf.Tensor[]> = {
  sum: (x) => tf.sum(x),
  sumAxis: (x) => tf.sum(x, 1),
  sumKeep: (x) => tf.sum(x, [0, 2], true),
  mean: (x) => tf.mean(x, -1),
  max: (x) => tf.max(x, 0),
  min: (x) => tf.min(x, 1, true),
  prod: (x) => tf.prod(x, 2),
  argMax: (x) => tf.argMax(x, 1),
  argMin: (x) => tf.argMin(x, -1),
  all: (x) => tf.all(tf.greater(x, -2), 1),
  any: (x) => tf.any(tf.greater(x, 0.9)),
  logSumExp: (x) => tf.logSumExp(x, 1),
  norm: (x) => tf.norm(x, 'euclidean', 1),
  cumsum: (x) => tf.cumsum(x, 1),
  cumsumReverse: (x) => tf.cumsum(x, 2, true, true),
  cumprod: (x) => tf.cumprod(x, 0),
  euclideanNorm: (x) => tf.euclideanNorm(x, 1),
  moments: (x) => {
    const { mean, variance } = tf.moments(x, [0, 1]);
    return [mean, variance];
  },
};

const arrangement: Record<string, (x: tf.Tensor) => tf.Tensor | readonly tf.Tensor[]> = {
  reshape: (x) => tf.reshape(x, [3, -1]),
  flatten: (x) => tf.reshape(x, [-1]),
  transpose: (x) => tf.transpose(x),
  transposePerm: (x) => tf.transpose(x, [1, 2, 0]),
  expandDims: (x) => tf.expandDims(x, 1),
  squeeze: (x) => tf.squeeze(tf.slice(x, [0, 0, 0], [1, 3, 4])),
  slice: (x) => tf.slice(x, [0, 1, 1], [2, 2, 2]),
  stridedSlice: (x) => tf.stridedSlice(x, [0, 2, 0], [2, 0, 4], [1, -1, 2]),
  stridedSliceOfAll: (x) => tf.stridedSlice(x, [0, 1, 0], [2, 3, 2]),
  tile: (x) => tf.tile(x, [1, 2, 1]),
  reverse: (x) => tf.reverse(x, [0, 2]),
  pad: (x) =>
    tf.pad(
      x,
      [
        [0, 1],
        [2, 0],
        [1, 1],
      ],
      0.5,
    ),
  mirrorPad: (x) =>
    tf.mirrorPad(
      x,
      [
        [0, 0],
        [1, 1],
        [2, 1],
      ],
      'reflect',
    ),
  concat: (x) => tf.concat([x, tf.neg(x), x], 1),
  stack: (x) => tf.stack([x, tf.square(x)], 1),
  unstack: (x) => tf.unstack(x, 1),
  split: (x) => tf.split(x, 2, 2),
  splitSizes: (x) => tf.split(x, [1, 2], 1),
  gather: (x) => tf.gather(x, [2, 0, 1, 1], 1),
  gatherND: (x) =>
    tf.gatherND(x, [
      [0, 1],
      [1, 2],
    ]),
  broadcastTo: (x) => tf.broadcastTo(tf.slice(x, [0, 0, 0], [2, 1, 4]), [2, 5, 4]),
  depthToSpace: (x) => tf.depthToSpace(tf.reshape(x, [1, 2, 3, 4]) as tf.Tensor4D, 2),
  spaceToBatchND: (x) =>
    tf.spaceToBatchND(
      tf.reshape(x, [1, 4, 6, 1]),
      [2, 2],
      [
        [0, 0],
        [0, 0],
      ],
    ),
  batchToSpaceND: (x) =>
    tf.batchToSpaceND(
      tf.reshape(x, [4, 2, 3, 1]),
      [2, 2],
      [
        [0, 0],
        [0, 0],
      ],
    ),
  topk: (x) => {
    const { values, indices } = tf.topk(x, 2);
    return [values, indices];
  },
  oneHot: (x) => tf.oneHot(tf.cast(tf.abs(tf.mul(x, 3)), 'int32'), 4),
  meshgrid: (x) => tf.meshgrid(tf.reshape(x, [-1]), tf.range(0, 3)),
  searchSorted: (x) => tf.lowerBound(tf.tensor1d([-1, 0, 1]), tf.reshape(x, [-1])),
  scatterND: (x) => tf.scatterND(tf.tensor2d([[1], [3]], [2, 1], 'int32'), x, [5, 3, 4]),
  tensorScatterUpdate: (x) =>
    tf.tensorScatterUpdate(tf.zeros([5, 3, 4]), tf.tensor2d([[1], [3]], [2, 1], 'int32'), x),
  unsortedSegmentSum: (x) => tf.unsortedSegmentSum(x, tf.tensor1d([1, 0], 'int32'), 3),
  fill: (x) => tf.add(x, tf.fill([4], 2.5)),
  linspace: (x) => tf.add(x, tf.linspace(0, 1, 4)),
  eye: (x) => tf.matMul(tf.reshape(x, [6, 4]), tf.eye(4)),
  bincount: (x) =>
    tf.bincount(
      tf.cast(tf.reshape(tf.abs(tf.mul(x, 3)), [-1]), 'int32') as tf.Tensor1D,
      tf.tensor1d([]),
      4,
    ),
  roll: (x) => tf.concat([tf.slice(x, 1), tf.slice(x, 0, 1)]),
  bandPart: (x) => tf.linalg.bandPart(x, 1, 1),
  ensureShape: (x) => tf.ensureShape(x, [2, 3, 4]),
};

const images = () => [filled([2, 8, 8, 3]), filled([3, 3, 3, 4], 0.5)];
const four = (x: tf.Tensor | undefined) => x as tf.Tensor4D;

const convolution: OpProgram[] = [
  program('conv2d', images, (x, f) => tf.conv2d(four(x), four(f), 1, 'same')),
  program('conv2d strided', images, (x, f) => tf.conv2d(four(x), four(f), [2, 2], 'valid')),
  program('conv2d dilated', images, (x, f) => tf.conv2d(four(x), four(f), 1, 'same', 'NHWC', 2)),
  program(
    'conv1d',
    () => [filled([2, 9, 3]), filled([3, 3, 4])],
    (x, f) => tf.conv1d(x as tf.Tensor3D, f as tf.Tensor3D, 1, 'same'),
  ),
  program(
    'conv2dTranspose',
    () => [filled([2, 4, 4, 3]), filled([3, 3, 5, 3])],
    (x, f) => tf.conv2dTranspose(four(x), four(f), [2, 8, 8, 5], 2, 'same'),
  ),
  program(
    'depthwiseConv2d',
    () => [filled([2, 8, 8, 3]), filled([3, 3, 3, 2])],
    (x, f) => tf.depthwiseConv2d(four(x), four(f), 1, 'same'),
  ),
  program(
    'separableConv2d',
    () => [filled([1, 6, 6, 2]), filled([3, 3, 2, 2]), filled([1, 1, 4, 5])],
    (x, d, p) => tf.separableConv2d(four(x), four(d), four(p), 1, 'same'),
  ),
  program(
    'maxPool',
    () => [filled([2, 8, 8, 3])],
    (x) => tf.maxPool(four(x), 2, 2, 'same'),
  ),
  program(
    'avgPool',
    () => [filled([2, 7, 7, 3])],
    (x) => tf.avgPool(four(x), 3, 2, 'same'),
  ),
  program(
    'pool',
    () => [filled([1, 6, 6, 2])],
    (x) => tf.pool(four(x), [2, 2], 'max', 'valid', [1, 1], [2, 2]),
  ),
  program(
    'batchNorm',
    () => [
      filled([2, 4, 4, 3]),
      filled([3]),
      filled([3], 0.3, 1),
      filled([3]),
      filled([3], 0.2, 1),
    ],
    (x, m, v, o, s) =>
      tf.batchNorm(
        x!,
        m as tf.Tensor1D,
        v as tf.Tensor1D,
        o as tf.Tensor1D,
        s as tf.Tensor1D,
        1e-3,
      ),
  ),
  program(
    'localResponseNormalization',
    () => [filled([1, 3, 3, 8])],
    (x) => tf.localResponseNormalization(four(x), 2),
  ),
  program(
    'resizeBilinear',
    () => [filled([1, 4, 4, 2])],
    (x) => tf.image.resizeBilinear(four(x), [7, 9]),
  ),
  program(
    'resizeNearest',
    () => [filled([1, 4, 4, 2])],
    (x) => tf.image.resizeNearestNeighbor(four(x), [7, 3]),
  ),
  program(
    'cropAndResize',
    () => [filled([2, 6, 6, 2])],
    (x) =>
      tf.image.cropAndResize(
        four(x),
        [
          [0, 0, 0.5, 1],
          [0.1, 0.2, 0.9, 0.8],
        ],
        [1, 0],
        [3, 3],
      ),
  ),
  program(
    'flipLeftRight',
    () => [filled([1, 4, 4, 2])],
    (x) => tf.image.flipLeftRight(four(x)),
  ),
  program(
    'rotateWithOffset',
    () => [filled([1, 5, 5, 1])],
    (x) => tf.image.rotateWithOffset(four(x), 0.5),
  ),
  program(
    'dilation2d',
    () => [filled([1, 6, 6, 2]), filled([2, 2, 2])],
    (x, f) => tf.dilation2d(four(x), f as tf.Tensor3D, 1, 'same'),
  ),
  program('fused conv2d', images, (x, f) =>
    tf.fused.conv2d({
      x: four(x),
      filter: four(f),
      strides: 1,
      pad: 'same',
      bias: tf.ones([4]),
      activation: 'relu',
    }),
  ),
  program(
    'fused depthwise',
    () => [filled([2, 8, 8, 3]), filled([3, 3, 3, 1])],
    (x, f) =>
      tf.fused.depthwiseConv2d({
        x: four(x),
        filter: four(f),
        strides: 1,
        pad: 'same',
        activation: 'relu6',
      }),
  ),
];

const algebra: OpProgram[] = [
  program(
    'matMul',
    () => [filled([4, 5]), filled([5, 3])],
    (a, b) => tf.matMul(a!, b!),
  ),
  program(
    'matMul transposed',
    () => [filled([5, 4]), filled([3, 5])],
    (a, b) => tf.matMul(a!, b!, true, true),
  ),
  program(
    'batched matMul',
    () => [filled([2, 3, 4, 5]), filled([2, 1, 5, 3])],
    (a, b) => tf.matMul(a!, b!),
  ),
  program(
    'dot',
    () => [filled([5]), filled([5])],
    (a, b) => tf.dot(a!, b!),
  ),
  program(
    'outerProduct',
    () => [filled([3]), filled([4])],
    (a, b) => tf.outerProduct(a as tf.Tensor1D, b as tf.Tensor1D),
  ),
  program(
    'fused matMul',
    () => [filled([4, 5]), filled([5, 3]), filled([3])],
    (a, b, bias) => tf.fused.matMul({ a: a!, b: b!, bias, activation: 'sigmoid' }),
  ),
  program(
    'einsum',
    () => [filled([2, 3, 4]), filled([4, 5])],
    (a, b) => tf.einsum('bij,jk->bik', a!, b!),
  ),
  program(
    'gramSchmidt',
    // Rows that depend on one another would leave only rounding errors of the last one.
    () => [
      tf.tensor2d([
        [2, 0, 1, 3],
        [1, 1, 0, 2],
        [0, 3, 1, 1],
      ]),
    ],
    (x) => tf.linalg.gramSchmidt(x as tf.Tensor2D),
  ),
  program(
    'fft',
    () => [filled([2, 8])],
    (x) => {
      const z = tf.spectral.fft(tf.complex(x!, tf.neg(x!)));
      return [tf.real(z), tf.imag(z)];
    },
  ),
  program(
    'rfft and irfft',
    () => [filled([2, 8])],
    (x) => tf.spectral.irfft(tf.spectral.rfft(x!)),
  ),
  program(
    'stft',
    () => [filled([16])],
    (x) => tf.abs(tf.signal.stft(x as tf.Tensor1D, 8, 4)),
  ),
  program(
    'meanSquaredError',
    () => [filled([4, 3]), filled([4, 3], 2)],
    (a, b) => tf.losses.meanSquaredError(a!, b!),
  ),
  program(
    'softmaxCrossEntropy',
    () => [filled([4, 3], 0.2, 0.5), filled([4, 3], 2)],
    (a, b) => tf.losses.softmaxCrossEntropy(a!, b!),
  ),
  program(
    'sigmoidCrossEntropy',
    () => [filled([4, 3], 0.2, 0.5), filled([4, 3], 2)],
    (a, b) => tf.losses.sigmoidCrossEntropy(a!, b!),
  ),
  program(
    'huberLoss',
    () => [filled([4, 3]), filled([4, 3], 3)],
    (a, b) => tf.losses.huberLoss(a!, b!),
  ),
  program(
    'cosineDistance',
    () => [filled([4, 3]), filled([4, 3], 3)],
    (a, b) => tf.losses.cosineDistance(a!, b!, 1),
  ),
  program(
    'basicLSTMCell',
    () => [filled([2, 3]), filled([5, 8]), filled([8]), filled([2, 2]), filled([2, 2])],
    (x, k, b, c, h) =>
      tf.basicLSTMCell(
        tf.scalar(1),
        k as tf.Tensor2D,
        b as tf.Tensor1D,
        x as tf.Tensor2D,
        c as tf.Tensor2D,
        h as tf.Tensor2D,
      ),
  ),
  program(
    'movingAverage',
    () => [filled([4]), filled([4])],
    (a, b) => tf.movingAverage(a!, b!, 0.9, 2),
  ),
  program(
    'chained methods',
    () => [filled([4, 6])],
    (x) => (x as tf.Tensor2D).mul(2).relu().sum(0).div(tf.scalar(3)).expandDims(0).tile([2, 1]),
  ),
  program(
    'integers',
    () => [integers([3, 4], 11), integers([4], 5)],
    (a, b) => [
      tf.add(a!, b!),
      tf.mul(a!, b!),
      tf.maximum(a!, b!),
      tf.sum(a!, 0),
      tf.floorDiv(a!, tf.add(b!, tf.scalar(1, 'int32'))),
      tf.max(a!),
      tf.neg(b!),
    ],
  ),
  program(
    'gather by a tensor',
    () => [filled([6, 2]), integers([2, 3], 6)],
    (x, i) => tf.gather(x!, i!),
  ),
  program(
    'sparse to dense',
    () => [filled([2])],
    (x) =>
      tf.sparseToDense(
        tf.tensor2d(
          [
            [0, 1],
            [2, 2],
          ],
          [2, 2],
          'int32',
        ),
        x!,
        [3, 3],
        0,
      ),
  ),
];

const small = () => [filled([2, 3, 4])];
const table = (
  entries: Record<string, (...inputs: tf.Tensor[]) => tf.Tensor | readonly tf.Tensor[]>,
  inputs: () => tf.Tensor[],
) =>
  Object.entries(entries).map(([name, run]) =>
    program(name, inputs, (...given: tf.Tensor[]) => run(...given)),
  );

export const opPrograms: readonly OpProgram[] = [
  ...table(unary, () => [filled([2, 3, 4], 0.9)]),
  ...table(positive, () => [filled([2, 5], 0.5, 1)]),
  ...table(binary, () => [filled([2, 3, 4]), filled([3, 1], 2, 0.3)]),
  ...table(reductions, small),
  ...table(arrangement, small),
  ...convolution,
  ...algebra,
];

export function asList(result: tf.Tensor | Inputs): Inputs {
  return result instanceof tf.Tensor ? [result] : result;
}
