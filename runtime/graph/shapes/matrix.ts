import { backend_util, upcastType } from '@tensorflow/tfjs-core';
import type { Dimension, Shape } from '../types.js';
import { broadcastShapes, mergeDimension } from './dimensions.js';
import {
  attribute,
  ensure,
  input,
  inputList,
  type ShapeFunction,
  type ShapeFunctions,
} from './shapeFunction.js';

const matMul: ShapeFunction = (call) => {
  const a = input(call, 'a');
  const b = input(call, 'b');
  const transposeA = attribute<boolean>(call, 'transposeA');
  const transposeB = attribute<boolean>(call, 'transposeB');
  const shape = multiply(a.shape, b.shape, transposeA, transposeB);
  return [{ dtype: upcastType(a.dtype, b.dtype), shape }];
};

function multiply(a: Shape, b: Shape, transposeA: boolean, transposeB: boolean): Shape {
  for (const shape of [a, b]) {
    ensure(
      shape === null || shape.length >= 2,
      'both need at least two axes',
      'Multiply vectors with tf.dot, or make a matrix of one: tf.expandDims(v, 0) is a row, tf.expandDims(v, 1) a column.',
    );
  }
  if (a === null || b === null) return null;
  const [rows, innerOfA] = lastTwo(a, transposeA);
  const [innerOfB, columns] = lastTwo(b, transposeB);
  ensure(
    innerOfA === null || innerOfB === null || innerOfA === innerOfB,
    `the inner sizes ${innerOfA} and ${innerOfB} differ${transposed(transposeA, transposeB)}`,
    'The last size of the first is to be the last but one of the second: tf.transpose(x), transposeA or transposeB swaps them.',
  );
  return [...broadcastShapes(a.slice(0, -2), b.slice(0, -2))!, rows, columns];
}

function transposed(...[a, b]: [boolean, boolean]): string {
  if (a && b) return ' where both are transposed';
  return a || b ? ` where the ${a ? 'first' : 'second'} one is transposed` : '';
}

function lastTwo(shape: readonly Dimension[], transposed: boolean): [Dimension, Dimension] {
  const [first, second] = [shape.at(-2)!, shape.at(-1)!];
  return transposed ? [second, first] : [first, second];
}

const einsum: ShapeFunction = (call) => {
  const tensors = inputList(call);
  const equation = attribute<string>(call, 'equation').replace(/\s/g, '');
  const labels = backend_util.decodeEinsumEquation(equation, tensors.length);
  const sizes = new Array<Dimension>(labels.allDims.length).fill(null);
  tensors.forEach(({ shape }, index) => {
    if (shape === null) return;
    const axes = labels.idDims[index]!;
    ensure(shape.length === axes.length, `'${equation}' does not fit the ranks of the inputs`);
    axes.forEach((label, axis) => {
      sizes[label] = mergeDimension(sizes[label]!, shape[axis]!);
    });
  });
  const product = tensors.map(({ dtype }) => dtype).reduce((a, b) => upcastType(a, b));
  // Products are summed as `Sum` does, which counts bools.
  const dtype = labels.summedDims.length > 0 ? upcastType(product, 'int32') : product;
  return [{ dtype, shape: sizes.slice(0, equation.split('->')[1]!.length) }];
};

const diagonal: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  return [{ dtype, shape: shape === null ? null : [...shape, ...shape] }];
};

export const matrices: ShapeFunctions = {
  BatchMatMul: matMul,
  _FusedMatMul: matMul,
  Einsum: einsum,
  Diag: diagonal,
};
