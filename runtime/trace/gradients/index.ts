import {
  div,
  type GradConfig,
  getGradient,
  registerGradient,
  type Tensor,
  zeros,
} from '@tensorflow/tfjs-core';
import { algebraGradients, sumToShape } from './algebra.js';
import { complexGradients } from './complex.js';
import { constantGradients } from './constant.js';
import { dilate, undilate } from './dilation.js';
import { halfPixelGradient, imageGradients } from './image.js';
import { gatherGradient, indexingGradients } from './indexing.js';
import { secondGradients } from './second.js';
import { orderTape } from './tape.js';
import { warpGradients } from './warps.js';
import { type Pooling, windowShare } from './windows.js';

/**
 * TensorFlow.js 4 has a gradient for these, which fails where an operand was broadcast (or the axis is not the last), and is
 * wrong for what a padding mirrors.
 */
const replaced = new Set([
  'Maximum',
  'Minimum',
  'SquaredDifference',
  'Cumsum',
  'Prod',
  'MirrorPad',
]);

/** Gives TensorFlow.js the gradients that TensorFlow has and it has not; for code outside of graph functions too. */
export function registerMissingGradients(): void {
  orderTape();
  const gradients: readonly GradConfig[] = [
    ...constantGradients,
    ...indexingGradients,
    ...algebraGradients,
    ...imageGradients,
    ...complexGradients,
    ...secondGradients,
    ...warpGradients,
  ];
  for (const gradient of gradients) {
    const { kernelName } = gradient;
    if (getGradient(kernelName) == null || replaced.has(kernelName)) registerGradient(gradient);
  }
  for (const [kernelName, mend] of Object.entries(mended)) {
    const config = getGradient(kernelName);
    if (config != null) registerGradient({ ...config, gradFunc: mend(config.gradFunc) });
  }
}

type Gradient = GradConfig['gradFunc'];

/** What TensorFlow.js 4 has is right but for some calls. */
const mended: Readonly<Record<string, (gradient: Gradient) => Gradient>> = {
  // It returns the indices themselves, which its tape refuses where they were computed from what is differentiated; of
  // a batch it needs chained ops.
  GatherV2: (gradient) => (dy, saved, attributes) => ({
    ...(attributes.batchDims === 0
      ? gradient(dy, saved, attributes)
      : { x: () => gatherGradient(dy as Tensor, saved, attributes) }),
    indices: () => zeros(saved[1]!.shape),
  }),
  // A dilated filter is a larger one with zeros in it.
  Conv2D: undilated,
  Conv3D: undilated,
  DepthwiseConv2dNative: undilated,
  // Its kernels take each window for one that lies in the image.
  AvgPool: averaged,
  AvgPool3D: averaged,
  ResizeBilinear: (gradient) => resized(gradient, false),
  ResizeNearestNeighbor: (gradient) => resized(gradient, true),
  UnsortedSegmentSum: (gradient) => (dy, saved, attributes) => ({
    ...gradient(dy, saved, attributes),
    segmentIds: () => zeros(saved[0]!.shape),
  }),
  // The operands of a batch may be broadcast.
  BatchMatMul: (gradient) => (dy, saved, attributes) => {
    const { a, b } = gradient(dy, saved, attributes);
    return {
      a: () => sumToShape(a!(), saved[0]!.shape),
      b: () => sumToShape(b!(), saved[1]!.shape),
    };
  },
  // Of a single result there is no list of gradients.
  Unpack: asList,
  SplitV: asList,
};

function undilated(gradient: Gradient): Gradient {
  return (dy, saved, attributes) => {
    const [x, filter] = saved as [Tensor, Tensor];
    const spatial = filter.rank - 2;
    const given = (attributes.dilations as number | number[] | undefined) ?? 1;
    const dilations =
      typeof given === 'number' ? Array(spatial).fill(given) : given.slice(-spatial);
    if (dilations.every((dilation) => dilation === 1)) return gradient(dy, saved, attributes);
    const ones: number[] = Array(Array.isArray(given) ? given.length : spatial).fill(1);
    const spread = dilate(filter, dilations);
    const found = gradient(dy, [x, spread], { ...attributes, dilations: ones });
    return {
      x: found.x!,
      filter: () => undilate(found.filter!(), dilations),
    };
  };
}

function averaged(gradient: Gradient): Gradient {
  return (dy, saved, attributes) => {
    const share = windowShare(saved[0]!.shape, attributes as unknown as Pooling);
    return gradient(share === null ? dy : div(dy as Tensor, share), saved, attributes);
  };
}

function resized(gradient: Gradient, isNearest: boolean): Gradient {
  return (dy, saved, attributes) =>
    attributes.halfPixelCenters === true
      ? { images: () => halfPixelGradient(dy as Tensor, saved[0]!.shape, isNearest) }
      : gradient(dy, saved, attributes);
}

function asList(gradient: Gradient): Gradient {
  return (dy, saved, attributes) => gradient(Array.isArray(dy) ? dy : [dy], saved, attributes);
}
