import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRegion } from '../../runtime/webgpu/compileRegion.js';
import { modelOf } from '../../runtime/webgpu/deviceModels.js';
import type { DeviceModel } from '../../runtime/webgpu/fuse/deviceModel.js';
import { allWork } from '../../runtime/webgpu/program/instructions.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor, hardware, runCompiled } from './modelled.js';

interface Product {
  readonly a: number[];
  readonly b: number[];
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** Sides that are multiples of a tile, of a vector, and of neither; broadcast batches; operands in all their places. */
const products: readonly Product[] = [
  { a: [1, 1], b: [1, 1] },
  { a: [1, 200], b: [200, 3] },
  { a: [2, 5], b: [5, 1] },
  { a: [16, 16], b: [16, 16] },
  { a: [64, 64], b: [64, 64] },
  { a: [33, 20], b: [20, 36] },
  { a: [128, 30], b: [30, 12] },
  { a: [40, 23], b: [23, 27] },
  { a: [65, 100], b: [100, 130] },
  { a: [3, 24, 16], b: [3, 16, 20] },
  { a: [3, 24, 16], b: [1, 16, 20] },
  { a: [2, 3, 35, 17], b: [2, 3, 17, 70] },
  { a: [40, 64], b: [40, 28], transposeA: true },
  { a: [40, 70], b: [40, 65], transposeA: true },
  { a: [64, 20], b: [36, 20], transposeB: true },
  { a: [65, 67], b: [66, 67], transposeB: true },
  { a: [64, 96], b: [80, 64], transposeA: true, transposeB: true },
  { a: [129, 40], b: [40, 132] },
  { a: [128, 33], b: [33, 256] },
  { a: [127, 64], b: [193, 64], transposeB: true },
];

const plain = (a: tf.Tensor, b: tf.Tensor, { transposeA, transposeB }: Product): tf.Tensor => {
  const product = tf.matMul(a, b, transposeA, transposeB);
  return tf.relu(tf.add(product, tf.range(0, product.shape.at(-1)!)));
};

/** Operands that kernels of the graph have stored, and not its caller; and more done with the product. */
const stored = (a: tf.Tensor, b: tf.Tensor, how: Product): tf.Tensor => {
  const product = plain(tf.softmax(a), tf.div(b, tf.sum(tf.abs(b))), how);
  return tf.sub(tf.mul(tf.tanh(product), tf.sigmoid(product)), tf.exp(tf.neg(product)));
};

/** Operands that are computed where they are read. */
const inlined = (a: tf.Tensor, b: tf.Tensor, how: Product): tf.Tensor =>
  plain(tf.neg(a), tf.add(b, 1), how);

const programs = { plain, stored, inlined };
type ProgramName = keyof typeof programs;

/** Each product as it is, and some in another way too. */
const cases = products.flatMap((product, index) => {
  const others = ['stored', 'inlined', null] as const;
  const other = others[index % 3]!;
  const names: readonly ProgramName[] = other === null ? ['plain'] : ['plain', other];
  return names.map((name) => ({ product, name }));
});
const operands: [Float32Array, Float32Array][] = [];
const expected: Float32Array[] = [];

beforeAll(async () => {
  await useCpu();
  for (const { product, name } of cases) {
    const [a, b] = [tf.randomNormal(product.a), tf.randomNormal(product.b)];
    operands.push([a.dataSync() as Float32Array, b.dataSync() as Float32Array]);
    expected.push(programs[name](a, b, product).dataSync() as Float32Array);
  }
});

/** Where it takes few invocations to keep a GPU busy, they compute large tiles already of small products. */
const parallelisms = [64, 1024, 16384];

const models: readonly (readonly [string, (index: number) => DeviceModel])[] = [
  ['this adapter', () => modelOf(activeWebGPU())],
  ['a GPU', (index) => hardware(parallelisms[index % 3]!)],
];

function compiledFor(
  { a, b }: Product,
  dtype: 'float32' | 'int32',
  program: (a: tf.Tensor, b: tf.Tensor) => tf.Tensor,
  model: DeviceModel,
): CompiledRegion {
  const types = [a, b].map((shape) => ({ dtype, shape }));
  return compileFor(types, (a, b) => program(a!, b!), model);
}

async function run(compiled: CompiledRegion, operands: tf.Tensor[]): Promise<ArrayLike<number>> {
  const [values] = await runCompiled(compiled, operands);
  return values!;
}

describe.each(models)('the product that %s gets', (_, modelFor) => {
  beforeAll(useWebGPU);

  it.each(cases.map(({ product, name }, index) => [name, JSON.stringify(product), index] as const))(
    '%s %s',
    async (_name, _product, index) => {
      const { product, name } = cases[index]!;
      const [a, b] = operands[index]!;
      const program = (a: tf.Tensor, b: tf.Tensor) => programs[name](a, b, product);
      const compiled = compiledFor(product, 'float32', program, modelFor(index));
      const values = await run(compiled, [tf.tensor(a, product.a), tf.tensor(b, product.b)]);
      expect(values.length).toBe(expected[index]!.length);
      expectElements(values, expected[index]!);
    },
  );

  it('is right for integers', async () => {
    const product: Product = { a: [70, 35], b: [35, 66] };
    const values = (count: number) => Int32Array.from({ length: count }, (_, i) => (i * 7) % 11);
    const [a, b] = [values(70 * 35), values(35 * 66)];
    const model = modelFor(0);
    const compiled = compiledFor(product, 'int32', (a, b) => tf.matMul(a, b), model);
    const tensors = [tf.tensor(a, [70, 35], 'int32'), tf.tensor(b, [35, 66], 'int32')];
    const expected = Array.from({ length: 70 * 66 }, (_, place) => {
      const [row, column] = [Math.floor(place / 66), place % 66];
      return Array.from({ length: 35 }, (_, k) => a[row * 35 + k]! * b[k * 66 + column]!).reduce(
        (sum, each) => sum + each,
      );
    });
    expect(Array.from(await run(compiled, tensors))).toEqual(expected);
  });
});

it('is computed in tiles on a GPU, the larger the more work there is', async () => {
  await useWebGPU();
  const kernelFor = (rows: number, inner: number, columns: number): string[] => {
    const product = { a: [rows, inner], b: [inner, columns] };
    const program = (a: tf.Tensor, b: tf.Tensor) => tf.relu(tf.matMul(a, b));
    const { instructions } = compiledFor(product, 'float32', program, hardware(16384));
    return [...allWork(instructions)].map(({ label }) => label);
  };
  expect(kernelFor(4, 4096, 64)).toEqual(['matmul of 256']);
  expect(kernelFor(256, 64, 256)).toEqual(['matmul of 65536 in tiles of 16×16']);
  expect(kernelFor(500, 64, 500)).toEqual(['matmul of 250000 in tiles of 32×32']);
  expect(kernelFor(2048, 2048, 2048)).toEqual(['matmul of 4194304 in tiles of 64×64']);
});
