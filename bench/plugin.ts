/*
 * What the plugin adds to the build of a project of 1,000 modules, 20 of which use the directive, and how long it takes to
 * stage a file of 2,000 lines.
 *
 *   npx esbuild bench/plugin.ts bench/project/build.ts --bundle --splitting --platform=node --format=esm --packages=external --outdir=node_modules/.cache/bench
 *   node node_modules/.cache/bench/plugin.js
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Project } from '../plugin/project/index.js';
import { transform } from '../plugin/transform.js';
import { generateProject, largeModule } from './project/generate.js';

const rounds = Number(process.env.ROUNDS ?? 9);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'use-graph-bench-')));
const buildScript = fileURLToPath(new URL('./project/build.js', import.meta.url));

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function report(what: string, times: { with: number[]; without: number[] }): void {
  const [plain, staged] = [median(times.without), median(times.with)];
  const added = ((staged / plain - 1) * 100).toFixed(1);
  console.log(
    `${what}: ${plain.toFixed(0)} ms without, ${staged.toFixed(0)} ms with: ${added} % more`,
  );
}

try {
  const code = largeModule();
  const stage = () => transform(code, join(root, 'large.ts'), { root });
  const cold = timed(stage);
  const warm = median(Array.from({ length: 15 }, () => timed(stage)));
  const lines = code.split('\n').length;
  console.log(`a file of ${lines} lines: ${cold.toFixed(0)} ms cold, ${warm.toFixed(0)} ms warm`);

  const entry = generateProject(root);
  const reach = () => new Project({ root }).enter(entry, '');
  reach();
  const scan = median(Array.from({ length: 7 }, () => timed(reach)));
  console.log(`what is reached in the project: ${scan.toFixed(0)} ms`);

  const walls = { with: [] as number[], without: [] as number[] };
  const processors = { with: [] as number[], without: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const plugin of ['without', 'with'] as const) {
      const printed = execFileSync(process.execPath, [buildScript, root, entry, plugin]);
      const [wall, processor] = String(printed).trim().split('\n').at(-1)!.split(' ').map(Number);
      if (round < 0) continue;
      walls[plugin].push(wall!);
      processors[plugin].push(processor!);
    }
  }
  report('Vite, 1,000 modules', walls);
  report('the same, processor time', processors);
} finally {
  rmSync(root, { recursive: true, force: true });
}
