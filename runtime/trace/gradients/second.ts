import {
  avgPool,
  conv2d,
  type GradConfig,
  image,
  type Tensor,
  type Tensor4D,
  zeros,
} from '@tensorflow/tfjs-core';
import { engine } from '../engine.js';

/** Gradients of kernels that are gradients themselves: they are linear in what they are given from above. */
export const secondGradients: readonly GradConfig[] = [
  {
    kernelName: 'Conv2DBackpropFilter',
    inputsToSave: ['x', 'dy'],
    gradFunc: (given, [x, dy], attributes) => {
      const { strides, pad, dataFormat, dimRoundingMode } = attributes as unknown as Convolution;
      const filter = given as Tensor4D;
      return {
        dy: () =>
          conv2d(x as Tensor4D, filter, strides, pad, dataFormat, undefined, dimRoundingMode),
        x: () => {
          const inputShape = x!.shape;
          const given = { strides, pad, dataFormat, dimRoundingMode, inputShape };
          const inputs = { dy: dy!, filter };
          return engine().runKernel('Conv2DBackpropInput', inputs, given) as Tensor;
        },
      };
    },
  },
  {
    kernelName: 'AvgPoolGrad',
    inputsToSave: ['input'],
    gradFunc: (given, [input], attributes) => {
      const { filterSize, strides, pad } = attributes as unknown as Pooling;
      return {
        dy: () => avgPool(given as Tensor4D, filterSize, strides, pad),
        input: () => zeros(input!.shape),
      };
    },
  },
  resizing('ResizeBilinearGrad', image.resizeBilinear),
  resizing('ResizeNearestNeighborGrad', image.resizeNearestNeighbor),
];

interface Convolution {
  readonly strides: [number, number];
  readonly pad: 'same' | 'valid' | number;
  readonly dataFormat: 'NHWC' | 'NCHW';
  readonly dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

interface Pooling {
  readonly filterSize: [number, number];
  readonly strides: [number, number];
  readonly pad: 'same' | 'valid' | number;
}

function resizing(
  kernelName: string,
  resize: (images: Tensor4D, size: [number, number], alignCorners: boolean) => Tensor,
): GradConfig {
  return {
    kernelName,
    inputsToSave: ['images', 'dy'],
    gradFunc: (given, [images, dy], attributes) => ({
      images: () => zeros(images!.shape),
      dy: () =>
        resize(
          given as Tensor4D,
          dy!.shape.slice(1, 3) as [number, number],
          attributes.alignCorners === true,
        ),
    }),
  };
}
