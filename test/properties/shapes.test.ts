import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareShaped } from './shapes/compare.js';
import { shapedProgram } from './shapes/program.js';

/** The same programs each time; other seeds look for failures. */
const first = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const runs = Math.ceil(Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 48) / 4);

describe.each(executors)(
  'random programs on tensors of all sizes do as graphs what plain JavaScript does',
  ({ backend, start }) => {
    beforeAll(start);

    it(`${runs} of them, on ${backend}`, { timeout: 100_000_000 }, async () => {
      let refused = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = shapedProgram(seed);
        const isAsync = backend === 'webgpu' && seed % 3 > 0;
        const { difference, refusal } = await compareShaped(program, isAsync);
        expect(difference, `seed ${seed}\n${program.source}`).toBeNull();
        if (refusal !== null) refused++;
      }
      expect(refused).toBeLessThanOrEqual(Math.max(3, runs / 10));
    });
  },
);
