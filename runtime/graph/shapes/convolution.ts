import { backend_util } from '@tensorflow/tfjs-core';
import type { Dimension, Shape, TensorType } from '../types.js';
import { mergeDimension, unknownDimensions } from './dimensions.js';
import {
  attribute,
  each,
  ensure,
  input,
  type KernelCall,
  like,
  type ShapeFunction,
  type ShapeFunctions,
  shapeOfRank,
} from './shapeFunction.js';
import { slidingWindow, type WindowAttributes } from './window.js';

type Sizes4 = [number, number, number, number];
type Sizes5 = [number, number, number, number, number];

function convolution2D(call: KernelCall, depthwise: boolean): TensorType[] {
  const shape = shapeOfRank(call, 'x', 4);
  const filter = shapeOfRank(call, 'filter', 4);
  const channelsFirst = attribute<string | undefined>(call, 'dataFormat') === 'NCHW';
  const { strides, pad, dilations, dimRoundingMode } = windowAttributes(call);
  const channels = (of: Dimension): Dimension =>
    outputChannels(of, filter, depthwise ? 'multiplied' : 'mixed');
  return [
    {
      dtype: input(call, 'x').dtype,
      shape: slidingWindow(
        shape,
        { spatialAxes: 2, channelsFirst },
        filter === null ? unknownDimensions(2) : filter.slice(0, 2),
        channels,
        (input, window) =>
          backend_util.computeConv2DInfo(
            input as Sizes4,
            [...window, input.at(channelsFirst ? 1 : -1)!, 1] as Sizes4,
            strides as number,
            (dilations ?? 1) as number,
            pad as 'same',
            dimRoundingMode,
            depthwise,
            channelsFirst ? 'channelsFirst' : 'channelsLast',
          ).outShape,
      ),
    },
  ];
}

const convolution3D: ShapeFunction = (call) => {
  const shape = shapeOfRank(call, 'x', 5);
  const filter = shapeOfRank(call, 'filter', 5);
  const { strides, pad, dilations } = windowAttributes(call);
  return [
    {
      dtype: input(call, 'x').dtype,
      shape: slidingWindow(
        shape,
        { spatialAxes: 3, channelsFirst: false },
        filter === null ? unknownDimensions(3) : filter.slice(0, 3),
        (channels) => outputChannels(channels, filter, 'mixed'),
        (input, window) =>
          backend_util.computeConv3DInfo(
            input as Sizes5,
            [...window, input.at(-1)!, 1] as Sizes5,
            strides as number,
            (dilations ?? 1) as number,
            pad as 'same',
          ).outShape,
      ),
    },
  ];
};

const dilation2D: ShapeFunction = (call) => {
  const shape = shapeOfRank(call, 'x', 4);
  const filter = shapeOfRank(call, 'filter', 3);
  const { strides, pad, dilations } = windowAttributes(call);
  return [
    {
      dtype: input(call, 'x').dtype,
      shape: slidingWindow(
        shape,
        { spatialAxes: 2, channelsFirst: false },
        filter === null ? unknownDimensions(2) : filter.slice(0, 2),
        (channels) => mergeDimension(channels, filter === null ? null : filter[2]!),
        (input, window) =>
          backend_util.computeDilation2DInfo(
            input as Sizes4,
            [...window, input.at(-1)!] as [number, number, number],
            strides as number,
            pad as 'same',
            'NHWC',
            dilations as number,
          ).outShape,
      ),
    },
  ];
};

function windowAttributes(call: KernelCall): WindowAttributes {
  return call.attributes as unknown as WindowAttributes;
}

/** A filter's last two sizes are the channels that it reads and the channels, in all or per channel, that it makes. */
function outputChannels(
  inputChannels: Dimension,
  filter: Shape,
  mode: 'mixed' | 'multiplied',
): Dimension {
  if (filter === null) return null;
  const read = filter.at(-2)!;
  const made = filter.at(-1)!;
  ensure(
    inputChannels === null || read === null || inputChannels === read,
    `x has ${inputChannels} channels, but the filter reads ${read}`,
  );
  if (mode === 'mixed') return made;
  const channels = inputChannels ?? read;
  return channels === null || made === null ? null : channels * made;
}

/** The gradients towards input or filter have the shape that an attribute gives. */
function gradient(shapeAttribute: string): ShapeFunction {
  return (call) => [{ dtype: 'float32', shape: attribute<Shape>(call, shapeAttribute) ?? null }];
}

export const convolutions: ShapeFunctions = {
  ...each(['Conv2D', 'FusedConv2D'], (call) => convolution2D(call, false)),
  ...each(['DepthwiseConv2dNative', 'FusedDepthwiseConv2D'], (call) => convolution2D(call, true)),
  Conv3D: convolution3D,
  Dilation2D: dilation2D,
  ...each(
    ['Conv2DBackpropInput', 'Conv3DBackpropInputV2', 'DepthwiseConv2dNativeBackpropInput'],
    gradient('inputShape'),
  ),
  ...each(
    ['Conv2DBackpropFilter', 'Conv3DBackpropFilterV2', 'DepthwiseConv2dNativeBackpropFilter'],
    gradient('filterShape'),
  ),
  Dilation2DBackpropInput: like('x'),
  Dilation2DBackpropFilter: like('filter'),
};
