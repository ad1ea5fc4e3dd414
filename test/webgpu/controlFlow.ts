import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { graphOf } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { isClose, useCpu, useWebGPU } from '../support/index.js';

export type Program = (...args: tf.Tensor[]) => unknown;

export interface Case {
  readonly name: string;
  /** The body of `f(x, n)`. */
  readonly body: string;
  readonly args: readonly (readonly (number | readonly number[])[])[];
}

const imports = `import * as tf from '@tensorflow/tfjs-core';
  import { print, range, setLoopOptions, TensorArray } from 'use-graph';`;

export async function programOf(body: string, isAsync: boolean): Promise<Program> {
  const source = `${imports}
    export ${isAsync ? 'async ' : ''}function f(x, n) { "use graph"; ${body} }`;
  return (await compile<{ f: Program }>(source)).f;
}

export async function numbersOf(result: unknown): Promise<number[]> {
  const awaited = await result;
  if (Array.isArray(awaited)) return (await Promise.all(awaited.map(numbersOf))).flat();
  return awaited instanceof tf.Tensor ? Array.from(await awaited.data()) : [Number(awaited)];
}

export interface Counts {
  submits: number;
  maps: number;
}

/** What the device is asked for, counted from outside. */
export function count(): { readonly counts: Counts; stop(): void } {
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  const counts = { submits: 0, maps: 0 };
  const { queue } = device;
  const submit = queue.submit.bind(queue);
  queue.submit = (buffers) => {
    counts.submits++;
    submit(buffers);
  };
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    if ((descriptor.usage & GPUBufferUsage.MAP_READ) !== 0) counts.maps++;
    return createBuffer(descriptor);
  };
  return {
    counts,
    stop() {
      queue.submit = submit;
      device.createBuffer = createBuffer;
    },
  };
}

export async function expectSame(one: Case, isAsync: boolean, most: Counts): Promise<void> {
  await useCpu();
  const onCpu = await programOf(one.body, isAsync);
  const tensorsOf = (args: Case['args'][number]) => args.map((arg) => tf.tensor(arg as number[]));
  const wanted: number[][] = [];
  for (const args of one.args) wanted.push(await numbersOf(onCpu(...tensorsOf(args))));

  await useWebGPU();
  const f = await programOf(one.body, isAsync);
  for (let round = 0; round < 2; round++) {
    for (const [index, args] of one.args.entries()) {
      const inputs = tensorsOf(args);
      await Promise.all(inputs.map((input) => input.data()));
      const { counts, stop } = count();
      let result: unknown;
      try {
        result = await f(...inputs);
      } finally {
        stop();
      }
      expect(counts.submits).toBeLessThanOrEqual(most.submits);
      expect(counts.maps).toBeLessThanOrEqual(most.maps);
      const found = await numbersOf(result);
      const expected = wanted[index]!;
      const isSame =
        found.length === expected.length &&
        found.every((number, at) =>
          isClose(number, expected[at]!, { relative: 1e-3, absolute: 1e-4 }),
        );
      expect(isSame, `${JSON.stringify(args)}: ${found} instead of ${expected}`).toBe(true);
    }
  }
  // A later look at whether its loop has ended would be counted by the next test.
  graphOf(f).dispose();
}
