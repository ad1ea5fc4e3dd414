import { appendFileSync } from 'node:fs';
import { beforeAll, it } from 'vitest';
import { executors } from '../support/index.js';
import { compare } from '../properties/compare.js';
import type { Mode } from '../properties/modes.js';
import { randomProgram } from '../properties/programs/program.js';
const first = Number(process.env.FIRST), count = Number(process.env.COUNT), log = process.env.LOG!;
const executor = executors.find((e) => e.backend === (process.env.BACKEND ?? 'cpu'))!;
const isAsync = executor.backend === 'webgpu';
beforeAll(executor.start);
it('random', { timeout: 100_000_000 }, async () => {
  let refused = 0;
  for (let seed = first; seed < first + count; seed++) {
    const program = randomProgram(seed);
    const others = isAsync ? (['mixed', 'minified'] as const) : (['numbers', 'mixed', 'eager', 'minified'] as const);
    const only: Mode[] = ['graph', others[seed % others.length]!];
    const started = Date.now();
    let failure: unknown, refusals: readonly unknown[] = [];
    try { ({ failure, refusals } = await compare(program, { isAsync, only })); } catch (error) { failure = String((error as Error).stack); }
    if (refusals.length) refused++;
    if (process.env.SHOW) console.log(program.source, JSON.stringify(program.calls));
    if (process.env.SHOW || failure) appendFileSync(log, `seed ${seed} ${JSON.stringify(failure)?.slice(0, 3000)}\n${program.source}\n${refusals.join('\n')}\n----\n`);
    if (Date.now() - started > 30_000) appendFileSync(log, `slow ${seed} ${Date.now() - started}\n`);
    if (seed % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (seed % 50 === 49) appendFileSync(log + '.progress', `${seed} refused ${refused} ${new Date().toISOString()}\n`);
  }
  appendFileSync(log, `done ${first} ${count} refused ${refused}\n`);
});
