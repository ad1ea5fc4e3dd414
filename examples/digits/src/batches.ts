import * as tf from '@tensorflow/tfjs-core';
import { type Digits, imageSize, pixelCount } from './data.js';
import { seededRandom, shuffledIndices } from './random.js';

/** `images` is float32 [size, 28, 28, 1], `labels` int32 [size]. Whoever takes a batch disposes it. */
export interface Batch {
  readonly images: tf.Tensor4D;
  readonly labels: tf.Tensor1D;
}

/**
 * Batches of random digits without end, each digit once in a round, each moved by up to a pixel so that a round is never
 * the same as the last. What is left over at the end of a round is skipped: all batches have the same size, and so the
 * training step is traced once.
 */
export function* trainingBatches(digits: Digits, size: number): Generator<Batch, never> {
  const random = seededRandom(1);
  const oneOf = (choices: number) => Math.floor(random() * choices);
  for (;;) {
    const order = shuffledIndices(digits.count, random);
    for (let start = 0; start + size <= digits.count; start += size) {
      const images = new Float32Array(size * pixelCount);
      const labels = new Int32Array(size);
      order.subarray(start, start + size).forEach((index, place) => {
        const image = digits.images.subarray(index * pixelCount, (index + 1) * pixelCount);
        const target = images.subarray(place * pixelCount, (place + 1) * pixelCount);
        copyShifted(image, target, oneOf(3) - 1, oneOf(3) - 1);
        labels[place] = digits.labels[index]!;
      });
      yield toTensors(images, labels);
    }
  }
}

/** All digits, once, in batches of one size. */
export function* batchesOf(digits: Digits, size: number): Generator<Batch, void> {
  for (let start = 0; start + size <= digits.count; start += size) {
    yield toTensors(
      digits.images.subarray(start * pixelCount, (start + size) * pixelCount),
      digits.labels.subarray(start, start + size),
    );
  }
}

function toTensors(images: Float32Array, labels: Int32Array): Batch {
  return {
    images: tf.tensor4d(images, [labels.length, imageSize, imageSize, 1]),
    labels: tf.tensor1d(labels, 'int32'),
  };
}

function copyShifted(source: Float32Array, target: Float32Array, right: number, down: number) {
  for (let row = 0; row < imageSize; row++) {
    const from = row - down;
    if (from < 0 || from >= imageSize) continue;
    for (let column = 0; column < imageSize; column++) {
      const left = column - right;
      if (left < 0 || left >= imageSize) continue;
      target[row * imageSize + column] = source[from * imageSize + left]!;
    }
  }
}
