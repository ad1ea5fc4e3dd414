import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { range } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { executors } from '../support/index.js';
import { type Program, programs } from './programs.js';

type Numeric = (...args: number[]) => number;
type Staged = (...args: tf.Tensor[]) => tf.Tensor | number | Promise<tf.Tensor | number>;

/** The program as plain JavaScript runs it. */
function onNumbers({ source, arguments: numbers }: Program): number {
  const body = source.replace('export ', '').replace('"use graph";', '');
  const make = new Function('range', `${body}\nreturn program;`) as (range: unknown) => Numeric;
  const hostRange = (stop: number) => Array.from({ length: stop }, (_, index) => index);
  return make(hostRange)(...numbers);
}

/** As an async function the program may also run where a condition cannot be read synchronously. */
async function onTensors(
  { source, arguments: numbers }: Program,
  isAsync: boolean,
): Promise<number> {
  const text = isAsync ? source.replace('export ', 'export async ') : source;
  const { program } = await compile<{ program: Staged }>(text, { range });
  const inputs = numbers.map((number) => tf.scalar(number));
  const result = await program(...inputs);
  const value = typeof result === 'number' ? result : (await result.data())[0]!;
  tf.dispose(inputs);
  if (typeof result !== 'number') result.dispose();
  return value;
}

async function agrees(program: Program, isAsync: boolean): Promise<void> {
  const expected = onNumbers(program);
  const before = tf.memory().numTensors;
  const actual = await onTensors(program, isAsync);
  expect(tf.memory().numTensors).toBe(before);
  const tolerance = 1e-3 * Math.max(1, Math.abs(expected));
  expect(Math.abs(actual - expected), `${program.source}\n(${program.arguments})`).toBeLessThan(
    tolerance,
  );
}

/** The same programs each time; other seeds look for failures. */
const seed = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);

describe.each(executors)(
  'a random program means the same on numbers and as a graph',
  ({ backend, start }) => {
    beforeAll(start);
    const isAsync = backend === 'webgpu';

    it.each([
      [0, 40],
      [1, 80],
      [2, 80],
      [3, 30],
    ])(`nested %i deep, on ${backend}`, async (depth, runs) => {
      const numRuns = isAsync ? runs / 10 : runs;
      await fc.assert(
        fc.asyncProperty(programs(depth), (program) => agrees(program, isAsync)),
        { numRuns, seed },
      );
    });
  },
);
