import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Counter, type Key, philox4x32, philoxWgsl } from '../../runtime/random/philox.js';
import { useWebGPU } from '../support/index.js';

const ones = 0xffffffff;

/** The known answers of the authors' library Random123 for philox4x32 with ten rounds. */
const knownAnswers: readonly (readonly [Counter, Key, readonly number[]])[] = [
  [
    [0, 0, 0, 0],
    [0, 0],
    [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
  ],
  [
    [ones, ones, ones, ones],
    [ones, ones],
    [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0],
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  ],
];

describe('philox4x32', () => {
  it('gives the known answers', () => {
    for (const [counter, key, words] of knownAnswers) {
      expect(philox4x32(counter, key)).toEqual(words);
    }
  });

  it('is what products of 64 bits make it', () => {
    const word = fc.integer({ min: 0, max: ones });
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.tuple(word, word), (counter, key) => {
        expect(philox4x32(counter, key)).toEqual(inBigInts(counter, key));
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe('philox4x32 in WGSL', () => {
  beforeAll(useWebGPU);

  it('gives the same bits on the GPU', async () => {
    const cases: (readonly [Counter, Key])[] = knownAnswers.map(([counter, key]) => [counter, key]);
    for (let i = 0; i < 61; i++) {
      const words = philox4x32([i, 1, 2, 3], [4, 5]);
      cases.push([words, philox4x32([i, 7, 7, 7], [4, 5]).slice(0, 2) as unknown as Key]);
    }
    const found = await runOnGpu(cases);
    expect(found).toEqual(cases.flatMap(([counter, key]) => philox4x32(counter, key)));
  });
});

function inBigInts(counter: Counter, key: Key): number[] {
  const word = (value: bigint) => BigInt.asUintN(32, value);
  let [c0, c1, c2, c3] = counter.map(BigInt) as [bigint, bigint, bigint, bigint];
  let [k0, k1] = key.map(BigInt) as [bigint, bigint];
  for (let round = 0; round < 10; round++) {
    const [one, other] = [0xd2511f53n * c0, 0xcd9e8d57n * c2];
    [c0, c1, c2, c3] = [(other >> 32n) ^ c1 ^ k0, word(other), (one >> 32n) ^ c3 ^ k1, word(one)];
    [k0, k1] = [word(k0 + 0x9e3779b9n), word(k1 + 0xbb67ae85n)];
  }
  return [c0, c1, c2, c3].map(Number);
}

async function runOnGpu(cases: readonly (readonly [Counter, Key])[]): Promise<number[]> {
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  const input = Uint32Array.from(cases.flatMap(([counter, key]) => [...counter, ...key, 0, 0]));
  const module = device.createShaderModule({
    code: `${philoxWgsl()}
struct Case { counter: vec4<u32>, key: vec4<u32> }
@group(0) @binding(0) var<storage, read> cases: array<Case>;
@group(0) @binding(1) var<storage, read_write> results: array<vec4<u32>>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  results[id.x] = philox4x32(cases[id.x].counter, cases[id.x].key.xy);
}`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const buffer = (size: number, usage: number) => device.createBuffer({ size, usage });
  const [storage, copyTo, copyFrom, mapRead] = [128, 8, 4, 1];
  const size = cases.length * 16;
  const given = buffer(input.byteLength, storage! | copyTo!);
  const results = buffer(size, storage! | copyFrom!);
  const readable = buffer(size, copyTo! | mapRead!);
  device.queue.writeBuffer(given, 0, input);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = [given, results].map((each, binding) => ({
    binding,
    resource: { buffer: each },
  }));
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(cases.length);
  pass.end();
  encoder.copyBufferToBuffer(results, 0, readable, 0, size);
  device.queue.submit([encoder.finish()]);
  await readable.mapAsync(1);
  const words = Array.from(new Uint32Array(readable.getMappedRange()));
  for (const each of [given, results, readable]) each.destroy();
  return words;
}
