/*
 * `npm run bench`: see docs/benchmarks.md.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChromium } from './environments/chromium.js';
import type { TaskResult } from './environments/environment.js';
import { startNode } from './environments/node.js';
import type { Report, WorkloadReport } from './measure/report.js';
import { formatWorkload } from './measure/table.js';
import { systemIds } from './systems/ids.js';
import { type WorkloadId, workloadIds } from './workloads/ids.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    system: { type: 'string', multiple: true },
    environment: { type: 'string', default: 'node' },
    json: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    small: { type: 'boolean', default: false },
  },
});

const root = process.cwd();
const outdir = join(root, 'node_modules/.cache/use-graph-bench');
const chosenWorkloads = chosen(workloadIds, values.only, 'workload');
const chosenSystems = chosen(systemIds, values.system, 'system');
const environment = chosen(['node', 'chromium'] as const, [values.environment], 'environment')[0]!;
const session = await (environment === 'node' ? startNode : startChromium)(root, outdir);

const workloads: WorkloadReport[] = [];
let adapter = '';
try {
  for (const workload of chosenWorkloads) {
    const result = await measured(workload);
    if (result === null) continue;
    if (adapter === '') {
      adapter = result.adapter;
      console.log(`${session.version}, ${adapter}`);
    }
    console.log(`\n${formatWorkload(result.report)}`);
    workloads.push(result.report);
  }
} finally {
  await session.close();
}

if (values.json !== undefined) {
  const date = new Date().toISOString();
  const report: Report = { environment, adapter, version: session.version, date, workloads };
  await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

/** In a process or page of its own, so that no workload finds what another left behind. */
async function measured(workload: WorkloadId): Promise<TaskResult | null> {
  try {
    const [result] = await session.run([
      {
        workload,
        systems: chosenSystems,
        scale: values.small ? 'small' : 'full',
        budgetMs: Number(values.seconds) * 1000,
        minimumRounds: 3,
        maximumRounds: 300,
      },
    ]);
    return result!;
  } catch (error) {
    console.error(`\n${workload}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return null;
  }
}

/** Those whose name is asked for, or begins with it: `chain` for `chain-small` and `chain-large`. */
function chosen<Id extends string>(
  ids: readonly Id[],
  asked: readonly string[] | undefined,
  what: string,
): readonly Id[] {
  if (asked === undefined) return ids;
  const matches = (id: string, name: string) => id === name || id.startsWith(`${name}-`);
  for (const name of asked) {
    if (!ids.some((id) => matches(id, name))) {
      console.error(`There is no ${what} '${name}'; there are ${ids.join(', ')}.`);
      process.exit(2);
    }
  }
  return ids.filter((id) => asked.some((name) => matches(id, name)));
}
