import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskResult } from '../../bench/environments/environment.js';
import { startNode } from '../../bench/environments/node.js';
import { systemIds } from '../../bench/systems/ids.js';
import { workloadIds } from '../../bench/workloads/ids.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** In milliseconds: half a minute where the machine has nothing else to do. */
const buildsAndRunsAll = 300_000;

describe('the benchmarks, on little data', () => {
  let outdir: string;
  let results: TaskResult[];

  beforeAll(async () => {
    // Beside the dependencies, since Dawn's module is not bundled.
    outdir = await mkdtemp(join(root, 'node_modules/.use-graph-bench-'));
    const session = await startNode(root, outdir);
    results = await session.run(
      workloadIds.map((workload) => ({
        workload,
        systems: systemIds,
        scale: 'small',
        budgetMs: 0,
        minimumRounds: 1,
        maximumRounds: 1,
      })),
    );
  }, buildsAndRunsAll);

  afterAll(() => rm(outdir, { recursive: true, force: true }));

  it.each(workloadIds)('%s: every system computes what the cpu backend does', (id) => {
    const { systems } = results.find(({ report }) => report.id === id)!.report;
    expect(Object.keys(systems)).toEqual([...systemIds]);
    expect(systems['use-graph']!.status).toBe('measured');
    for (const outcome of Object.values(systems)) {
      if (outcome.status === 'measured') {
        expect(outcome.samples).toBe(1);
        expect(outcome.counts.submits).toBeGreaterThan(0);
        expect(outcome.counts.dispatches).toBeGreaterThan(0);
      } else {
        expect(outcome).toMatchObject({ status: 'skipped', reason: expect.any(String) });
      }
    }
  });
});
