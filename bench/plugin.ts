/*
 * What the plugin adds to the build of a project of 1,000 modules, 20 of which use the directive, and to its development
 * server; and how long it takes to stage a file of 2,000 lines.
 *
 *   npm run build
 *   npx esbuild bench/plugin.ts bench/project/build.ts bench/project/serve.ts --bundle --splitting --platform=node --format=esm --packages=external --outdir=node_modules/.cache/bench
 *   node node_modules/.cache/bench/plugin.js
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, TransformPluginContext } from 'rollup';
import { generateProject, largeModule } from './project/generate.js';
import { type Variant, variants } from './project/variant.js';

const rounds = Number(process.env.ROUNDS ?? 7);

/** The least and the median: other programs on the machine only ever add. */
function summary(values: readonly number[]): { least: number; median: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]! };
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

interface Project {
  readonly root: string;
  readonly entry: string;
  /** In words. */
  readonly size: string;
}

const described: Record<Variant, string> = {
  without: 'without the plugin',
  idle: 'with one that does nothing to each module',
  given: 'with one that gives the staged code at once',
  cold: 'with it and no cache',
  warm: 'with it and the cache of a build before',
};

/** Runs a script for each variant in turn, and says what every variant took of each of the named times. */
function compare(
  { root, entry }: Project,
  what: string,
  script: readonly [name: string, ...rest: string[]],
  names: readonly string[],
): void {
  const [name, ...rest] = script;
  const path = fileURLToPath(new URL(`./project/${name}.js`, import.meta.url));
  const run = (variant: Variant): number[] => {
    const printed = execFileSync(process.execPath, [path, root, entry, variant, ...rest]);
    return String(printed).trim().split('\n').at(-1)!.split(' ').map(Number);
  };
  const times = new Map<Variant, number[][]>(variants.map((variant) => [variant, []]));
  for (const variant of variants) run(variant);
  for (let round = 0; round < rounds; round++) {
    for (const variant of variants) times.get(variant)!.push(run(variant));
  }
  for (const [index, name] of names.entries()) {
    const of = (variant: Variant) => summary(times.get(variant)!.map((found) => found[index]!));
    const plain = of('without');
    console.log(`${what}, ${name}: ${inWords(plain)} without the plugin`);
    for (const variant of variants.slice(1)) {
      const { least, median } = of(variant);
      const added = [least / plain.least, median / plain.median].map(
        (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`,
      );
      console.log(`  ${described[variant]}: ${inWords(of(variant))}: ${added.join(' and ')} more`);
    }
  }
}

function inWords({ least, median }: { least: number; median: number }): string {
  return `${least.toFixed(0)} ms at least, ${median.toFixed(0)} ms in the median`;
}

function makeRoot(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'use-graph-bench-')));
}

/** A project of which the modules that are not marked have as many parts. */
function makeProject(parts: number): Project {
  const root = makeRoot();
  const entry = generateProject(root, parts);
  const lines = readFileSync(entry, 'utf8').split('\n').length;
  return { root, entry, size: `1,000 modules of ${lines} lines` };
}

/** The plugin as users have it, built, and asked as Rollup asks it. */
async function measureLargeFile(root: string): Promise<void> {
  const { default: useGraph } = await import(pathToFileURL(resolve('dist/plugin/rollup.js')).href);
  const [plugin] = useGraph({ root, cache: false }) as Plugin[];
  const hook = plugin?.transform;
  if (typeof hook !== 'object') throw new Error('The plugin has no hook.');
  const code = largeModule();
  const file = join(root, 'large.ts');
  writeFileSync(file, code);
  const stage = () => hook.handler.call({} as TransformPluginContext, code, file);
  const first = await timed(stage);
  for (let count = 0; count < 5; count++) await stage();
  const times: number[] = [];
  for (let count = 0; count < 25; count++) times.push(await timed(stage));
  const lines = code.split('\n').length;
  console.log(
    `a file of ${lines} lines: ${first.toFixed(0)} ms at first, with the loading of the compiler, then ${inWords(summary(times))}`,
  );
}

const root = makeRoot();
try {
  await measureLargeFile(root);
} finally {
  rmSync(root, { recursive: true, force: true });
}
const times = ['the build', 'the process, with the loading of Vite', 'processor time of the build'];
const projects = [2, 6].map(makeProject);
try {
  for (const project of projects) {
    for (const vite of ['vite', 'vite-7']) {
      const { version } = await import(vite);
      compare(project, `Vite ${version} builds ${project.size}`, ['build', vite], times);
    }
  }
  const last = projects.at(-1)!;
  const served = ['start', 'an edit', 'processor time'];
  compare(last, `Vite serves ${last.size}`, ['serve'], served);
} finally {
  for (const { root } of projects) rmSync(root, { recursive: true, force: true });
}
