import * as tf from '@tensorflow/tfjs-core';
// `@tensorflow/tfjs-core` alone registers no gradients, and the optimizer needs them.
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { graphOf } from 'use-graph';
import { type Batch, batchesOf } from './batches.js';
import type { Digits } from './data.js';
import { crossEntropy, initialParameters, logits, variablesOf } from './model.js';

const learningRate = 0.008;
const averageDecay = 0.97;

export interface Trainer {
  /** One step of training on a batch. Gives the loss before the step. */
  step(images: tf.Tensor4D, labels: tf.Tensor1D): tf.Scalar;
  /** The probability of each digit, float32 [n, 10]. */
  predict(images: tf.Tensor4D): tf.Tensor2D;
  /** How many of the images are recognised, an int32 scalar. */
  countRight(images: tf.Tensor4D, labels: tf.Tensor1D): tf.Scalar;
  dispose(): void;
}

export function createTrainer(): Trainer {
  const parameters = initialParameters();
  // Predictions are made with the moving mean of the parameters, which is better than any of their latest values.
  const averages = initialParameters(false);
  const optimizer = tf.train.adam(learningRate);

  function step(images: tf.Tensor4D, labels: tf.Tensor1D): tf.Scalar {
    'use graph';
    const variables = variablesOf(parameters);
    const loss = () => crossEntropy(parameters, images, labels);
    const value = optimizer.minimize(loss, true, variables)!;
    for (const [index, average] of variablesOf(averages).entries()) {
      const change = tf.sub(variables[index]!, average);
      average.assign(tf.add(average, tf.mul(change, 1 - averageDecay)));
    }
    return value;
  }

  function predict(images: tf.Tensor4D): tf.Tensor2D {
    'use graph';
    return tf.softmax(logits(averages, images));
  }

  function countRight(images: tf.Tensor4D, labels: tf.Tensor1D): tf.Scalar {
    'use graph';
    const digits = tf.argMax(logits(averages, images), 1);
    return tf.sum(tf.cast(tf.equal(digits, labels), 'int32'));
  }

  return {
    step,
    predict,
    countRight,
    dispose() {
      for (const traced of [step, predict, countRight]) graphOf(traced).dispose();
      tf.dispose([...variablesOf(parameters), ...variablesOf(averages)]);
      optimizer.dispose();
    },
  };
}

/** Takes one step on a batch, disposes the batch, and gives the loss. */
export async function trainOn({ step }: Trainer, { images, labels }: Batch): Promise<number> {
  const loss = tf.tidy(() => step(images, labels));
  const [value] = await loss.data();
  tf.dispose([images, labels, loss]);
  return value!;
}

/** The fraction of `digits` that is recognised. */
export async function accuracy({ countRight }: Trainer, digits: Digits): Promise<number> {
  let right = 0;
  for (const { images, labels } of batchesOf(digits, 250)) {
    const count = tf.tidy(() => countRight(images, labels));
    right += (await count.data())[0]!;
    tf.dispose([images, labels, count]);
  }
  return right / digits.count;
}
