import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compile } from '../support/compile.js';
import { useCpu, useWebGPU } from '../support/index.js';

type Program = (...args: unknown[]) => tf.Tensor[];

async function programOf(body: string): Promise<Program> {
  const source = `import * as tf from '@tensorflow/tfjs-core';
    export async function f(x, other) { "use graph"; ${body} }`;
  return (await compile<{ f: Program }>(source)).f;
}

describe('beside what the GPU computes', () => {
  beforeEach(useWebGPU);
  afterEach(useCpu);

  it('a tensor of texts is passed on', async () => {
    const f = await programOf('return [x * 2, other];');
    const [computed, texts] = await f(tf.tensor([1, 2]), tf.tensor(['a', 'b']));
    expect(Array.from(await computed!.data())).toEqual([2, 4]);
    expect(Array.from(await texts!.data())).toEqual(['a', 'b']);
  });

  it('a tensor of texts may be an argument that nothing uses', async () => {
    const f = await programOf('return [x * 2];');
    const [computed] = await f(tf.tensor([1, 2]), tf.tensor(['a', 'b']));
    expect(Array.from(await computed!.data())).toEqual([2, 4]);
  });

  it('complex numbers are passed on', async () => {
    const f = await programOf('return [x * 2, other];');
    const [computed, numbers] = await f(tf.tensor([1, 2]), tf.complex([1, 2], [3, 4]));
    expect(Array.from(await computed!.data())).toEqual([2, 4]);
    expect(Array.from(await numbers!.data())).toEqual([1, 3, 2, 4]);
  });
});
