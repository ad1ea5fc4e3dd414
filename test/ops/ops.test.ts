import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../runtime/index.js';
import { executors } from '../support/index.js';
import { asList, type OpProgram, opPrograms } from './programs.js';

async function elements(tensors: readonly tf.Tensor[]): Promise<number[][]> {
  return Promise.all(tensors.map(async (tensor) => Array.from(await tensor.data())));
}

/** Eager sines on WebGPU are the driver's, of which Vulkan promises an error of 2⁻¹¹ at most. */
const digits = (name: string): number => (/^(sin|cos|tan)$/.test(name) ? 3 : 4);

/** The op gives as a graph what it gives eagerly, and types and memory agree. */
async function check({ name, inputs, run }: OpProgram): Promise<void> {
  const given = inputs();
  const eager = asList(tf.tidy(() => run(...given) as tf.Tensor[]));
  const staged = graph(run);
  const before = tf.memory().numTensors;
  for (let call = 0; call < 2; call++) {
    const results = asList(staged(...given) as tf.Tensor[]);
    expect(results.map(({ shape, dtype }) => ({ shape, dtype }))).toEqual(
      eager.map(({ shape, dtype }) => ({ shape, dtype })),
    );
    const [actual, expected] = [await elements(results), await elements(eager)];
    expected.forEach((values, index) => {
      values.forEach((value, position) => {
        expect(actual[index]![position]).toBeCloseTo(value, digits(name));
      });
    });
    tf.dispose(results as tf.Tensor[]);
  }
  expect(tf.memory().numTensors).toBe(before);
  expect(staged.tracingCount).toBe(1);
  staged.dispose();
  tf.dispose([...given, ...eager]);
}

describe.each(executors)('an op as a graph on $backend', ({ start }) => {
  beforeAll(start);

  it.each(opPrograms.map((program) => [program.name, program] as const))(
    '%s',
    async (_, program) => {
      await check(program);
    },
  );
});
