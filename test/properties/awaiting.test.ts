import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { awaitingItems } from './awaiting.js';
import { compare } from './compare.js';
import { randomProgram } from './programs/program.js';

const first = Number(process.env.USE_GRAPH_RANDOM_SEED ?? 1);
const count = Math.ceil(Number(process.env.USE_GRAPH_RANDOM_RUNS ?? 500) / 5);

/** What a tensor decides about cannot be kept from one part of such a function to the next where it is no tensor. */
const refusable = [
  'branch-sizes-differ',
  'branch-structures-differ',
  'branch-values-differ',
  'chosen-function',
  'null-in-branch',
  // Constructors and the bounds of ranges run op by op beside a loop, and WebGPU cannot read what these decide by.
  'synchronous-read',
  'tensor-key',
];

/** Of a hundred programs no more may be refused. */
const mostRefused = 15;

describe.each(executors)(
  'random programs do what they do in JavaScript where their loops wait for items',
  (executor) => {
    beforeAll(executor.start);
    const runs = executor.backend === 'webgpu' ? Math.ceil(count / 5) : count;

    it(`${runs} of them, on ${executor.backend}`, { timeout: 100_000_000 }, async () => {
      let refused = 0;
      for (let seed = first; seed < first + runs; seed++) {
        const program = awaitingItems(randomProgram(seed), seed);
        const { failure, refusals } = await compare(program, {
          isAsync: true,
          only: ['graph'],
          refusable,
        });
        expect(failure, `seed ${seed}\n${program.source}`).toBeNull();
        if (refusals.length > 0) refused++;
        if (seed % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(refused).toBeLessThanOrEqual(Math.ceil((runs * mostRefused) / 100));
    });
  },
);
