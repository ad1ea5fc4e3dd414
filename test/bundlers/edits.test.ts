import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import { type RollupCache, type RollupWatcher, rollup, watch } from 'rollup';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphRspack from '../../plugin/rspack.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';
import { writeFiles, writeProject } from '../plugin/project/support.js';
import { load, outputDirectory } from './support.js';

const runtime = {
  'use-graph/staged': fileURLToPath(new URL('./hiddenStandIn.ts', import.meta.url)),
};
const external = ['use-graph/staged'];

/** At first staged code calls nothing of helper.js; after the edit it does, and helper.js itself did not change. */
const files = {
  'package.json': '{ "type": "module" }',
  'main.js': `export { step } from './train.js';\nexport { half } from './helper.js';`,
  'train.js': `export function step(x) {\n  "use graph";\n  return x;\n}\n`,
  'helper.js': `export function half(x) {\n  if (x.less(0)) return x.neg();\n  return x;\n}\n`,
};
const edit = {
  'train.js': `import { half } from './helper.js';\nexport function step(x) {\n  "use graph";\n  return half(x);\n}\n`,
};
const staged = /function half\(x\) \{\s*if \(.*is_staging/;

describe("Vite's development server stages a function anew when an edit makes staged code call it", () => {
  const root = writeProject(files);
  let server: Awaited<ReturnType<typeof createServer>>;

  beforeAll(async () => {
    server = await createServer({
      root,
      configFile: false,
      logLevel: 'silent',
      cacheDir: outputDirectory(),
      resolve: { alias: runtime },
      plugins: [useGraphVite()],
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
  });

  afterAll(() => server.close());

  test('for the browser and on the server', { timeout: 30_000 }, async () => {
    const served = async () => (await server.transformRequest('/helper.js'))!.code;
    const loaded = async () => String((await server.ssrLoadModule('/main.js')).half);
    expect(await served()).not.toContain('is_staging');
    expect(await loaded()).not.toContain('is_staging');
    await server.transformRequest('/train.js');
    writeFiles(root, edit);
    await expect.poll(served, { timeout: 20_000 }).toContain('is_staging');
    await expect.poll(loaded, { timeout: 20_000 }).toContain('is_staging');
    writeFiles(root, files);
    await expect.poll(served, { timeout: 20_000 }).not.toContain('is_staging');
  });
});

test('Rollup does so when it watches', { timeout: 30_000 }, async () => {
  const root = writeProject(files);
  const codes: string[] = [];
  const watcher: RollupWatcher = watch({
    input: join(root, 'main.js'),
    external,
    plugins: [useGraphRollup({ root })],
    output: { dir: outputDirectory() },
  });
  watcher.on('event', async (event) => {
    if (event.code !== 'BUNDLE_END') return;
    const { output } = await event.result.generate({});
    codes.push(output[0].code);
  });
  try {
    await expect.poll(() => codes.at(-1), { timeout: 10_000 }).not.toMatch(staged);
    writeFiles(root, edit);
    await expect.poll(() => codes.at(-1), { timeout: 10_000 }).toMatch(staged);
  } finally {
    await watcher.close();
  }
});

test("a build with Rollup's cache of another one does so", async () => {
  const root = writeProject(files);
  const build = async (cache?: RollupCache) => {
    const bundle = await rollup({
      input: join(root, 'main.js'),
      external,
      cache,
      plugins: [useGraphRollup({ root, cache: false })],
    });
    const { output } = await bundle.generate({});
    return { code: output[0].code, cache: bundle.cache };
  };
  const before = await build();
  expect(before.code).not.toMatch(staged);
  writeFiles(root, edit);
  const after = await build(before.cache);
  expect(after.code).toMatch(staged);
  const same = await build(JSON.parse(JSON.stringify(after.cache)));
  expect(same.code).toBe(after.code);
  writeFiles(root, files);
  expect((await build(same.cache)).code).toBe(before.code);
});

test('webpack does so when it watches, and from one run to the next', {
  timeout: 60_000,
}, async () => {
  const root = writeProject(files);
  const path = outputDirectory();
  const cacheDirectory = outputDirectory();
  const create = () =>
    webpack({
      context: root,
      entry: './main.js',
      mode: 'development',
      devtool: false,
      cache: { type: 'filesystem', cacheDirectory },
      experiments: { outputModule: true },
      resolve: { alias: { 'use-graph/staged': join(root, 'runtime.js') } },
      output: { path, filename: '[name].mjs', library: { type: 'module' } },
      plugins: [useGraphWebpack()],
    });
  writeFiles(root, {
    'runtime.js':
      'export const is_staging = () => true, slot = (x) => x, enter = slot, call = slot;',
  });
  const built = async () => String((await load(`${join(path, 'main.mjs')}?${count++}`)).half);
  let count = 0;
  let compiler = create();
  await new Promise<void>((resolve, reject) => {
    const watching = compiler.watch({ aggregateTimeout: 5 }, (error) =>
      error ? reject(error) : resolve(),
    );
    void watching;
  });
  expect(await built()).not.toContain('is_staging');
  writeFiles(root, edit);
  await expect.poll(built, { timeout: 20_000 }).toContain('is_staging');
  await new Promise((resolve) => compiler.close(resolve));
  writeFiles(root, files);
  compiler = create();
  await new Promise((resolve, reject) =>
    compiler.run((error) => (error ? reject(error) : resolve(null))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  expect(await built()).not.toContain('is_staging');
});

test('Rspack does so when it watches, and from one run to the next', {
  timeout: 60_000,
}, async () => {
  const root = writeProject(files);
  const path = outputDirectory();
  const create = () =>
    rspack({
      context: root,
      entry: './main.js',
      mode: 'development',
      devtool: false,
      cache: {
        type: 'persistent',
        storage: { type: 'filesystem', directory: join(root, '.cache') },
      },
      externals: { 'use-graph/staged': 'var ug' },
      output: { path, filename: 'main.js' },
      plugins: [useGraphRspack()],
    });
  const built = () => readFileSync(join(path, 'main.js'), 'utf8');
  let compiler = create();
  await new Promise<void>((resolve, reject) => {
    compiler.watch({ aggregateTimeout: 5 }, (error) => (error ? reject(error) : resolve()));
  });
  expect(built()).not.toMatch(staged);
  writeFiles(root, edit);
  await expect.poll(built, { timeout: 20_000 }).toMatch(staged);
  await new Promise((resolve) => compiler.close(resolve));
  writeFiles(root, files);
  compiler = create();
  await new Promise((resolve, reject) =>
    compiler.run((error) => (error ? reject(error) : resolve(null))),
  );
  await new Promise((resolve) => compiler.close(resolve));
  expect(built()).not.toMatch(staged);
});

test('a module that comes too late to stage what it calls is warned of', async () => {
  const root = writeProject({
    'app/main.js': `import { half } from './helper.js';\nexport { step } from '../shared/train.js';\nexport const x = half;`,
    'app/helper.js': files['helper.js'],
    'shared/train.js': `import { half } from '../app/helper.js';\nexport function step(x) {\n  "use graph";\n  return half(x);\n}\n`,
  });
  const warnings: string[] = [];
  const late = {
    name: 'late',
    async load(id: string) {
      if (id.endsWith('train.js')) await new Promise((resolve) => setTimeout(resolve, 300));
      return null;
    },
  };
  await rollup({
    input: join(root, 'app/main.js'),
    external,
    plugins: [late, useGraphRollup({ root: join(root, 'app') })],
    onwarn: ({ message }) => warnings.push(message),
  });
  expect(warnings).toEqual([
    expect.stringMatching(
      /train\.js calls functions of helper\.js[\s\S]*option `root`[\s\S]*\[late-import\]/,
    ),
  ]);
});
