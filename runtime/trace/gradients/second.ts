import {
  avgPool,
  avgPool3d,
  conv2d,
  conv3d,
  depthwiseConv2d,
  type GradConfig,
  image,
  less,
  mul,
  type Tensor,
  type Tensor4D,
  type Tensor5D,
  where,
  zeros,
  zerosLike,
} from '@tensorflow/tfjs-core';
import { engine } from '../engine.js';
import { type LocalResponse, localResponseChange, localResponseGradient } from './localResponse.js';
import {
  chosenInDilation,
  chosenInWindows,
  type Morphology,
  type Pooling,
  windowShare,
} from './windows.js';
import { gradientWithin } from './within.js';

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
          return kernel('Conv2DBackpropInput', { dy: dy!, filter }, given);
        },
      };
    },
  },
  {
    kernelName: 'DepthwiseConv2dNativeBackpropInput',
    inputsToSave: ['dy', 'filter'],
    gradFunc: (given, [dy, filter], attributes) => ({
      dy: () => depthwise(given as Tensor, filter!, attributes as unknown as Convolution),
      filter: () => {
        const attrs = { ...attributes, inputShape: undefined, filterShape: filter!.shape };
        const inputs = { x: given as Tensor, dy: dy! };
        return kernel('DepthwiseConv2dNativeBackpropFilter', inputs, attrs);
      },
    }),
  },
  {
    kernelName: 'DepthwiseConv2dNativeBackpropFilter',
    inputsToSave: ['x', 'dy'],
    gradFunc: (given, [x, dy], attributes) => ({
      dy: () => depthwise(x!, given as Tensor, attributes as unknown as Convolution),
      x: () => {
        const attrs = { ...attributes, filterShape: undefined, inputShape: x!.shape };
        const inputs = { dy: dy!, filter: given as Tensor };
        return kernel('DepthwiseConv2dNativeBackpropInput', inputs, attrs);
      },
    }),
  },
  {
    kernelName: 'Conv3DBackpropInputV2',
    inputsToSave: ['dy', 'filter'],
    gradFunc: (given, [dy, filter], { strides, pad }) => ({
      dy: () => conv3d(given as Tensor5D, filter as Tensor5D, strides as Triple, pad as 'same'),
      filter: () => {
        const inputs = { x: given as Tensor, dy: dy! };
        return kernel('Conv3DBackpropFilterV2', inputs, {
          strides,
          pad,
          filterShape: filter!.shape,
        });
      },
    }),
  },
  {
    kernelName: 'Conv3DBackpropFilterV2',
    inputsToSave: ['x', 'dy'],
    gradFunc: (given, [x, dy], { strides, pad }) => ({
      dy: () => conv3d(x as Tensor5D, given as Tensor5D, strides as Triple, pad as 'same'),
      x: () => {
        const inputs = { dy: dy!, filter: given as Tensor };
        return kernel('Conv3DBackpropInputV2', inputs, { strides, pad, inputShape: x!.shape });
      },
    }),
  },
  ofAveraging('AvgPoolGrad', (x, { filterSize, strides, pad }) =>
    avgPool(x as Tensor4D, filterSize as Pair, strides as Pair, pad),
  ),
  ofAveraging('AvgPool3DGrad', (x, { filterSize, strides, pad, dimRoundingMode }) =>
    avgPool3d(
      x as Tensor5D,
      filterSize as Triple,
      strides as Triple,
      pad as 'same',
      dimRoundingMode,
    ),
  ),
  ...['MaxPoolGrad', 'MaxPool3DGrad'].map(
    (kernelName): GradConfig => ({
      kernelName,
      inputsToSave: ['input', 'output'],
      gradFunc: (given, [input, output], attributes) => ({
        dy: () =>
          chosenInWindows(given as Tensor, input!, output!, attributes as unknown as Pooling),
        input: () => zerosLike(input!),
        output: () => zerosLike(output!),
      }),
    }),
  ),
  ...(['Dilation2DBackpropInput', 'Dilation2DBackpropFilter'] as const).map(
    (kernelName): GradConfig => ({
      kernelName,
      inputsToSave: ['x', 'filter'],
      gradFunc: (given, [x, filter], attributes) => ({
        dy: () =>
          chosenInDilation(
            kernelName === 'Dilation2DBackpropInput'
              ? { image: given as Tensor }
              : { filter: given as Tensor },
            x!,
            filter!,
            attributes as unknown as Morphology,
          ),
        x: () => zerosLike(x!),
        filter: () => zerosLike(filter!),
      }),
    }),
  ),
  {
    kernelName: 'LRNGrad',
    inputsToSave: ['x', 'dy'],
    gradFunc: (given, [x, dy], attributes) => {
      const options = attributes as unknown as LocalResponse;
      return {
        dy: () => localResponseChange(x!, given as Tensor, options),
        x: () => gradientWithin(() => localResponseGradient(x!, dy!, options), x!, given as Tensor),
        // It has been computed from x.
        y: () => zerosLike(x!),
      };
    },
  },
  {
    kernelName: 'EluGrad',
    inputsToSave: ['dy', 'y'],
    gradFunc: (given, [dy, y]) => ({
      dy: () => kernel('EluGrad', { dy: given as Tensor, y: y! }, {}),
      y: () => where(less(y!, 0), mul(given as Tensor, dy!), zerosLike(y!)),
    }),
  },
  resizing('ResizeBilinearGrad', image.resizeBilinear),
  resizing('ResizeNearestNeighborGrad', image.resizeNearestNeighbor),
];

type Pair = [number, number];
type Triple = [number, number, number];

interface Convolution {
  readonly strides: Pair;
  readonly pad: 'same' | 'valid' | number;
  readonly dataFormat: 'NHWC' | 'NCHW';
  readonly dilations?: Pair;
  readonly dimRoundingMode?: 'floor' | 'round' | 'ceil';
}

function kernel(name: string, inputs: Record<string, Tensor>, attributes: object): Tensor {
  return engine().runKernel(name, inputs, attributes) as Tensor;
}

function depthwise(
  x: Tensor,
  filter: Tensor,
  { strides, pad, dilations, dimRoundingMode }: Convolution,
): Tensor {
  return depthwiseConv2d(
    x as Tensor4D,
    filter as Tensor4D,
    strides,
    pad,
    'NHWC',
    dilations,
    dimRoundingMode,
  );
}

/** The kernels spread each element over its whole window, also over what lies beside the image. */
function ofAveraging(
  kernelName: string,
  average: (x: Tensor, pooling: Pooling) => Tensor,
): GradConfig {
  return {
    kernelName,
    inputsToSave: ['input'],
    gradFunc: (given, [input], attributes) => {
      const pooling = attributes as unknown as Pooling;
      const share = windowShare(input!.shape, pooling);
      const dy = () => average(given as Tensor, pooling);
      return {
        dy: () => (share === null ? dy() : mul(dy(), share)),
        input: () => zeros(input!.shape),
      };
    },
  };
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
