import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compare } from './compare.js';
import { randomSharedProgram } from './shared/program.js';

const first = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const count = Math.ceil(Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 500) / 5);

/** Where many objects are exchanged in a loop no graph may be able to tell which one a variable holds. */
const refusable = ['chosen-object'];
/** Of a hundred programs. */
const mostRefused = 2;

describe.each(executors)(
  'random programs whose objects have many names do as graphs what JavaScript does',
  ({ backend, start }) => {
    beforeAll(start);
    const isAsync = backend === 'webgpu';
    const runs = isAsync ? Math.ceil(count / 10) : count;

    it(`${runs} of them, on ${backend}`, { timeout: 100_000_000 }, async () => {
      let refused = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = randomSharedProgram(seed);
        const only = ['graph'] as const;
        const { failure, refusals } = await compare(program, { isAsync, only, refusable });
        expect(failure, `seed ${seed}\n${program.source}`).toBeNull();
        if (refusals.length > 0) refused++;
        if (seed % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(refused).toBeLessThanOrEqual(Math.max((runs * mostRefused) / 100, 2));
    });
  },
);
