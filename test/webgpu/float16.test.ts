import * as tf from '@tensorflow/tfjs-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import {
  enableFloat16Execution,
  explain,
  float16ExecutionEnabled,
  graph,
} from '../../runtime/index.js';
import type { CompiledRegion } from '../../runtime/webgpu/compileRegion.js';
import { modelOf } from '../../runtime/webgpu/deviceModels.js';
import type { DeviceModel } from '../../runtime/webgpu/fuse/deviceModel.js';
import { allWork, mapWork } from '../../runtime/webgpu/program/instructions.js';
import { expectElements, useCpu, useWebGPU } from '../support/index.js';
import { activeWebGPU, compileFor, hardware, runCompiled } from './modelled.js';

/** Computes nothing, but has every feature and refuses what is no shader. Dawn has to stay referenced. */
const gpu = create(['backend=null']);
let adapter: GPUAdapter | null = null;

interface Product {
  readonly a: number[];
  readonly b: number[];
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** Read by four and one by one, with whole tiles and without. */
const products: readonly Product[] = [
  { a: [64, 64], b: [64, 64] },
  { a: [65, 100], b: [100, 130] },
  { a: [40, 23], b: [23, 27] },
  { a: [3, 24, 16], b: [3, 16, 20] },
  { a: [40, 70], b: [40, 65], transposeA: true },
  { a: [64, 20], b: [36, 20], transposeB: true },
];

const programFor =
  ({ transposeA, transposeB }: Product) =>
  (a: tf.Tensor, b: tf.Tensor) =>
    tf.relu(tf.matMul(a, b, transposeA, transposeB));

function compiledFor(product: Product, model: DeviceModel, dtype: 'float32' | 'int32' = 'float32') {
  const program = programFor(product);
  const types = [product.a, product.b].map((shape) => ({ dtype, shape }));
  return compileFor(types, (a, b) => program(a!, b!), model);
}

/** Reading costs so much that all is computed in tiles. */
const halves = (): DeviceModel => ({ ...hardware(64), loadCost: 64, usesFloat16: true });

const rounding = `fn to_half(x: vec4<f32>) -> vec4<f32> {
  return bitcast<vec4<f32>>((bitcast<vec4<u32>>(x) + vec4(0x1000u)) & vec4(0xffffe000u));
}
`;

/** The same on an adapter without 16-bit floats: numbers are rounded to them. */
function emulated(compiled: CompiledRegion): CompiledRegion {
  const instructions = mapWork(compiled.instructions, (kernel) => ({
    ...kernel,
    code: kernel.code
      .replace('enable f16;', rounding)
      .replaceAll('vec4<f16>()', 'vec4<f32>()')
      .replaceAll('vec4<f16>(', 'to_half(')
      .replaceAll('vec4<f16>', 'vec4<f32>'),
  }));
  return { ...compiled, instructions };
}

function rounded(elements: Float32Array): Float32Array {
  return elements.map((element) => {
    const unit = 2 ** (Math.floor(Math.log2(Math.abs(element))) - 10);
    return element === 0 ? 0 : Math.round(element / unit) * unit;
  });
}

describe('products with 16-bit floats', () => {
  beforeAll(useWebGPU);
  afterEach(() => enableFloat16Execution(false));

  it('are what their operands give that were rounded', async () => {
    for (const product of products) {
      const [a, b] = [product.a, product.b].map((shape, index) =>
        Float32Array.from({ length: tf.util.sizeFromShape(shape) }, (_, place) =>
          Math.sin(place * 7.3 + index),
        ),
      ) as [Float32Array, Float32Array];
      await useCpu();
      const program = programFor(product);
      const operandsOf = (of: (elements: Float32Array) => Float32Array) =>
        [tf.tensor(of(a), product.a), tf.tensor(of(b), product.b)] as const;
      const expected = program(...operandsOf(rounded)).dataSync();
      await useWebGPU();
      const compiled = compiledFor(product, halves());
      const shaders = Array.from(allWork(compiled.instructions), ({ code }) => code);
      expect(shaders.join()).toContain('var<workgroup> shared_vec4_f16');
      const [found] = await runCompiled(emulated(compiled), [...operandsOf((each) => each)]);
      // Numbers in the middle of two are rounded either way.
      expectElements(found!, expected, { relative: 1e-3, absolute: 1e-3 });
    }
  });

  it('are shaders that a device with the feature takes, and all of them compute with 32 bits without it', async () => {
    adapter = await gpu.requestAdapter();
    const device = await adapter!.requestDevice({ requiredFeatures: ['shader-f16'] });
    expect(modelOf({ device }).usesFloat16).toBe(false);
    enableFloat16Execution(true);
    expect(modelOf({ device }).usesFloat16).toBe(true);
    expect(modelOf(activeWebGPU()).usesFloat16).toBe(
      activeWebGPU().device.features.has('shader-f16'),
    );
    for (const product of products) {
      for (const { code } of allWork(compiledFor(product, halves()).instructions)) {
        device.pushErrorScope('validation');
        const module = device.createShaderModule({ code });
        device.createComputePipeline({ layout: 'auto', compute: { module } });
        expect((await device.popErrorScope())?.message).toBeUndefined();
      }
    }
    device.destroy();
  });

  it('are of floats alone', () => {
    for (const { code } of allWork(compiledFor(products[0]!, halves(), 'int32').instructions)) {
      expect(code).not.toContain('f16');
    }
  });

  it('are off unless they are enabled, and what was compiled before is compiled anew', async () => {
    expect(float16ExecutionEnabled()).toBe(false);
    const f = graph((a: tf.Tensor2D, b: tf.Tensor2D) => tf.matMul(a, b), { name: 'product' });
    const operands = [tf.fill([64, 64], 1 + 2 ** -12), tf.ones([64, 64])] as [
      tf.Tensor2D,
      tf.Tensor2D,
    ];
    const exact = await f(...operands).data();
    enableFloat16Execution(true);
    expect(float16ExecutionEnabled()).toBe(true);
    const { features } = activeWebGPU().device;
    const found = await f(...operands).data();
    // A software adapter has no use for them, with the feature or without.
    if (!features.has('shader-f16')) expect(found).toEqual(exact);
    expect(String(explain(f))).toContain('matmul of 4096');
    enableFloat16Execution(false);
    expect(await f(...operands).data()).toEqual(exact);
  });
});
