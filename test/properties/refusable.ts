import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compare } from './compare.js';
import type { Program } from './programs/program.js';

/** Random programs of a kind that a graph may refuse, each as one graph for all calls. */
export interface RefusablePrograms {
  readonly title: string;
  readonly make: (seed: number) => Program;
  /** The codes of what a graph may refuse them for. */
  readonly refusable: readonly string[];
  /** Of a hundred programs. */
  readonly mostRefused: number;
}

const first = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const count = Math.ceil(Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 500) / 5);

/** Tests that none of them does anything else than JavaScript, and that few are refused. */
export function describeRefusable({
  title,
  make,
  refusable,
  mostRefused,
}: RefusablePrograms): void {
  describe.each(executors)(title, ({ backend, start }) => {
    beforeAll(start);
    const isAsync = backend === 'webgpu';
    const runs = isAsync ? Math.ceil(count / 10) : count;

    it(`${runs} of them, on ${backend}`, { timeout: 100_000_000 }, async () => {
      let refused = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = make(seed);
        const only = ['graph'] as const;
        const { failure, refusals } = await compare(program, { isAsync, only, refusable });
        expect(failure, `seed ${seed}\n${program.source}`).toBeNull();
        if (refusals.length > 0) refused++;
        if (seed % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(refused).toBeLessThanOrEqual(Math.max((runs * mostRefused) / 100, 2));
    });
  });
}
