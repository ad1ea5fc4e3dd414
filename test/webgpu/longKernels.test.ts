import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useCpu, useWebGPU } from '../support/index.js';
import { numbersOf, programOf } from './controlFlow.js';

/** A table of `columns` numbers, each of which is chosen from all for every row: which one, an element of `x` says. */
const table = (rows: number, columns: number) => `
  const best = new Array(${columns}).fill(0);
  for (let i = 0; i < ${rows}; i++) {
    for (let c = ${columns - 1}; c >= 0; c--) {
      if (x[i] <= c) {
        const t = best[c - x[i]] + n;
        if (t > best[c]) best[c] = t;
      }
    }
  }
  return best[${columns - 1}];`;

/** The shaders that are written while `body` runs. */
async function shadersOf(body: () => Promise<void>): Promise<string[]> {
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  const createShaderModule = device.createShaderModule.bind(device);
  const shaders: string[] = [];
  device.createShaderModule = (descriptor) => {
    shaders.push(descriptor.code);
    return createShaderModule(descriptor);
  };
  try {
    await body();
  } finally {
    device.createShaderModule = createShaderModule;
  }
  return shaders;
}

describe('a table whose elements are chosen from again and again', () => {
  afterEach(useCpu);

  it('is computed by kernels that do not grow with it', async () => {
    await useWebGPU();
    const f = await programOf(table(6, 9), true);
    const shaders = await shadersOf(async () => {
      const x = tf.tensor1d([1, 2, 3, 1, 2, 3], 'int32');
      expect(await numbersOf(f(x, tf.scalar(2)))).toEqual([8]);
    });
    expect(Math.max(...shaders.map(({ length }) => length))).toBeLessThan(64_000);
  });
});
