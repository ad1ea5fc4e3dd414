import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';
import { filled } from './programs.js';

export interface LayerProgram {
  readonly name: string;
  readonly input: readonly number[];
  readonly layers: () => layers.layers.Layer[];
  /** Elements are indices of a vocabulary. */
  readonly indices?: boolean;
}

const L = layers.layers;

/** One small model for each kind of layer; the first layer is told the shape of the input. */
export const layerPrograms: readonly LayerProgram[] = [
  {
    name: 'dense',
    input: [4, 5],
    layers: () => [
      L.dense({ units: 3, activation: 'relu' }),
      L.dense({ units: 2, activation: 'softmax' }),
    ],
  },
  {
    name: 'convolution',
    input: [2, 8, 8, 1],
    layers: () => [
      L.conv2d({ filters: 4, kernelSize: 3, activation: 'relu' }),
      L.maxPooling2d({ poolSize: 2 }),
      L.flatten(),
      L.dense({ units: 3 }),
    ],
  },
  {
    name: 'depthwise and separable',
    input: [2, 8, 8, 2],
    layers: () => [
      L.depthwiseConv2d({ kernelSize: 3 }),
      L.separableConv2d({ filters: 3, kernelSize: 3 }),
      L.globalAveragePooling2d({}),
    ],
  },
  {
    name: 'transposed convolution',
    input: [2, 4, 4, 2],
    layers: () => [
      L.conv2dTranspose({ filters: 3, kernelSize: 3, strides: 2, padding: 'same' }),
      L.upSampling2d({ size: [2, 2] }),
    ],
  },
  {
    name: 'batch normalization',
    input: [4, 5],
    layers: () => [
      L.dense({ units: 4 }),
      L.batchNormalization({}),
      L.activation({ activation: 'tanh' }),
    ],
  },
  {
    name: 'layer normalization',
    input: [4, 5],
    layers: () => [L.layerNormalization({}), L.leakyReLU({})],
  },
  {
    name: 'dropout at inference',
    input: [4, 5],
    layers: () => [L.dropout({ rate: 0.5 }), L.dense({ units: 2 })],
  },
  {
    name: 'lstm',
    input: [3, 4, 2],
    layers: () => [
      L.lstm({ units: 5, returnSequences: true }),
      L.timeDistributed({ layer: L.dense({ units: 2 }) }),
    ],
  },
  { name: 'gru', input: [3, 4, 2], layers: () => [L.gru({ units: 5 })] },
  { name: 'simple rnn', input: [3, 4, 2], layers: () => [L.simpleRNN({ units: 3 })] },
  {
    name: 'bidirectional',
    input: [3, 4, 2],
    layers: () => [
      L.bidirectional({ layer: L.lstm({ units: 3 }) as layers.RNN, mergeMode: 'concat' }),
    ],
  },
  {
    name: 'embedding',
    input: [3, 6],
    indices: true,
    layers: () => [L.embedding({ inputDim: 10, outputDim: 4 }), L.globalMaxPooling1d({})],
  },
  {
    name: 'conv1d',
    input: [3, 9, 2],
    layers: () => [
      L.conv1d({ filters: 3, kernelSize: 3, activation: 'elu' }),
      L.averagePooling1d({ poolSize: 2 }),
      L.flatten(),
    ],
  },
  {
    name: 'reshaping',
    input: [2, 4, 3],
    layers: () => [
      L.permute({ dims: [2, 1] }),
      L.reshape({ targetShape: [2, 6] }),
      L.flatten(),
      L.repeatVector({ n: 2 }),
    ],
  },
  {
    name: 'padding and cropping',
    input: [1, 5, 5, 1],
    layers: () => [
      L.zeroPadding2d({ padding: 1 }),
      L.cropping2D({
        cropping: [
          [1, 0],
          [0, 2],
        ],
      }),
    ],
  },
  { name: 'prelu and softmax', input: [2, 4], layers: () => [L.prelu({}), L.softmax({})] },
];

export function buildModel({ input, layers: make, indices }: LayerProgram): {
  model: layers.Sequential;
  x: tf.Tensor;
} {
  const [first, ...rest] = make();
  const model = layers.sequential();
  model.add(layers.layers.inputLayer({ batchInputShape: [null, ...input.slice(1)] }));
  for (const layer of [first!, ...rest]) model.add(layer);
  const x = indices ? tf.cast(tf.abs(tf.mul(filled(input), 9)), 'int32') : filled(input);
  return { model, x };
}
