import { backend_util } from '@tensorflow/tfjs-core';
import type { Shape } from '../types.js';
import {
  attribute,
  each,
  input,
  type KernelCall,
  like,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';
import { slidingWindow, type WindowAttributes } from './window.js';

interface PoolAttributes extends WindowAttributes {
  readonly filterSize: number | readonly number[];
}

function pooled2D(call: KernelCall): Shape {
  const { filterSize, strides, pad, dimRoundingMode } =
    call.attributes as unknown as PoolAttributes;
  return slidingWindow(
    shapeOfRank(call, 'x', 4),
    { spatialAxes: 2, channelsFirst: false },
    tuple(filterSize, 2),
    (channels) => channels,
    (input, window) =>
      backend_util.computePool2DInfo(
        input as [number, number, number, number],
        window as [number, number],
        strides as number,
        1,
        pad as 'same',
        dimRoundingMode,
      ).outShape,
  );
}

function pooled3D(call: KernelCall): Shape {
  const { filterSize, strides, pad, dimRoundingMode } =
    call.attributes as unknown as PoolAttributes;
  const dataFormat = attribute<'NDHWC' | 'NCDHW' | undefined>(call, 'dataFormat') ?? 'NDHWC';
  return slidingWindow(
    shapeOfRank(call, 'x', 5),
    { spatialAxes: 3, channelsFirst: dataFormat === 'NCDHW' },
    tuple(filterSize, 3),
    (channels) => channels,
    (input, window) =>
      backend_util.computePool3DInfo(
        input as [number, number, number, number, number],
        window as [number, number, number],
        strides as number,
        1,
        pad as 'same',
        dimRoundingMode,
        dataFormat,
      ).outShape,
  );
}

function tuple(size: number | readonly number[], length: number): readonly number[] {
  return typeof size === 'number' ? new Array<number>(length).fill(size) : size;
}

const pool2D: ShapeFunction = (call) => [{ dtype: input(call, 'x').dtype, shape: pooled2D(call) }];

const pool3D: ShapeFunction = (call) => [{ dtype: input(call, 'x').dtype, shape: pooled3D(call) }];

const maxPoolWithArgmax: ShapeFunction = (call) => {
  const shape = pooled2D(call);
  return [
    { dtype: input(call, 'x').dtype, shape },
    { dtype: 'int32', shape },
  ];
};

export const pooling: ShapeFunctions = {
  ...each(['AvgPool', 'MaxPool'], pool2D),
  ...each(['AvgPool3D', 'MaxPool3D'], pool3D),
  MaxPoolWithArgmax: maxPoolWithArgmax,
  ...each(
    ['AvgPoolGrad', 'MaxPoolGrad', 'AvgPool3DGrad', 'MaxPool3DGrad'],
    like('input', 'float32'),
  ),
};
