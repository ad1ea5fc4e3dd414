import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import { WebGPUBackend as TensorFlowBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile } from '../support/compile.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU } from './modelled.js';

interface Case {
  readonly name: string;
  /** The body of `f(...xs)`. */
  readonly body: string;
  readonly count: number;
  readonly shape: readonly number[];
}

const cases: readonly Case[] = [
  { name: 'concat', body: 'return [tf.concat(xs, 1)];', count: 40, shape: [5, 3] },
  { name: 'stack', body: 'return [tf.stack(xs, 1)];', count: 40, shape: [5, 3] },
  { name: 'addN', body: 'return [tf.addN(xs)];', count: 30, shape: [8, 8] },
  { name: 'split', body: 'return tf.split(tf.concat(xs, 0), 40);', count: 40, shape: [5, 3] },
  {
    name: 'a chain',
    body: 'let y = xs[0]; for (const x of xs) y = tf.tanh(y + x / 2); return [y, tf.sum(y)];',
    count: 20,
    shape: [8, 8],
  },
  {
    name: 'a reduction of each',
    body: 'return [tf.stack(xs.map((x) => tf.sum(x)))];',
    count: 30,
    shape: [8, 8],
  },
  {
    name: 'results',
    body: 'const s = tf.addN(xs); return xs.map((x) => tf.softmax(x - s));',
    count: 24,
    shape: [8, 8],
  },
  {
    name: 'gradients',
    body: 'return tf.grads((...zs) => tf.sum(tf.square(tf.addN(zs))))(xs);',
    count: 22,
    shape: [4, 4],
  },
  {
    name: 'what a conditional assigns',
    body: 'let a = xs; if (tf.sum(xs[0]) > 0) a = xs.map((x) => x * 2); else a = xs.map((x) => x - 1); return a;',
    count: 25,
    shape: [8, 8],
  },
  {
    name: 'what a loop reads',
    body: 'let y = xs[0]; while (tf.sum(tf.abs(y)) > 1) { for (const x of xs) y = y * 0.9 + x * 0.001; y = y / 2; } return [y];',
    count: 25,
    shape: [8, 8],
  },
  {
    name: 'what a loop in registers reads',
    body: 'let y = xs[0]; for (const i of tf.range(0, 9)) for (const x of xs) y = tf.tanh(y + x * i); return [y];',
    count: 22,
    shape: [8, 8],
  },
  {
    name: 'what a loop in registers reads, some of it results too',
    body: 'const zs = xs.map((x) => tf.sin(x)); let y = xs[0]; for (const i of tf.range(0, 9)) for (const z of zs) y = tf.tanh(y + z * i); return [y, ...zs];',
    count: 12,
    shape: [8, 8],
  },
  {
    name: 'what a loop in registers assigns',
    body: 'for (const i of tf.range(0, 9)) xs = xs.map((x, j) => tf.tanh(x + xs[(j + 1) % xs.length] * i)); return xs;',
    count: 14,
    shape: [8, 8],
  },
];

type Program = (...xs: tf.Tensor[]) => tf.Tensor[] | Promise<tf.Tensor[]>;

async function programOf(body: string, isAsync = false): Promise<Program> {
  const { f } = await compile<{ f: Program }>(`
    import * as tf from '@tensorflow/tfjs-core';
    export ${isAsync ? 'async ' : ''}function f(...xs) { "use graph"; ${body} }
  `);
  return f;
}

function tensorsFor({ count, shape }: Pick<Case, 'count' | 'shape'>): tf.Tensor[] {
  const size = shape.reduce((product, side) => product * side);
  return Array.from({ length: count }, (_, which) =>
    tf.tensor(
      Float32Array.from({ length: size }, (_, place) => Math.sin(place * 1.7 + which)),
      [...shape],
    ),
  );
}

async function expectSame(one: Case, isAsync: boolean, start: () => Promise<void>): Promise<void> {
  await useCpu();
  const expected = (await (await programOf(one.body, isAsync))(...tensorsFor(one))).map((y) =>
    y.dataSync(),
  );
  await start();
  const f = await programOf(one.body, isAsync);
  const inputs = tensorsFor(one);
  const before = tf.memory().numTensors;
  const found = await f(...inputs);
  for (const [index, y] of found.entries()) {
    expectElements(await y.data(), expected[index]!, { relative: 1e-3, absolute: 1e-4 });
  }
  tf.dispose(found);
  expect(tf.memory().numTensors).toBe(before);
  tf.dispose(inputs);
}

describe('more tensors than a kernel can bind', () => {
  it.each(cases)('$name', async (one) => {
    const errors = vi.fn();
    await expectSame(one, false, async () => {
      await useWebGPU();
      const { device } = activeWebGPU();
      expect(device.limits.maxStorageBuffersPerShaderStage).toBe(8);
      device.onuncapturederror = errors;
    });
    expect(errors).not.toHaveBeenCalled();
  });
});

describe('a device of which shaders are told less than it has', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await useWebGPU();
    tf.removeBackend('webgpu-small');
  });

  const loop: Case = {
    name: 'a loop',
    body: `let y = xs.reduce((a, b) => a + b);
      while (tf.sum(tf.abs(y)) > 1) { xs = xs.map((x) => tf.matMul(x, x) * 0.01); y = y / 2 + xs[0]; }
      return [y, ...xs];`,
    count: 16,
    shape: [64, 64],
  };

  async function warningsWith(less: Partial<Record<keyof GPUSupportedLimits, number>>) {
    await useWebGPU();
    const adapter = (await navigator.gpu.requestAdapter())!;
    const device = await adapter.requestDevice();
    const limits = new Proxy(device.limits, {
      get: (target, name) => less[name as keyof typeof less] ?? Reflect.get(target, name),
    });
    Object.defineProperty(device, 'limits', { value: limits });
    const errors = vi.fn();
    device.onuncapturederror = errors;
    tf.registerBackend('webgpu-small', () => new TensorFlowBackend(device, adapter.info), 0);
    tf.copyRegisteredKernels('webgpu', 'webgpu-small');
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await expectSame(loop, true, async () => {
      await tf.setBackend('webgpu-small');
    });
    expect(errors).not.toHaveBeenCalled();
    return warned.mock.calls.flat().filter((text) => String(text).startsWith('use-graph'));
  }

  it('runs a loop whose state is in many pages of memory, of which a kernel binds few', async () => {
    expect(await warningsWith({ maxStorageBufferBindingSize: 2 * 4096 * 4 })).toEqual([]);
  });

  it('reads copies of what enters where one operation would bind more buffers than it may', async () => {
    expect(await warningsWith({ maxStorageBuffersPerShaderStage: 2 })).toEqual([]);
  });

  it('runs kernel by kernel where one would bind more buffers than it may', async () => {
    expect(await warningsWith({ maxStorageBuffersPerShaderStage: 1 })).toEqual([
      expect.stringContaining('a kernel would bind more buffers than the device allows'),
    ]);
  });
});
