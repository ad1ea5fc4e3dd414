import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { range } from '../../runtime/index.js';
import { compile } from '../support/compile.js';
import { useCpu } from '../support/index.js';
import { type Program, programs } from './programs.js';

type Numeric = (...args: number[]) => number;
type Staged = (...args: tf.Tensor[]) => tf.Tensor | number;

/** The program as plain JavaScript runs it. */
function onNumbers({ source, arguments: numbers }: Program): number {
  const body = source.replace('export ', '').replace('"use graph";', '');
  const make = new Function('range', `${body}\nreturn program;`) as (range: unknown) => Numeric;
  const hostRange = (stop: number) => Array.from({ length: stop }, (_, index) => index);
  return make(hostRange)(...numbers);
}

async function onTensors({ source, arguments: numbers }: Program): Promise<number> {
  const { program } = (await compile(source, { range })) as { program: Staged };
  return tf.tidy(() => {
    const result = program(...numbers.map((number) => tf.scalar(number)));
    return typeof result === 'number' ? result : result.dataSync()[0]!;
  });
}

async function agrees(program: Program): Promise<void> {
  const expected = onNumbers(program);
  const before = tf.memory().numTensors;
  const actual = await onTensors(program);
  expect(tf.memory().numTensors).toBe(before);
  const tolerance = 1e-3 * Math.max(1, Math.abs(expected));
  expect(Math.abs(actual - expected), `${program.source}\n(${program.arguments})`).toBeLessThan(
    tolerance,
  );
}

describe('a random program means the same on numbers and as a graph', () => {
  beforeAll(useCpu);

  it.each([
    [0, 40],
    [1, 80],
    [2, 80],
    [3, 30],
  ])('nested %i deep', async (depth, numRuns) => {
    await fc.assert(fc.asyncProperty(programs(depth), agrees), { numRuns });
  });
});
