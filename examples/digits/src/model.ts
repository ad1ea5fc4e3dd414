import * as tf from '@tensorflow/tfjs-core';

const filterCount = 16;
const featureCount = 7 * 7 * filterCount;

/** What a small convolutional classifier learns. */
export interface Parameters {
  readonly filters: tf.Variable<tf.Rank.R4>;
  readonly filterBias: tf.Variable<tf.Rank.R1>;
  readonly output: tf.Variable<tf.Rank.R2>;
  readonly outputBias: tf.Variable<tf.Rank.R1>;
}

/** Parameters to begin with, the same ones at every run. */
export function initialParameters(trainable = true): Parameters {
  return {
    filters: weights([5, 5, 1, filterCount], 5 * 5, 1, trainable),
    filterBias: zeros(filterCount, trainable),
    output: weights([featureCount, 10], featureCount, 2, trainable),
    outputBias: zeros(10, trainable),
  };
}

export function variablesOf(parameters: Parameters): tf.Variable[] {
  return Object.values(parameters);
}

/** float32 [n, 28, 28, 1] → float32 [n, 10]. */
export function logits(parameters: Parameters, images: tf.Tensor4D): tf.Tensor2D {
  // With a single channel of input, a depthwise convolution is the same as an ordinary one, and faster to compute.
  const maps = tf.depthwiseConv2d(images, parameters.filters, 2, 'same');
  const pooled = tf.relu(tf.add(tf.maxPool(maps, 2, 2, 'same'), parameters.filterBias));
  const features = tf.reshape(pooled, [-1, featureCount]);
  return tf.add(tf.matMul(features, parameters.output), parameters.outputBias);
}

/** The mean cross entropy between what is predicted for `images` and the digits that they show. */
export function crossEntropy(
  parameters: Parameters,
  images: tf.Tensor4D,
  labels: tf.Tensor1D,
): tf.Scalar {
  return tf.losses.softmaxCrossEntropy(tf.oneHot(labels, 10), logits(parameters, images));
}

/** Random numbers of the size that a sum of `inputCount` inputs wants (He et al., 2015). */
function weights<R extends tf.Rank>(
  shape: tf.ShapeMap[R],
  inputCount: number,
  seed: number,
  trainable: boolean,
): tf.Variable<R> {
  const deviation = Math.sqrt(2 / inputCount);
  return tf.tidy(() =>
    tf.variable(tf.truncatedNormal(shape, 0, deviation, 'float32', seed), trainable),
  );
}

function zeros(count: number, trainable: boolean): tf.Variable<tf.Rank.R1> {
  return tf.tidy(() => tf.variable(tf.zeros<tf.Rank.R1>([count]), trainable));
}
