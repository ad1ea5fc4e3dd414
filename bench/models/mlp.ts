import { nn, numpy as np } from '@jax-js/jax';
import * as tf from '@tensorflow/tfjs-core';
import { numbers, weights } from '../workloads/data.js';

export interface MlpSize {
  readonly batch: number;
  /** Widths of the layers, the input's first. */
  readonly widths: readonly number[];
}

export const mlpSizes = {
  full: { batch: 32, widths: [784, 128, 64, 10] },
  small: { batch: 4, widths: [12, 8, 6, 3] },
} as const;

/** Numbers for a multilayer perceptron: weights and biases of its layers, and a batch with one-hot labels. */
export function mlpData({ batch, widths }: MlpSize) {
  const layers = widths.slice(1).map((width, index) => {
    const inputs = widths[index]!;
    return {
      weight: { data: weights(inputs, inputs * width, index + 1), shape: [inputs, width] },
      bias: { data: numbers(width, 0.1, index + 11), shape: [width] },
    };
  });
  const classes = widths.at(-1)!;
  const labels = new Float32Array(batch * classes);
  for (let row = 0; row < batch; row++) labels[row * classes + ((row * 7) % classes)] = 1;
  return {
    layers,
    images: { data: numbers(batch * widths[0]!, 1, 21), shape: [batch, widths[0]!] },
    labels: { data: labels, shape: [batch, classes] },
  };
}

export interface Dense {
  readonly weight: tf.Tensor;
  readonly bias: tf.Tensor;
}

export function mlp(layers: readonly Dense[], images: tf.Tensor): tf.Tensor {
  let x = images;
  for (const [index, { weight, bias }] of layers.entries()) {
    x = tf.add(tf.matMul(x, weight), bias);
    if (index < layers.length - 1) x = tf.relu(x);
  }
  return x;
}

export type JaxDense = { weight: np.Array; bias: np.Array };

/** Consumes its arguments, as functions of jax-js do. */
export function jaxMlp(layers: JaxDense[], images: np.Array): np.Array {
  let x = images;
  for (const [index, { weight, bias }] of layers.entries()) {
    x = np.matmul(x, weight).add(bias);
    if (index < layers.length - 1) x = nn.relu(x);
  }
  return x;
}

export function jaxMlpData(size: MlpSize) {
  const { layers, images, labels } = mlpData(size);
  return {
    layers: layers.map(({ weight, bias }) => ({ weight: toJax(weight), bias: toJax(bias) })),
    images: toJax(images),
    labels: toJax(labels),
  };
}

function toJax({ data, shape }: { data: Float32Array; shape: number[] }): np.Array {
  return np.array(data as Float32Array<ArrayBuffer>).reshape(shape);
}
