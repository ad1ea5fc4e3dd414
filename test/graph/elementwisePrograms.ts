import * as tf from '@tensorflow/tfjs-core';
import type { Random } from './random.js';

export type Program = (random: Random) => void;
export type Programs = Readonly<Record<string, Program>>;

const unaryOps = [
  ...['abs', 'acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'ceil', 'cos', 'cosh', 'elu'],
  ...['erf', 'exp', 'expm1', 'floor', 'clone', 'isFinite', 'isInf', 'isNaN', 'leakyRelu', 'log'],
  ...['log1p', 'neg', 'onesLike', 'reciprocal', 'relu', 'relu6', 'round', 'rsqrt', 'selu'],
  ...['sigmoid', 'sign', 'sin', 'sinh', 'softplus', 'sqrt', 'square', 'step', 'tan', 'tanh'],
  'zerosLike',
] as const;

/** The others insist on float32. */
const takesIntegers = new Set([
  ...['abs', 'acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'erf', 'exp', 'expm1', 'clone'],
  ...['isFinite', 'isInf', 'isNaN', 'leakyRelu', 'log1p', 'neg', 'onesLike', 'reciprocal', 'relu'],
  ...['relu6', 'round', 'selu', 'sign', 'sinh', 'softplus', 'square', 'step', 'zerosLike'],
]);

const binaryOps = [
  ...['add', 'sub', 'mul', 'div', 'maximum', 'minimum', 'mod', 'pow', 'squaredDifference'],
  ...['atan2', 'floorDiv', 'divNoNan'],
] as const;

const comparisons = [
  ...['equal', 'notEqual', 'greater', 'greaterEqual', 'less', 'lessEqual'],
] as const;

type Unary = (x: tf.Tensor) => tf.Tensor;
type Binary = (a: tf.Tensor, b: tf.Tensor) => tf.Tensor;
const op = (name: string): unknown => (tf as unknown as Record<string, unknown>)[name];

/** TensorFlow.js broadcasts empty tensors wrongly in gradients and `where`. */
function filled(shape: readonly number[]): number[] {
  return shape.map((size) => Math.max(1, size));
}

export const elementwisePrograms: Programs = {
  unary: (r) => {
    for (const name of unaryOps) {
      const dtype = takesIntegers.has(name) ? r.dtype('float32', 'int32') : 'float32';
      (op(name) as Unary)(r.tensor(r.shape(), dtype));
    }
  },
  gradients: (r) => {
    for (const name of unaryOps) {
      if (['isFinite', 'isInf', 'isNaN'].includes(name)) continue;
      tf.grad((x) => (op(name) as Unary)(x))(r.tensor(r.shape()));
    }
  },
  binary: (r) => {
    for (const name of binaryOps) {
      const [a, b] = r.broadcastable();
      (op(name) as Binary)(r.tensor(a, r.dtype()), r.tensor(b, r.dtype()));
    }
  },
  'binary gradients': (r) => {
    for (const name of ['add', 'sub', 'mul', 'div', 'mod', 'atan2']) {
      const [a, b] = r.broadcastable().map(filled) as [number[], number[]];
      tf.grads((x: tf.Tensor, y: tf.Tensor) => (op(name) as Binary)(x, y))([
        r.tensor(a),
        r.tensor(b),
      ]);
    }
  },
  comparisons: (r) => {
    for (const name of comparisons) {
      const [a, b] = r.broadcastable();
      (op(name) as Binary)(r.tensor(a, r.dtype()), r.tensor(b, r.dtype()));
    }
  },
  logic: (r) => {
    const [a, b] = r.broadcastable();
    const x = r.tensor(a, 'bool');
    const y = r.tensor(b, 'bool');
    tf.logicalAnd(x, y);
    tf.logicalOr(x, y);
    tf.logicalXor(x, y);
    tf.logicalNot(x);
  },
  selection: (r) => {
    const [a, b] = r.broadcastable(3).map(filled) as [number[], number[]];
    const dtype = r.dtype('float32', 'int32');
    tf.where(r.tensor(r.boolean() ? a : b, 'bool'), r.tensor(a, dtype), r.tensor(b, dtype));
  },
  'clip, prelu, addN': (r) => {
    const shape = filled(r.shape());
    tf.clipByValue(r.tensor(shape, r.dtype('float32', 'int32')), 0, 1);
    tf.addN(r.list(r.int(1, 3), () => r.tensor(shape)));
    const alpha = shape.map((size) => (r.boolean() ? 1 : size));
    tf.prelu(r.tensor(shape), r.tensor(alpha));
    tf.grads((x: tf.Tensor, y: tf.Tensor) => tf.prelu(x, y))([r.tensor(shape), r.tensor(alpha)]);
  },
  casts: (r) => {
    for (const to of ['float32', 'int32', 'bool', 'complex64'] as const) {
      tf.cast(r.tensor(r.shape(), r.dtype()), to);
    }
  },
  complex: (r) => {
    const shape = r.shape(1, 3);
    const complex = (): tf.Tensor => tf.complex(r.tensor(shape), r.tensor(shape));
    const x = complex();
    tf.real(x);
    tf.imag(x);
    tf.abs(x);
    tf.add(x, complex());
    tf.mul(x, complex());
    tf.concat([x, complex()], r.axis(shape.length));
    tf.zerosLike(x);
    tf.cast(x, 'float32');
    // On cpu this changes the shape of x too.
    tf.reshape(x, [shape.reduce((a, b) => a * b, 1)]);
  },
  spectral: (r) => {
    const shape = [r.int(1, 2), r.pick([2, 4, 8])];
    const x = tf.complex(r.tensor(shape), r.tensor(shape));
    tf.spectral.fft(x);
    tf.spectral.ifft(x);
    tf.spectral.rfft(r.tensor(shape));
  },
};
