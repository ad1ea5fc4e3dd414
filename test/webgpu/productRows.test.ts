import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelOf } from '../../runtime/webgpu/deviceModels.js';
import type { DeviceModel } from '../../runtime/webgpu/fuse/deviceModel.js';
import { allWork } from '../../runtime/webgpu/program/instructions.js';
import { compile } from '../support/compile.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor, hardware, runCompiled } from './modelled.js';

interface Product {
  readonly a: number[];
  readonly b: number[];
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** Results in the order in which they are computed. */
type Use = (product: tf.Tensor, bias: tf.Tensor) => tf.Tensor[];

/** Rows shorter and longer than what one invocation works on, multiples of nothing, in one matrix and in several. */
const products: readonly Product[] = [
  { a: [32, 64], b: [64, 10] },
  { a: [5, 7], b: [7, 3] },
  { a: [1, 16], b: [16, 2] },
  { a: [33, 20], b: [20, 17] },
  { a: [40, 3], b: [3, 130] },
  { a: [9, 1], b: [1, 64] },
  { a: [3, 6, 8], b: [3, 8, 5] },
  { a: [3, 7, 8], b: [1, 8, 24] },
  { a: [2, 3, 5, 4], b: [2, 3, 4, 9] },
  { a: [12, 21], b: [12, 31], transposeA: true },
  { a: [2, 9, 12], b: [2, 6, 12], transposeB: true },
];

const layerNorm: Use = (product, bias) => {
  const { mean, variance } = tf.moments(product, -1, true);
  return [tf.add(tf.div(tf.sub(product, mean), tf.sqrt(tf.add(variance, 1e-3))), bias)];
};

const uses: Readonly<Record<string, Use>> = {
  softmax: (product, bias) => [tf.softmax(tf.relu(tf.add(product, bias)))],
  'logits and log-softmax': (product, bias) => {
    const logits = tf.add(product, bias);
    return [logits, tf.logSoftmax(logits)];
  },
  'layer norm': layerNorm,
  argmax: (product) => [product, tf.argMax(product, -1)],
  sums: (product, bias) => [
    tf.mul(tf.sum(tf.square(product), -1), 0.5),
    tf.max(tf.sub(bias, product), -1, true),
  ],
  'a softmax that is weighted': (product, bias) => {
    const weighted = tf.mul(tf.softmax(product), tf.tanh(bias));
    return [weighted, tf.sum(weighted, -1)];
  },
};

/** Every other use of each product. */
const cases = products.flatMap((product, index) =>
  Object.keys(uses)
    .map((use, place) => ({ product, use, number: index + place }))
    .filter(({ number }) => number % 2 === 0),
);

const models: readonly (readonly [string, (number: number) => DeviceModel])[] = [
  ['this adapter', () => modelOf(activeWebGPU())],
  ['a GPU', (number) => hardware(number % 4 === 0 ? 64 : 16384)],
  ['one workgroup of a GPU', () => ({ ...hardware(16384), smallWork: 2 ** 24 })],
];

function programOf({ transposeA, transposeB }: Product, use: string) {
  return (a: tf.Tensor, b: tf.Tensor, bias: tf.Tensor) =>
    uses[use]!(tf.matMul(tf.tanh(a), b, transposeA, transposeB), bias);
}

function columnsOf({ b, transposeB }: Product): number {
  return b.at(transposeB ? -2 : -1)!;
}

function elementsFor(shape: readonly number[], seed: number): Float32Array {
  const size = shape.reduce((product, side) => product * side, 1);
  return Float32Array.from({ length: size }, (_, place) => Math.sin((place + seed) * 12.9898) * 2);
}

function operandsFor(product: Product, spoil?: number): tf.Tensor[] {
  return [product.a, product.b, [columnsOf(product)]].map((shape, index) => {
    const elements = elementsFor(shape, index);
    if (spoil !== undefined && index === 0) elements[0] = spoil;
    return tf.tensor(elements, shape);
  });
}

function expectedOf(product: Product, use: string, spoil?: number): ArrayLike<number>[] {
  const [a, b, bias] = operandsFor(product, spoil);
  return programOf(product, use)(a!, b!, bias!).map((result) => result.dataSync());
}

function compiledOf(product: Product, use: string, model: DeviceModel) {
  const types = operandsFor(product).map(({ shape }) => ({ dtype: 'float32' as const, shape }));
  const program = programOf(product, use);
  return compileFor(types, (a, b, bias) => program(a!, b!, bias!), model);
}

describe.each(models)('what becomes of rows of a product on %s', (_, modelFor) => {
  const expected: ArrayLike<number>[][] = [];

  beforeAll(async () => {
    await useCpu();
    for (const { product, use } of cases) expected.push(expectedOf(product, use));
    await useWebGPU();
  });

  it.each(cases.map(({ product, use }, index) => [use, JSON.stringify(product), index] as const))(
    '%s of %s',
    async (_use, _product, index) => {
      const { product, use, number } = cases[index]!;
      const compiled = compiledOf(product, use, modelFor(number));
      const found = await runCompiled(compiled, operandsFor(product));
      found.forEach((elements, result) => {
        expectElements(elements, expected[index]![result]!, { relative: 1e-3, absolute: 1e-4 });
      });
    },
  );

  it.each([Number.NaN, Infinity, -Infinity])('has %d where cpu has it', async (spoil) => {
    const product = products[0]!;
    await useCpu();
    const wanted = ['softmax', 'sums'].map((use) => expectedOf(product, use, spoil));
    await useWebGPU();
    for (const [index, use] of ['softmax', 'sums'].entries()) {
      const compiled = compiledOf(product, use, modelFor(1));
      const found = await runCompiled(compiled, operandsFor(product, spoil));
      found.forEach((elements, result) => {
        expectElements(elements, wanted[index]![result]!, { relative: 1e-3, absolute: 1e-4 });
      });
    }
  });
});

describe('a softmax of a product', () => {
  const labelsFor = (rows: number, depth: number, columns: number, model: DeviceModel) => {
    const { instructions } = compiledOf(
      { a: [rows, depth], b: [depth, columns] },
      'softmax',
      model,
    );
    return [...allWork(instructions)].map(({ label }) => label);
  };

  it('is computed with it where a workgroup computes whole rows for less than a kernel costs', async () => {
    await useWebGPU();
    for (const model of [modelOf(activeWebGPU()), hardware(16384)]) {
      expect(labelsFor(32, 64, 10, model).at(-1)).toBe('32 rows of 10 of a matmul');
      expect(labelsFor(256, 512, 1000, model).at(-1)).toBe('256 rows of 1000');
      expect(labelsFor(1, 4096, 1000, model).at(-1)).toBe('1 rows of 1000');
    }
  });

  it('is right in a loop, too', async () => {
    const source = `import * as tf from '@tensorflow/tfjs-core';
      export function f(x, w) {
        "use graph";
        while (tf.max(x) < 0.9) x = tf.softmax(tf.mul(tf.matMul(x, w), 1.5));
        return x;
      }`;
    const run = async () => {
      const { f } = await compile<{ f: (x: tf.Tensor, w: tf.Tensor) => tf.Tensor }>(source);
      const w = tf.tensor2d([3, 0.1, 0.2, 0.3, 2, 0.1, 0.2, 0.4, 2.5], [3, 3]);
      return f(tf.tensor2d([0.2, 0.3, 0.5, 0.5, 0.3, 0.2], [2, 3]), w).data();
    };
    await useCpu();
    const expected = await run();
    await useWebGPU();
    expectElements(await run(), expected);
  });
});
