import { readFileSync } from 'node:fs';
// Gradients of some ops use methods of tensors.
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
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
  'large transposed convolutions': (r) => {
    const [size, filter, strides, [height, width], pad] = r.pick<TransposedConvolution>([
      [[1, 28, 28, 16], [3, 3, 12, 16], [2, 2], [55, 56], 'same'],
      [[2, 15, 13, 20], [5, 4, 8, 20], [3, 2], [47, 28], 'valid'],
      [[1, 40, 20, 16], [1, 3, 64, 16], [2, 1], [79, 22], 'valid'],
    ]);
    const [dy, weights] = [r.tensor<tf.Rank.R4>(size), r.tensor<tf.Rank.R4>(filter)];
    tf.conv2dTranspose(dy, weights, [size[0], height, width, filter[2]], strides, pad);
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
const callLimit = 6;

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
    for (const call of recorded) {
      tested.add(call.node.kernel);
      try {
        await expectNoLeak(() => check(call));
      } catch (error) {
        faults.push(`${describeKernel(call)}: ${(error as Error).message}`);
      }
    }
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
