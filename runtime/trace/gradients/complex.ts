import type { GradConfig } from '@tensorflow/tfjs-core';
import { StagingError } from '../../errors.js';
import { currentLocation } from '../location.js';
import { isTracing } from '../tracer.js';

/** The tape of TensorFlow.js only takes float32 gradients, so that there can be none through complex numbers. */
export const complexGradients: readonly GradConfig[] = [
  ['Complex', 'complex'],
  ['Real', 'real'],
  ['Imag', 'imag'],
  ['FFT', 'fft'],
  ['IFFT', 'ifft'],
].map(([kernelName, op]) => ({
  kernelName: kernelName!,
  gradFunc: (): never => {
    throw new StagingError(
      'complex-gradient',
      `A gradient is taken through tf.${op}, but TensorFlow.js has none for complex numbers.`,
      isTracing() ? currentLocation() : null,
      'Compute with the real and the imaginary part as tensors of their own, or take the gradient of what comes before ' +
        'and after, or define one with tf.customGrad.',
    );
  },
}));
