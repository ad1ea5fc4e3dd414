import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { optimize } from '../../runtime/optimize/pipeline.js';
import { executors, expectNoLeak, useCpu } from '../support/index.js';
import { randomTwin, type Twin } from './randomGraphs.js';
import { elementsOf } from './run.js';

const tapes = fc.array(fc.nat(9999), { minLength: 10, maxLength: 150 });
const inputs = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 18, maxLength: 18 });

const tensorsOf = (numbers: readonly number[]) =>
  [0, 6, 12].map((start) => tf.tensor2d(numbers.slice(start, start + 6), [2, 3]));

/** What TensorFlow.js ops on the cpu backend give. */
function expected(twin: Twin, numbers: readonly number[]): number[][] {
  return tf.tidy(() =>
    twin.compute(tensorsOf(numbers)).map((tensor) => Array.from(tensor.dataSync())),
  );
}

/** Zeros of both signs are equal here: backends differ in them. */
const unsigned = (elements: number[][]) => elements.map((list) => list.map((value) => value + 0));

/** The same graphs each time; other seeds look for failures. */
const seed = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);

describe.each(executors)('random graphs on $backend', ({ backend, start }) => {
  beforeAll(async () => {
    await useCpu();
    await start();
    // Otherwise the backend computes tensors as small as these on the processor.
    if (backend === 'webgpu') tf.env().set('WEBGPU_CPU_FORWARD', false);
  });

  it('give what ops and JavaScript control flow give, before and after optimisation', async () => {
    await fc.assert(
      fc.asyncProperty(tapes, inputs, async (tape, numbers) => {
        const twin = randomTwin(tape);
        await useCpu();
        const reference = unsigned(expected(twin, numbers));
        await start();
        for (const graph of [twin.graph, optimize(twin.graph)]) {
          await expectNoLeak(async () => {
            const given = tensorsOf(numbers);
            expect(unsigned(await elementsOf(graph, given))).toEqual(reference);
            tf.dispose(given);
          });
        }
      }),
      { numRuns: backend === 'cpu' ? 500 : 80, seed },
    );
  });
});
