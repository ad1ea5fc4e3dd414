import type { DataType, Dimension, Shape } from '../types.js';
import {
  attribute,
  input,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';

const fill: ShapeFunction = (call) => {
  const value = attribute<number | string>(call, 'value');
  const dtype =
    attribute<DataType | undefined>(call, 'dtype') ??
    (typeof value === 'string' ? 'string' : 'float32');
  return [{ dtype, shape: attribute<Shape>(call, 'shape') }];
};

const range: ShapeFunction = (call) => {
  const start = attribute<number>(call, 'start');
  const stop = attribute<number>(call, 'stop');
  const step = attribute<number | undefined>(call, 'step') ?? 1;
  const dtype = attribute<DataType | undefined>(call, 'dtype') ?? 'float32';
  return [{ dtype, shape: [rangeLength(start, stop, step)] }];
};

/** A step that leads away from `stop` gives an empty range, but an unsaid step of 1 turns round, as in TensorFlow.js. */
function rangeLength(start: number, stop: number, step: number): number {
  const away = (start < stop && step < 0) || (start > stop && step > 1);
  if (start === stop || away) return 0;
  return Math.abs(Math.ceil((stop - start) / step));
}

const linSpace: ShapeFunction = (call) => [
  { dtype: 'float32', shape: [attribute<number>(call, 'num')] },
];

const oneHot: ShapeFunction = (call) => {
  const { shape } = input(call, 'indices');
  const depth = attribute<number>(call, 'depth');
  const dtype = attribute<DataType | undefined>(call, 'dtype') ?? 'int32';
  return [{ dtype, shape: shape === null ? null : [...shape, depth] }];
};

const multinomial: ShapeFunction = (call) => {
  const logits = shapeOfRank(call, 'logits', 2);
  const batch: Dimension = logits?.[0] ?? null;
  return [{ dtype: 'int32', shape: [batch, attribute<number>(call, 'numSamples')] }];
};

/** Of TensorFlow, which TensorFlow.js has no kernel for (`trace/shapeKernel.ts`). */
const shapeOfInput: ShapeFunction = (call) => [
  { dtype: 'int32', shape: [input(call, 'x').shape?.length ?? null] },
];

export const creation: ShapeFunctions = {
  Fill: fill,
  Range: range,
  LinSpace: linSpace,
  OneHot: oneHot,
  Multinomial: multinomial,
  Shape: shapeOfInput,
};
