import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { runFunctionsEagerly } from '../../runtime/index.js';
import { compile, compileEager } from '../support/compile.js';
import { executors, useCpu } from '../support/index.js';

export type AwaitedProgram = Record<string, (x: unknown) => Promise<unknown>>;

/** What the loops of the programs iterate. */
export const items = 'async function* items(x) { for (let i = 0; i < 3; i++) yield x[i]; }';

const calls = [
  [1, 2, 3],
  [2, 0.5, 5],
  [0.25, 7, 1],
  [0, 0, 0],
];

/** The number of a result, whose tensors are freed. */
export async function numberIn(result: unknown): Promise<unknown> {
  const number = result instanceof tf.Tensor ? (await result.data())[0] : result;
  tf.dispose(result as tf.Tensor);
  return number;
}

function expectClose(found: unknown, wanted: number): void {
  if (Number.isNaN(wanted)) expect(found).toBeNaN();
  else expect(found).toBeCloseTo(wanted, 3);
}

/**
 * Compares programs that wait, each of which exports an `f` of three numbers, with what they are without the directive: as
 * graphs on both executors, where nothing may be left, and op by op.
 */
export function compareAwaited(what: string, programs: Readonly<Record<string, string>>): void {
  const entries = Object.entries(programs);
  const compiled = async (source: string) => {
    const text = `${items}\n${source}`;
    const plain = await compileEager<AwaitedProgram>(text.replaceAll('"use graph";', ''), { tf });
    const program = await compile<AwaitedProgram>(text, { tf });
    return { program, wanted: async (call: number[]) => (await plain.f!(call)) as number };
  };

  describe.each(executors)(`${what}, on $backend`, ({ start }) => {
    beforeAll(start);

    it.each(entries)('%s', async (_, source) => {
      const { program, wanted } = await compiled(source);
      for (const call of calls) {
        const x = tf.tensor1d(call);
        const before = tf.memory().numTensors;
        expectClose(await numberIn(await program.f!(x)), await wanted(call));
        expect(tf.memory().numTensors, 'tensors left').toBe(before);
        x.dispose();
      }
    });
  });

  describe(`${what}, op by op`, () => {
    beforeAll(useCpu);

    it.each(entries)('%s', async (_, source) => {
      const { program, wanted } = await compiled(source);
      runFunctionsEagerly(true);
      try {
        const found = await numberIn(await program.f!(tf.tensor1d(calls[0]!)));
        expectClose(found, await wanted(calls[0]!));
      } finally {
        runFunctionsEagerly(false);
      }
    });
  });
}
