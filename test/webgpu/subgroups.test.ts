import { WebGPUBackend as TensorFlowBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graph } from '../../runtime/index.js';
import type { DeviceModel } from '../../runtime/webgpu/fuse/deviceModel.js';
import { allWork } from '../../runtime/webgpu/program/instructions.js';
import { compile } from '../support/compile.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor, hardware, runCompiled } from './modelled.js';

/** All ways to combine: by a built-in function, by exchanges, two numbers at a time, of every type. */
const floats = (x: tf.Tensor): tf.Tensor[] => [
  tf.sum(x, -1),
  tf.mean(x, -1),
  tf.prod(tf.add(tf.mul(x, 0.001), 1), -1),
  tf.max(x, -1),
  tf.min(x, -1),
  tf.argMax(x, -1),
  tf.argMin(x, -1),
  tf.all(tf.greater(x, -2), -1),
  tf.any(tf.greater(x, 1.9), -1),
  tf.softmax(x),
  tf.logSoftmax(x),
  standardized(x),
];

function standardized(x: tf.Tensor): tf.Tensor {
  const centred = tf.sub(x, tf.mean(x, -1, true));
  return tf.div(centred, tf.sqrt(tf.add(tf.mean(tf.square(centred), -1, true), 1e-5)));
}

const integers = (x: tf.Tensor): tf.Tensor[] => [
  tf.sum(x, -1),
  tf.max(x, -1),
  tf.min(x, -1),
  tf.argMax(x, -1),
];

/** Columns that are as many as invocations, fewer, more, and so many that their parts are reduced first. */
const shapes: readonly (readonly [number, number])[] = [
  [3, 17],
  [5, 64],
  [7, 100],
  [2, 256],
  [3, 1000],
  [1, 5000],
  [1, 20_000],
];

/** The adapter at hand has subgroups of four. A device may also say no more than that there are four to 32, or to 512. */
const largest = [4, 32, 512];

function modelWith(subgroups: DeviceModel['subgroups']): DeviceModel {
  return { ...hardware(16384), subgroups };
}

const codeOf = ({ instructions }: ReturnType<typeof compileFor>): string =>
  [...allWork(instructions)].map(({ code }) => code).join('\n');

describe('partial results of a workgroup', () => {
  beforeAll(useWebGPU);

  const elements = (count: number) =>
    Float32Array.from({ length: count }, (_, i) => Math.sin(i * i) * 2);

  it.each(shapes.flatMap((shape) => [null, ...largest].map((most) => [shape, most] as const)))(
    'of rows of %j are combined, with subgroups of at most %s',
    async (shape, most) => {
      const values = elements(shape[0] * shape[1]);
      await useCpu();
      const expected = floats(tf.tensor(values, [...shape])).map((y) => y.dataSync());
      await useWebGPU();
      const model = modelWith(most === null ? null : { smallest: 4, largest: most });
      const compiled = compileFor([{ dtype: 'float32', shape }], (x) => floats(x!), model);
      const workers = Math.min(256, 2 ** Math.ceil(Math.log2(shape[1])));
      const isUsed = most !== null && most <= workers;
      expect(codeOf(compiled).includes('subgroupAdd(')).toBe(isUsed);
      expect(codeOf(compiled).includes('subgroupShuffleXor(')).toBe(isUsed);
      const found = await runCompiled(compiled, [tf.tensor(values, [...shape])]);
      for (const [index, one] of found.entries()) expectElements(one, expected[index]!);
    },
  );

  it.each([null, ...largest])(
    'of integers are exact, with subgroups of at most %s',
    async (most) => {
      const values = Int32Array.from({ length: 2000 }, (_, i) => ((i * 7919) % 4001) - 2000);
      await useCpu();
      const expected = integers(tf.tensor(values, [2, 1000], 'int32')).map((y) => y.dataSync());
      await useWebGPU();
      const model = modelWith(most === null ? null : { smallest: 4, largest: most });
      const type = { dtype: 'int32', shape: [2, 1000] } as const;
      const compiled = compileFor([type], (x) => integers(x!), model);
      const found = await runCompiled(compiled, [tf.tensor(values, [2, 1000], 'int32')]);
      expect(found.map((one) => Array.from(one))).toEqual(expected.map((one) => Array.from(one)));
    },
  );

  it.each(largest)('keep what is not a number, with subgroups of at most %i', async (most) => {
    const special = [Number.NaN, Infinity, -Infinity, -0, 3e38, 3e38];
    for (const [index, value] of special.entries()) {
      const values = elements(512);
      values[37 * (index + 1)] = value;
      const program = (x: tf.Tensor) => [
        tf.sum(x, -1),
        tf.max(x, -1),
        tf.min(x, -1),
        tf.softmax(x),
      ];
      await useCpu();
      const expected = program(tf.tensor(values, [2, 256])).map((y) => y.dataSync());
      await useWebGPU();
      const compiled = compileFor(
        [{ dtype: 'float32', shape: [2, 256] }],
        (x) => program(x!),
        modelWith({ smallest: 4, largest: most }),
      );
      const found = await runCompiled(compiled, [tf.tensor(values, [2, 256])]);
      for (const [place, one] of found.entries()) expectElements(one, expected[place]!);
    }
  });
});

describe('a loop in one kernel', () => {
  it.each([null, ...largest])('combines in it, with subgroups of at most %s', async (most) => {
    const { settle } = await compile<{ settle(x: tf.Tensor): tf.Tensor[] }>(`
      import * as tf from '@tensorflow/tfjs-core';
      export function settle(x) {
        "use graph";
        let rounds = 0;
        while (tf.sum(x) > 1) {
          if (tf.max(x) > 0.9) x = x * 0.75;
          else x = tf.softmax(x) * tf.sum(x) * 0.5;
          rounds = rounds + 1;
        }
        return [x, tf.add(rounds, 0)];
      }
    `);
    const values = Float32Array.from({ length: 700 }, (_, i) => Math.abs(Math.sin(i)));
    await useCpu();
    const expected = settle(tf.tensor(values)).map((y) => y.dataSync());
    await useWebGPU();
    const model = {
      ...modelWith(most === null ? null : { smallest: 4, largest: most }),
      smallWork: 200_000,
    };
    const compiled = compileFor([{ dtype: 'float32', shape: [700] }], (x) => settle(x!), model);
    expect(codeOf(compiled).includes('subgroupAdd(')).toBe(most !== null && most <= 256);
    const found = await runCompiled(compiled, [tf.tensor(values)]);
    for (const [index, one] of found.entries()) expectElements(one, expected[index]!);
  });
});

describe('a device', () => {
  beforeAll(async () => {
    await useWebGPU();
    const adapter = (await navigator.gpu.requestAdapter())!;
    const device = await adapter.requestDevice();
    tf.registerBackend('webgpu-plain', () => new TensorFlowBackend(device, adapter.info), 0);
    tf.copyRegisteredKernels('webgpu', 'webgpu-plain');
  });

  afterAll(async () => {
    await useWebGPU();
    tf.removeBackend('webgpu-plain');
  });

  const normalize = () => graph((x: tf.Tensor) => [standardized(x), tf.argMax(tf.softmax(x), -1)]);

  it.each(['webgpu', 'webgpu-plain'])(
    'uses subgroups where it has them, and gives the same without: %s',
    async (name) => {
      const values = Float32Array.from({ length: 2 * 4096 }, (_, i) => Math.cos(i * i));
      await useCpu();
      const expected = normalize()(tf.tensor(values, [2, 4096])).map((y) => y.dataSync());
      await tf.setBackend(name);
      const { device } = activeWebGPU();
      const makeModule = vi.spyOn(device, 'createShaderModule');
      const x = tf.tensor(values, [2, 4096]);
      const results = normalize()(x);
      const isUsed = makeModule.mock.calls.some(([{ code }]) => code.includes('enable subgroups'));
      makeModule.mockRestore();
      expect(isUsed).toBe(device.features.has('subgroups'));
      expect(isUsed).toBe(name === 'webgpu');
      for (const [index, y] of results.entries()) {
        expectElements(await y.data(), expected[index]!);
      }
      tf.dispose([x, results]);
    },
  );
});
