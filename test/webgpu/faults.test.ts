import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import { WebGPUBackend as TensorFlowBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { graph } from '../../runtime/index.js';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { compile } from '../support/compile.js';
import { useWebGPU } from '../support/index.js';

const backend = () => tf.backend() as unknown as WebGPUBackend;

beforeEach(useWebGPU);
afterEach(() => vi.restoreAllMocks());

/** Large enough not to be computed on the host. */
const ones = (value = 1) => tf.fill([64, 64], value);

const first = async (tensor: tf.Tensor) => (await tensor.data())[0];

/** What runs kernel by kernel keeps its constants on the backend. */
async function expectNoTensorsLeft(body: () => void | Promise<void>): Promise<void> {
  const before = tf.memory();
  await body();
  // What tests before this one have left to promises may go meanwhile.
  const { numTensors, numDataBuffers } = tf.memory();
  expect(numTensors).toBeLessThanOrEqual(before.numTensors);
  expect(numDataBuffers).toBeLessThanOrEqual(before.numDataBuffers);
}

async function loseDevice(): Promise<void> {
  const { device } = backend();
  device.destroy();
  await device.lost;
}

describe('a lost device', () => {
  it('ends calls with an error, and the next device serves the same function', async () => {
    const double = graph((x: tf.Tensor) => tf.mul(x, 2));
    expect(await first(double(ones()))).toBe(2);
    const { device } = backend();
    await loseDevice();
    expect(() => double(ones())).toThrow(
      /^The WebGPU device was lost.*Wait for tf\.setBackend\('webgpu'\).*\[device-lost\]$/s,
    );
    await tf.setBackend('webgpu');
    expect(backend().device).not.toBe(device);
    await expectNoTensorsLeft(async () => {
      const x = ones(3);
      const y = double(x);
      expect(await first(y)).toBe(6);
      tf.dispose([x, y]);
    });
    expect(double.tracingCount).toBe(1);
  });

  it('ends a call that waits, which leaves variables to be given anew', async () => {
    const { settle } = await compile<{ settle(x: tf.Tensor, v: tf.Variable): Promise<tf.Tensor> }>(
      `
      import { jsFunction, tensorSpec } from 'use-graph';
      export async function settle(x, v) {
        "use graph";
        const y = jsFunction(async (a) => { await lose(a); return [a]; }, [x * 2], [tensorSpec([64, 64])])[0];
        v.assign(v + y);
        return y + 1;
      }
    `.replace('await lose(a)', 'await globalThis.lose?.()'),
    );
    const variable = tf.variable(ones());
    Object.assign(globalThis, { lose: undefined });
    expect(await first(await settle(ones(), variable))).toBe(3);
    Object.assign(globalThis, { lose: loseDevice });
    await expect(settle(ones(), variable)).rejects.toThrow('[device-lost]');
    Object.assign(globalThis, { lose: undefined });
    await tf.setBackend('webgpu');
    variable.assign(ones(5));
    const result = await settle(ones(), variable);
    expect([await first(result), await first(variable)]).toEqual([3, 7]);
    tf.dispose([result, variable]);
  });
});

describe('what was on a lost device', () => {
  it('is refused by name until it has elements anew, and training goes on with a new optimizer', async () => {
    const { makeStep } = await compile<{
      makeStep(w: tf.Variable): (x: tf.Tensor) => tf.Tensor;
    }>(
      `
      export function makeStep(w) {
        const optimizer = tf.train.adam(0.1);
        return function step(x) { "use graph"; return optimizer.minimize(() => tf.mean(tf.square(tf.matMul(x, w))), true, [w]); };
      }
    `,
      { tf },
    );
    const w = tf.variable(ones());
    const step = makeStep(w);
    const x = ones();
    expect(await first(step(x))).toBe(4096);
    await loseDevice();
    expect(() => step(x)).toThrow('[device-lost]');
    await tf.setBackend('webgpu');
    const lost = (what: string) =>
      new RegExp(
        `^A tensor or variable ${what} was on a device that has been lost.*anew.*\\[device-lost\\]$`,
        's',
      );
    await expectNoTensorsLeft(() => {
      expect(() => step(x)).toThrow(lost('float32\\[64,64\\]'));
    });
    const again = ones();
    expect(() => step(again)).toThrow(lost('float32\\[64,64\\]'));
    w.assign(ones());
    expect(() => step(again)).toThrow(lost('float32\\[(64,64)?\\]'));
    const next = makeStep(w);
    const losses = [await first(next(again)), await first(next(again))];
    expect(losses[0]).toBe(4096);
    expect(losses[1]).toBeLessThan(4096);
    tf.dispose([w, x, again]);
  });
});

describe('shaders that the device refuses', () => {
  const breakShaders = () => {
    const { device } = backend();
    const create = device.createShaderModule.bind(device);
    vi.spyOn(device, 'createShaderModule').mockImplementation((descriptor) =>
      create({
        ...descriptor,
        code: descriptor.code.includes('nan_bits') ? 'fn main() { broken }' : descriptor.code,
      }),
    );
  };

  const program = () =>
    compile<{ later(x: tf.Tensor): Promise<tf.Tensor>; now(x: tf.Tensor): tf.Tensor }>(`
      export async function later(x) { "use graph"; return x * 12 + 1.25; }
      export function now(x) { "use graph"; return x * 13 + 1.25; }
    `);

  it('do not keep a call that can wait from running, kernel by kernel', async () => {
    const { later } = await program();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    breakShaders();
    await expectNoTensorsLeft(async () => {
      const x = ones();
      for (let call = 0; call < 2; call++) {
        const y = await later(x);
        expect(await first(y)).toBe(13.25);
        y.dispose();
      }
      x.dispose();
    });
    expect(warned.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(
        /^use-graph: .*The graph 'later' runs kernel by kernel: the device refuses.*\[runs-uncompiled\]/s,
      ),
    ]);
  });

  it('leave sums of more tensors than the kernel of TensorFlow.js can bind what they are', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    breakShaders();
    const sum = graph((...all: tf.Tensor[]) => tf.addN(all.map((x) => tf.add(x, 1))));
    await expectNoTensorsLeft(async () => {
      const summands = Array.from({ length: 20 }, (_, index) => ones(index));
      await sum.ready(...summands);
      const total = sum(...summands);
      expect(await first(total)).toBe(210);
      tf.dispose([total, summands]);
    });
    sum.dispose();
  });

  it('spoil the results of a call that cannot wait, and the next one runs kernel by kernel', async () => {
    const { now } = await program();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    breakShaders();
    await expectNoTensorsLeft(async () => {
      const x = ones();
      const spoilt = now(x);
      await expect(spoilt.data()).rejects.toThrow(
        /^The results of the graph 'now' were not computed.*\[device-refused\]$/s,
      );
      const y = now(x);
      expect(await first(y)).toBe(14.25);
      tf.dispose([x, y, spoilt]);
    });
  });
});

describe('too little memory', () => {
  const refuseAbove = (size: number) => {
    const { device } = backend();
    const create = device.createBuffer.bind(device);
    vi.spyOn(device, 'createBuffer').mockImplementation((descriptor) =>
      create(descriptor.size > size ? { ...descriptor, size: 2 ** 50 } : descriptor),
    );
  };

  describe('for results', () => {
    const program = () =>
      compile<Record<'now' | 'later', (x: tf.Tensor, v: tf.Variable) => tf.Tensor>>(
        `
        export function now(x, v) { "use graph"; v.assign(v + 1); return tf.tile(x * v, [32, 32]); }
        export async function later(x, v) { "use graph"; v.assign(v + 1); return tf.tile(x * v, [40, 32]); }
      `,
        { tf },
      );

    /** The buffer is invalid, and still says which size it was to have. */
    const refuseLarge = () => {
      const { device } = backend();
      const create = device.createBuffer.bind(device);
      vi.spyOn(device, 'createBuffer').mockImplementation((descriptor) => {
        if (descriptor.size < 2 ** 22) return create(descriptor);
        const refused = create({ ...descriptor, size: 2 ** 50 });
        return Object.defineProperty(refused, 'size', { value: descriptor.size });
      });
    };

    it('ends a call that can wait, which leaves variables as they were', async () => {
      const { later } = await program();
      const [x, v] = [ones(), tf.variable(ones(2))];
      refuseLarge();
      await expectNoTensorsLeft(async () => {
        await expect(later(x, v)).rejects.toThrow(
          /^The results of the graph 'later' were not computed: the device refused memory for them.*smaller batch\. \[device-refused\]$/s,
        );
      });
      vi.restoreAllMocks();
      expect(await first(v)).toBe(2);
      const y = await later(x, v);
      expect(await first(y)).toBe(3);
      tf.dispose([x, v, y]);
    });

    it('spoils those of a call that cannot wait, and the next call works', async () => {
      const { now } = await program();
      const [x, v] = [ones(), tf.variable(ones(2))];
      refuseLarge();
      const y = now(x, v);
      // The device says so a little later.
      await backend().device.queue.onSubmittedWorkDone();
      await expect(y.data()).rejects.toThrow(
        /the device refused memory for them.*\[device-refused\]$/s,
      );
      vi.restoreAllMocks();
      v.assign(ones(2));
      const again = now(x, v);
      expect(await first(again)).toBe(3);
      tf.dispose([x, v, y, again]);
    });
  });

  it('lets a graph run kernel by kernel, which needs less at once', async () => {
    const { sum } = await compile<{ sum(x: tf.Tensor): Promise<tf.Tensor> }>(
      `
      export async function sum(x) {
        "use graph";
        const y = tf.matMul(x, x);
        return tf.matMul(tf.matMul(y, x), y);
      }
    `,
      { tf },
    );
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    refuseAbove(64 * 64 * 4);
    await expectNoTensorsLeft(async () => {
      const x = ones();
      const y = await sum(x);
      expect(await first(y)).toBe(64 ** 4);
      tf.dispose([x, y]);
    });
    expect(warned).toHaveBeenCalledOnce();
  });
});

describe('a device with the smallest limits and no features', () => {
  beforeAll(async () => {
    await useWebGPU();
    const adapter = (await navigator.gpu.requestAdapter())!;
    const device = await adapter.requestDevice();
    expect([...device.features].includes('timestamp-query')).toBe(false);
    tf.registerBackend('webgpu-small', () => new TensorFlowBackend(device, adapter.info), 0);
    tf.copyRegisteredKernels('webgpu', 'webgpu-small');
  });

  beforeEach(() => tf.setBackend('webgpu-small'));

  afterAll(async () => {
    await useWebGPU();
    tf.removeBackend('webgpu-small');
  });

  it('refuses tensors that no shader can use, unless they need no memory', async () => {
    const { whole, corner } = await compile<Record<string, (x: tf.Tensor) => tf.Tensor>>(
      `
      export function whole(x) {
        "use graph";
        return tf.tile(x, [9, 64, 64]);
      }
      export function corner(x) {
        "use graph";
        return tf.slice(tf.tile(x, [9, 64, 64]), [8, 0, 0], [1, 2, 2]);
      }
    `,
      { tf },
    );
    const x = ones(3).reshape([1, 64, 64]);
    expect(() => whole!(x)).toThrow(
      /float32\[9,4096,4096\] in the graph 'whole' has 576 MiB, and shaders of this device can use 128 MiB of one.*\[tensor-too-large\]/s,
    );
    const y = corner!(x);
    expect(Array.from(await y.data())).toEqual([3, 3, 3, 3]);
    tf.dispose([x, y]);
  });

  it('runs the same graphs', async () => {
    const many = graph((...all: tf.Tensor[]) => tf.softmax(tf.matMul(tf.addN(all), all[0]!)));
    const inputs = Array.from({ length: 20 }, () => ones());
    const y = many(...inputs);
    expect(await first(y)).toBeCloseTo(1 / 64);
    const { profile } = await import('../../runtime/index.js');
    const profiled = await profile(many, ...inputs);
    expect(profiled.kernels.map(({ ms }) => ms)).toEqual(profiled.kernels.map(() => null));
    expect(String(profiled)).toContain('this device cannot tell the times of kernels');
    tf.dispose([inputs, y, profiled.result]);
  });
});

describe('inputs', () => {
  it('on another backend are moved where the call can wait, and refused with nothing done where it cannot', async () => {
    const double = graph((x: tf.Tensor) => tf.mul(x, 2));
    const onGPU = ones();
    const computed = tf.add(onGPU, 1);
    await tf.setBackend('cpu');
    expect(() => double(computed)).toThrow('[input-needs-async]');
    await useWebGPU();
    const y = double(computed);
    expect(await first(y)).toBe(4);
    tf.dispose([onGPU, computed, y]);
  });

  it('are moved to cpu by a call that waits', async () => {
    const { add } = await compile<{ add(x: tf.Tensor, v: tf.Variable): Promise<tf.Tensor> }>(`
      export async function add(x, v) { "use graph"; v.assign(v + x); return v * 2; }
    `);
    const [x, v] = [tf.add(ones(), 1), tf.variable(tf.add(ones(), 2))];
    expect(await first(await add(x, v))).toBe(10);
    await tf.setBackend('cpu');
    expect(await first(await add(x, v))).toBe(14);
    await useWebGPU();
    expect(await first(await add(x, v))).toBe(18);
    tf.dispose([x, v]);
  });

  it('that were disposed are named, and the next call works', async () => {
    const double = graph(function double(x: tf.Tensor) {
      return tf.mul(x, 2);
    });
    const x = ones();
    tf.dispose(double(x));
    await expectNoTensorsLeft(() => {
      const gone = ones();
      gone.dispose();
      expect(() => double(gone)).toThrow(
        /^The argument x of double, a float32 tensor of shape \[64,64\], was disposed\..*\[disposed-tensor\]$/s,
      );
    });
    const y = double(x);
    expect(await first(y)).toBe(2);
    tf.dispose([x, y]);
  });
});
