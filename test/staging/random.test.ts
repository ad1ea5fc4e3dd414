import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from './equivalence.js';
import type { Mode } from './host.js';
import { randomProgram } from './randomProgram.js';

const runs = Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 250);
const usualSeed = 20_240;
// Other seeds look for failures, without making them smaller.
const seed = Number(process.env.USE_GRAPH_RANDOM_SEED ?? usualSeed);
const tape = fc.array(fc.nat(9999), { minLength: 20, maxLength: 160, size: 'max' });

describe('random programs do staged what they do as they are written', () => {
  const modes: [Mode, boolean][] = [
    ['piped', true],
    ['both branches', false],
  ];
  for (const [mode, withEffects] of modes) {
    test(`${mode}`, { timeout: 120_000 }, async () => {
      const property = fc.asyncProperty(tape, async (numbers) => {
        const source = randomProgram(numbers, withEffects);
        for (const args of [
          [3, 1],
          [-1, 4],
          [0, 0],
        ]) {
          const { expected, actual, code } = await compare(source, () => [...args], mode);
          const { error } = expected;
          if (error === 'out of steps' || actual.error === 'out of steps') return;
          expect(actual, `f(${args})\n${source}\n// staged\n${code}`).toEqual(expected);
        }
      });
      await fc.assert(property, { numRuns: runs, seed, endOnFailure: seed !== usualSeed });
    });
  }
});
