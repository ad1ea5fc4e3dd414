import { readFileSync } from 'node:fs';
// Gradients of some ops use methods of tensors.
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { createWebGPUExecutor } from '../../runtime/webgpu/executor.js';
import { canLower, loweringRules } from '../../runtime/webgpu/lower/rules.js';
import type { Programs } from '../graph/elementwisePrograms.js';
import { kernelPrograms as ofAllKernels } from '../graph/kernelPrograms.js';
import { Random } from '../graph/random.js';
import { expectElements, expectNoLeak, useCpu, useWebGPU } from '../support/index.js';
import { describeKernel, graphOf, type RecordedKernel, recordOnCpu } from './recordedKernels.js';

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 4) }, (_, seed) => seed + 1);

type Size2 = [number, number];
type Size4 = [...Size2, ...Size2];
type TransposedConvolution = [
  size: Size4,
  filter: Size4,
  strides: Size2,
  output: Size2,
  pad: 'same' | 'valid',
];

const kernelPrograms: Programs = {
  ...ofAllKernels,
  'long axes': (r) => {
    const length = r.pick([65, 100, 211, 700]);
    const x = r.tensor(r.pick([[length], [2, length], [length, 3], [2, length, 2]]));
    const axis = x.shape.indexOf(length);
    const small = tf.div(x, 50);
    for (const isExclusive of [false, true]) {
      tf.cumsum(x, axis, isExclusive, r.boolean());
      tf.cumprod(tf.add(small, 1), axis, isExclusive, r.boolean());
    }
    tf.sum(x, axis);
    tf.argMax(x, axis);
    tf.softmax(tf.reshape(x, [-1, length]));
    tf.mean(x);
  },
  'five and six axes': (r) => {
    const shape = [r.int(1, 3), 1, r.int(1, 3), 2, r.int(0, 3), 2].slice(r.int(0, 1));
    const rank = shape.length;
    const x = r.tensor(shape);
    const y = r.tensor(shape.map((size) => (r.boolean() ? size : 1)).slice(r.int(0, rank)));
    const sum = tf.maximum(tf.add(x, y), tf.mul(y, 0.5));
    tf.where(tf.greater(sum, 0), sum, tf.neg(x));
    for (const isKept of [false, true]) {
      const axes = r.axes(rank);
      for (const op of [tf.sum, tf.mean, tf.prod]) op(x, axes, isKept);
      if (tf.util.sizeFromShape(shape) > 0) for (const op of [tf.max, tf.min]) op(x, axes, isKept);
      tf.any(tf.less(x, 1), axes, isKept);
    }
    const order = r.shuffled(shape.map((_, axis) => axis));
    tf.tile(
      tf.transpose(x, order),
      shape.map(() => r.int(1, 2)),
    );
    tf.pad(
      x,
      shape.map((): [number, number] => [r.int(0, 1), r.int(0, 1)]),
      -1,
    );
    tf.reverse(x, r.axes(rank));
    tf.concat([x, tf.neg(x)], r.axis(rank));
    tf.gather(x, tf.tensor1d([0, 0], 'int32'), 1 - (6 - rank));
    tf.slice(
      x,
      shape.map(() => 0),
      shape.map((size) => Math.min(size, 2)),
    );
    if (tf.util.sizeFromShape(shape) > 0) tf.argMax(x, r.axis(rank));
    tf.cumsum(x, r.int(0, rank - 1));
    tf.softmax(x);
  },
  'numbers that are none, infinite, or nearly zero': (r) => {
    const special = [Number.NaN, Infinity, -Infinity, -0];
    const numbers = (shape: number[], share: number) => {
      const elements = Array.from({ length: tf.util.sizeFromShape(shape) }, () =>
        r.int(1, share) === 1 ? r.pick(special) : r.int(-20, 20) / 8,
      );
      return tf.tensor(elements, shape);
    };
    const x = numbers([r.int(1, 4), r.int(1, 40)], r.pick([2, 9, 40]));
    for (const axis of [0, 1, undefined]) {
      for (const op of [tf.max, tf.min, tf.sum, tf.mean, tf.prod]) op(x, axis);
      for (const op of [tf.argMax, tf.argMin]) op(x, axis ?? 0);
    }
    for (const op of [tf.softmax, tf.logSoftmax, tf.cumsum]) op(x);
    const square = numbers([r.int(1, 20), r.int(1, 20)], 30);
    tf.matMul(square, square, true);
    const image = numbers([1, 5, 5, 2], 12) as tf.Tensor4D;
    tf.maxPool(image, 2, 1, 'same');
    tf.avgPool(image, 2, 2, 'valid');
    tf.conv2d(image, numbers([2, 2, 2, 3], 50) as tf.Tensor4D, 1, 'valid');
    tf.gather(tf.concat([x, x], 1), tf.tensor1d([0, 0], 'int32'), 1);
  },
  'large transposed convolutions': (r) => {
    const [size, filter, strides, [height, width], pad] = r.pick<TransposedConvolution>([
      [[1, 28, 28, 16], [3, 3, 12, 16], [2, 2], [55, 56], 'same'],
      [[2, 15, 13, 20], [5, 4, 8, 20], [3, 2], [47, 28], 'valid'],
      [[1, 40, 20, 16], [1, 3, 64, 16], [2, 1], [79, 22], 'valid'],
    ]);
    const [dy, weights] = [r.tensor<tf.Rank.R4>(size), r.tensor<tf.Rank.R4>(filter)];
    tf.conv2dTranspose(dy, weights, [size[0], height, width, filter[2]], strides, pad);
  },
  'warped images': (r) => {
    const images = r.tensor<tf.Rank.R4>([r.int(1, 2), r.int(1, 9), r.int(1, 9), r.int(1, 4)]);
    const center = r.pick<number | [number, number]>([0.5, [0.2, 0.9], [3, 1]]);
    const fill = r.pick<number | [number, number, number]>([0.5, [1, 2, 3]]);
    tf.image.rotateWithOffset(images, r.pick([0, 0.3, Math.PI / 2, -2]), fill, center);
    const quarters = (count: number) => Array.from({ length: count }, () => r.int(-1, 5) / 4);
    const boxes = tf.tensor2d(quarters(12), [3, 4]);
    const owners = tf.tensor1d([0, images.shape[0] - 1, images.shape[0]], 'int32');
    const size: Size2 = [r.int(1, 5), r.int(1, 5)];
    for (const method of ['bilinear', 'nearest'] as const) {
      tf.image.cropAndResize(images, boxes, owners, size, method, 7);
    }
    // The kernel for cpu leaves all images but the first as they are.
    const one = tf.slice(images, 0, 1);
    const warp = tf.tensor2d(
      [...quarters(2), r.int(-9, 9) / 4, ...quarters(2), -0.75, 0.25, 0],
      [1, 8],
    );
    for (const interpolation of ['nearest', 'bilinear', 'bilinear'] as const) {
      const mode = r.pick(['constant', 'reflect', 'wrap', 'nearest'] as const);
      tf.image.transform(one, warp, interpolation, mode, 0.5, r.pick([size, undefined]));
    }
  },
  'dilations and greatest places': (r) => {
    const pad = r.pick(['same', 'valid'] as const);
    const [filter, strides] = [r.int(1, 3), r.int(1, 2)];
    const x = r.tensor<tf.Rank.R4>([r.int(1, 2), r.int(5, 8), r.int(5, 8), r.int(1, 3)]);
    const values = r.tensor<tf.Rank.R3>([filter, r.int(1, 3), x.shape[3]]);
    tf.grads((a, b) =>
      tf.dilation2d(a as tf.Tensor4D, b as tf.Tensor3D, strides, pad, r.int(1, 2), 'NHWC'),
    )([x, values]);
    tf.maxPoolWithArgmax(x, filter, strides, pad, r.boolean());
  },
  'resized images': (r) => {
    const images = r.tensor<tf.Rank.R4>([r.int(1, 2), r.int(1, 9), r.int(1, 9), r.int(1, 3)]);
    const size: [number, number] = [r.int(1, 20), r.int(1, 20)];
    for (const isAligned of [false, true]) {
      const isCentered = !isAligned && r.boolean();
      tf.image.resizeBilinear(images, size, isAligned, isCentered);
      tf.image.resizeNearestNeighbor(images, size, isAligned, isCentered);
    }
  },
};

/** Each kernel is compiled so often for each program at most. */
const callLimit = Number(process.env.CALLS ?? 6);

const tested = new Set<string>();

describe.each(Object.keys(kernelPrograms))('the compiled kernels of the program "%s"', (name) => {
  let recorded: RecordedKernel[] = [];

  beforeAll(async () => {
    await useCpu();
    const counts = new Map<string, number>();
    recorded = seeds
      .flatMap((seed) => recordOnCpu(() => kernelPrograms[name]!(new Random(seed, false))))
      .filter(({ node }) => {
        const count = counts.get(node.kernel) ?? 0;
        counts.set(node.kernel, count + 1);
        return canLower(node) && count < callLimit;
      });
    await useWebGPU();
  });

  it('give what the kernels of cpu give', async () => {
    const faults: string[] = [];
    // Where the device refuses a shader, TensorFlow.js runs its own kernel, and says so.
    const warn = vi.spyOn(console, 'warn').mockImplementation((message) => {
      faults.push(String(message));
    });
    for (const call of recorded) {
      tested.add(call.node.kernel);
      try {
        await expectNoLeak(() => check(call));
      } catch (error) {
        faults.push(`${describeKernel(call)}: ${(error as Error).message}`);
      }
    }
    warn.mockRestore();
    expect(faults).toEqual([]);
  });
});

/** No op of TensorFlow.js on numbers runs them: only programs have loops, which the tests of control flow compare. */
const withoutOp = ['BitwiseAnd', '_AnyBit', '_ElementLoop', '_RowStore'];

it('every kernel that can be compiled is among them', () => {
  const missing = Object.keys(loweringRules).filter((kernel) => !tested.has(kernel));
  expect(missing).toEqual(withoutOp);
});

it('every other kernel that TensorFlow.js has on WebGPU is in the documentation', async () => {
  const page = readFileSync(new URL('../../docs/kernels.md', import.meta.url), 'utf8');
  const others = tf
    .getKernelsForBackend('webgpu')
    .map(({ kernelName }) => kernelName)
    .filter((kernel) => !(kernel in loweringRules) && !page.includes(`\`${kernel}\``));
  expect(others).toEqual([]);
});

async function check({ node, inputs, outputs }: RecordedKernel): Promise<void> {
  const { device } = tf.backend() as unknown as WebGPUBackend;
  const executor = createWebGPUExecutor(graphOf(node), 'webgpu', new Map(), {
    expand: () => null,
    compute: () => [],
  });
  const tensors = inputs.map(({ values, shape, dtype }) =>
    tf.tensor(values, [...shape], dtype as 'float32'),
  );
  let results: tf.Tensor[] = [];
  try {
    device.pushErrorScope('validation');
    const infos = await executor.runAsync(tensors);
    const error = await device.popErrorScope();
    results = infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
    expect(error?.message).toBe(undefined);
    for (const [index, output] of outputs.entries()) {
      const result = results[index]!;
      expect([result.dtype, result.shape]).toEqual([output.dtype, output.shape]);
      expectElements(await result.data(), output.values);
    }
  } finally {
    tf.dispose([tensors, results]);
    executor.dispose();
  }
}
