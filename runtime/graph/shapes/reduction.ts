import { upcastType } from '@tensorflow/tfjs-core';
import type { DataType, Shape } from '../types.js';
import { normalizeAxes, normalizeAxis, withoutAxes } from './dimensions.js';
import { attribute, input, type ShapeFunction, type ShapeFunctions } from './shapeFunction.js';

function reduction(resultOf: (dtype: DataType) => DataType, axisAttribute = 'axis'): ShapeFunction {
  return (call) => {
    const { dtype, shape } = input(call, 'x');
    const axes = attribute<number | number[] | null>(call, axisAttribute);
    const keepDims = attribute<boolean>(call, 'keepDims');
    return [{ dtype: resultOf(dtype), shape: reduce(shape, axes, keepDims) }];
  };
}

function reduce(shape: Shape, axis: number | number[] | null, keepDims: boolean): Shape {
  if (shape === null) return axis == null && !keepDims ? [] : null;
  const axes = normalizeAxes(axis, shape.length);
  if (!keepDims) return withoutAxes(shape, axes);
  return shape.map((dimension, index) => (axes.includes(index) ? 1 : dimension));
}

const argument: ShapeFunction = (call) => {
  const { shape } = input(call, 'x');
  if (shape === null) return [{ dtype: 'int32', shape }];
  // A scalar has no axis to look along; the kernels return the index 0.
  const axis = attribute<number>(call, 'axis') ?? 0;
  const axes = shape.length === 0 ? [] : [normalizeAxis(axis, shape.length)];
  return [{ dtype: 'int32', shape: withoutAxes(shape, axes) }];
};

const cumulative: ShapeFunction = (call) => {
  const { dtype, shape } = input(call, 'x');
  return [{ dtype: upcastType(dtype, 'int32'), shape }];
};

const same = (dtype: DataType): DataType => dtype;
/** Counting bools gives integers. */
const atLeastInteger = (dtype: DataType): DataType => upcastType(dtype, 'int32');

export const reductions: ShapeFunctions = {
  Sum: reduction(atLeastInteger),
  Prod: reduction(atLeastInteger),
  Mean: reduction(() => 'float32'),
  // This one kernel calls its axes differently.
  Max: reduction(same, 'reductionIndices'),
  Min: reduction(same),
  All: reduction(() => 'bool'),
  Any: reduction(() => 'bool'),
  ArgMax: argument,
  ArgMin: argument,
  Cumsum: cumulative,
  Cumprod: cumulative,
};
