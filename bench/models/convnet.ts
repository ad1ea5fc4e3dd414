import { numbers, weights } from '../workloads/data.js';

export interface ConvnetSize {
  readonly side: number;
  /** A depthwise-separable block each: channels of its result, and the stride of its depthwise half. */
  readonly blocks: readonly (readonly [channels: number, stride: number])[];
}

export const convnetSizes: Readonly<Record<'full' | 'small', ConvnetSize>> = {
  full: {
    side: 112,
    blocks: [
      [32, 1],
      [64, 2],
      [64, 1],
      [128, 2],
      [128, 1],
      [256, 2],
    ],
  },
  small: {
    side: 8,
    blocks: [
      [4, 1],
      [8, 2],
    ],
  },
};

const stemChannels = 16;
const classes = 10;

/** An image and filters as TensorFlow has them: `[height, width, in, out]`, depthwise `[height, width, channels, 1]`. */
export function convnetData({ side, blocks }: ConvnetSize) {
  const filter = (inputs: number, outputs: number, fanIn: number, size: number, seed: number) => ({
    data: weights(fanIn, size * size * inputs * outputs, seed),
    shape: [size, size, inputs, outputs],
  });
  const bias = (channels: number, seed: number) => ({
    data: numbers(channels, 0.1, seed),
    shape: [channels],
  });
  let channels = stemChannels;
  const separable = blocks.map(([outputs, stride], index) => {
    const inputs = channels;
    channels = outputs;
    return {
      stride,
      depthwise: filter(inputs, 1, 9, 3, 70 + index),
      depthwiseBias: bias(inputs, 80 + index),
      pointwise: filter(inputs, outputs, inputs, 1, 90 + index),
      pointwiseBias: bias(outputs, 100 + index),
    };
  });
  return {
    image: { data: numbers(side * side * 3, 1, 61), shape: [1, side, side, 3] },
    stem: filter(3, stemChannels, 27, 3, 62),
    stemBias: bias(stemChannels, 63),
    separable,
    classifier: { data: weights(channels, channels * classes, 64), shape: [channels, classes] },
  };
}
