import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compare } from './compare.js';
import type { Mode } from './modes.js';
import { randomProgram } from './programs/program.js';

/** The same programs each time; other seeds look for failures. */
const first = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const count = Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 500);

/** Each program as one graph, and in one of the other ways in turn. */
function modesOf(seed: number, isAsync: boolean): readonly Mode[] {
  const others = isAsync
    ? (['mixed', 'minified'] as const)
    : (['numbers', 'mixed', 'eager', 'minified'] as const);
  return ['graph', others[seed % others.length]!];
}

/** Of a hundred programs no more may be refused: those in which, say, the dtype of a variable depends on a branch. */
const mostRefused = 5;

describe.each(executors)(
  'random programs do as graphs what JavaScript does on numbers',
  (executor) => {
    beforeAll(executor.start);
    const isAsync = executor.backend === 'webgpu';
    const runs = isAsync ? Math.ceil(count / 20) : count;

    it(`${runs} of them, on ${executor.backend}`, { timeout: 100_000_000 }, async () => {
      let refused = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = randomProgram(seed);
        const only = modesOf(seed, isAsync);
        const { failure, refusals } = await compare(program, { isAsync, only });
        expect(failure, `seed ${seed}\n${program.source}`).toBeNull();
        if (refusals.length > 0) refused++;
        // What nothing refers to any more is only freed between the turns of the event loop.
        if (seed % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(refused).toBeLessThanOrEqual((runs * mostRefused) / 100);
    });
  },
);
