import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';

/** What TensorFlow.js, and the active backend itself, hold. */
export interface Holdings {
  readonly numTensors: number;
  readonly numDataBuffers: number;
  readonly numBytes: number;
  readonly numDataIds: number;
}

export function holdings(): Holdings {
  const { numTensors, numDataBuffers, numBytes } = tf.memory();
  return { numTensors, numDataBuffers, numBytes, numDataIds: tf.backend().numDataIds() };
}

/** Asserts that `body`, when it ends, has left as many tensors and buffers as it found; gives what it gave. */
export async function expectNoLeak<T>(body: () => T | Promise<T>): Promise<T> {
  const before = holdings();
  const result = await body();
  expect(holdings()).toEqual(before);
  return result;
}
