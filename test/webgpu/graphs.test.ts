import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, expect, it } from 'vitest';
import type { Executor } from '../../runtime/executor.js';
import type { Graph } from '../../runtime/graph/graph.js';
import { printGraph } from '../../runtime/graph/printer.js';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { createInterpreter } from '../../runtime/interpret/interpreter.js';
import type { WebGPUBackend } from '../../runtime/webgpu/backend.js';
import { createWebGPUExecutor } from '../../runtime/webgpu/executor.js';
import { graph, parameter } from '../graph/build.js';
import { Random } from '../graph/random.js';
import { expectElements, expectNoLeak, useCpu, useWebGPU } from '../support/index.js';
import { randomGraph } from './randomGraphs.js';

/** `FIRST` and `COUNT` choose other random graphs than those of every run. */
const first = Number(process.env.FIRST ?? 1);
const count = Number(process.env.COUNT ?? 60);

/** Graphs that found a fault once. */
const found = [1252, 2301];

interface Case {
  readonly seed: number;
  readonly graph: Graph;
  readonly inputs: readonly Float32Array[];
  readonly expected: readonly Float32Array[];
  /** Which parameter an output takes the place of. */
  readonly replaced: ReadonlyMap<number, number>;
}

const cases: Case[] = [];

beforeAll(async () => {
  await useCpu();
  const seeds = [...found, ...Array.from({ length: count }, (_, index) => first + index)];
  const ofVectors = seeds.map((seed) => ({ seed, sizes: [1, 4, 8, 16] }));
  for (const { seed, sizes } of [
    ...seeds.map((seed) => ({ seed, sizes: undefined })),
    ...ofVectors,
  ]) {
    const random = new Random(seed, false);
    const graph = randomGraph(random, sizes);
    verifyGraph(graph);
    const tensors = graph.parameters.map(({ shape }) => random.tensor(shape as number[]));
    const inputs = tensors.map((tensor) => tensor.dataSync().slice() as Float32Array);
    const interpreter = createInterpreter(graph, 'cpu');
    const results = tensorsOf(interpreter.run(tensors));
    const expected = results.map((result) => result.dataSync().slice() as Float32Array);
    cases.push({ seed, graph, inputs, expected, replaced: replacements(graph) });
    interpreter.dispose();
    tf.dispose([tensors, results]);
  }
  await useWebGPU();
});

it.each(['anew', 'in place'])(
  'random graphs give %s what the interpreter on cpu gives',
  async (how) => {
    const faults: string[] = [];
    for (const one of cases) {
      const replaced = how === 'anew' ? new Map<number, number>() : one.replaced;
      if (how === 'in place' && replaced.size === 0) continue;
      try {
        await expectNoLeak(() => check(one, replaced));
      } catch (error) {
        faults.push(`seed ${one.seed}: ${(error as Error).message}\n${printGraph(one.graph)}`);
      }
    }
    expect(faults.slice(0, 3)).toEqual([]);
  },
);

it('operators of constants have the results that they have on cpu', async () => {
  const scalars = graph('constants', [parameter([2], 'int32'), parameter([2])], (b, i, x) => {
    const [one, zero, large] = [1, 0, 1000].map((value) => b.scalar(value));
    const none = b.scalar(0, 'int32');
    return [
      b.call('RealDiv', { a: one!, b: zero! }),
      b.call('RealDiv', { a: x!, b: zero! }),
      b.call('Exp', { x: large! }),
      b.call('Log', { x: zero! }),
      b.call('FloorDiv', { a: i!, b: none }),
      b.call('Sqrt', { x: b.call('Neg', { x: large! }) }),
      b.call('Reciprocal', { x: zero! }),
    ];
  });
  const expected = [[Infinity], [Infinity, -Infinity], [Infinity], [-Infinity], [0, 0], [NaN]];
  const { device } = tf.backend() as unknown as WebGPUBackend;
  const executor = createWebGPUExecutor(scalars, 'webgpu', new Map(), {
    expand: () => null,
    compute: () => [],
  });
  const inputs = [tf.tensor([3, -3], [2], 'int32'), tf.tensor([3, -3])];
  device.pushErrorScope('validation');
  const results = tensorsOf(await executor.runAsync(inputs));
  const elements = await Promise.all(results.map((result) => result.data()));
  expect((await device.popErrorScope())?.message).toBe(undefined);
  expect(elements.map((values) => [...values])).toEqual([...expected, [Infinity]]);
  tf.dispose([inputs, results]);
  executor.dispose();
});

/** Each parameter's first output of the same type that is not a parameter itself. */
function replacements(graph: Graph): Map<number, number> {
  const replaced = new Map<number, number>();
  graph.parameters.forEach((parameter, index) => {
    const output = graph.outputs.findIndex(
      (value, position) =>
        !replaced.has(position) &&
        !graph.parameters.includes(value) &&
        String(value.shape) === String(parameter.shape),
    );
    if (output >= 0) replaced.set(output, index);
  });
  return replaced;
}

async function check(
  { graph, inputs, expected }: Case,
  replaced: ReadonlyMap<number, number>,
): Promise<void> {
  const { device } = tf.backend() as unknown as WebGPUBackend;
  const executor = createWebGPUExecutor(graph, 'webgpu', replaced, {
    expand: () => null,
    compute: () => [],
  });
  try {
    // Again with tensors of its own, as a training step runs again and again.
    for (let run = 0; run < 2; run++) {
      device.pushErrorScope('validation');
      const fault = await runOnce(executor, graph, inputs, expected);
      const error = await device.popErrorScope();
      expect(error?.message).toBe(undefined);
      if (fault !== null) throw fault;
    }
  } finally {
    executor.dispose();
  }
}

async function runOnce(
  executor: Executor,
  graph: Graph,
  inputs: readonly Float32Array[],
  expected: readonly Float32Array[],
): Promise<Error | null> {
  const tensors = inputs.map((values, index) =>
    tf.tensor(values, graph.parameters[index]!.shape as number[]),
  );
  let results: tf.Tensor[] = [];
  try {
    results = tensorsOf(await executor.runAsync(tensors));
    for (const [index, values] of expected.entries()) {
      expectElements(await results[index]!.data(), values, { relative: 2e-3, absolute: 1e-3 });
    }
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    tf.dispose([tensors, results]);
  }
}

function tensorsOf(infos: readonly tf.TensorInfo[]): tf.Tensor[] {
  return infos.map((info) => tf.engine().makeTensorFromTensorInfo(info));
}
