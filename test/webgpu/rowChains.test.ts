import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { compile } from '../support/compile.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';

type Chain = (x: tf.Tensor, rounds: number) => tf.Tensor[];

/** Each round needs the mean of the one before. */
const source = `import * as tf from '@tensorflow/tfjs-core';
  export function chain(x, rounds) {
    "use graph";
    const start = x;
    let middle = x;
    for (let round = 0; round < rounds; round++) {
      const level = tf.tanh(tf.sub(x, tf.mul(tf.mean(x, 1, true), 0.7)));
      x = tf.add(tf.mul(tf.add(level, tf.sin(x)), 0.4), tf.mul(start, 0.3));
      if (round === 3) middle = x;
    }
    return [x, middle, tf.sum(x, 1)];
  }`;

describe('a chain of reductions of the same rows', () => {
  afterEach(useCpu);

  it.each([
    [1, 256],
    [2, 4096],
    [40, 33],
    [5, 8],
    [1, 1],
  ])('gives what it gives on cpu, for rows of [%i, %i]', async (rowCount, columnCount) => {
    const { chain } = await compile<{ chain: Chain }>(source);
    const elements = Array.from({ length: rowCount * columnCount }, (_, place) => Math.sin(place));
    const x = () => tf.tensor2d(elements, [rowCount, columnCount]);
    await useCpu();
    const expected = await elementsOf(chain(x(), 12));
    await useWebGPU();
    const found = await elementsOf(chain(x(), 12));
    for (const [index, elements] of found.entries()) expectElements(elements, expected[index]!);
  });

  it('is a shader as long as the chain, and not as its square', async () => {
    await useWebGPU();
    const { chain } = await compile<{ chain: Chain }>(source);
    const { device } = tf.backend() as unknown as WebGPUBackend;
    const makeModule = vi.spyOn(device, 'createShaderModule');
    const lengthOf = async (rounds: number) => {
      makeModule.mockClear();
      await elementsOf(chain(tf.ones([1, 300]), rounds));
      return Math.max(...makeModule.mock.calls.map(([{ code }]) => code.length));
    };
    try {
      const [short, long] = [await lengthOf(5), await lengthOf(20)];
      expect(long / short).toBeLessThan(5);
    } finally {
      makeModule.mockRestore();
    }
  });
});

function elementsOf(tensors: readonly tf.Tensor[]): Promise<ArrayLike<number>[]> {
  return Promise.all(tensors.map((tensor) => tensor.data()));
}
