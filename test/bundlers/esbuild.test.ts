import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import useGraph from '../../plugin/esbuild.js';
import {
  checkResults,
  checkStackFrame,
  load,
  outputDirectory,
  project,
  standInAlias,
} from './support.js';

test('esbuild builds a program', async () => {
  const outfile = join(outputDirectory(), 'app.mjs');
  const { warnings } = await build({
    absWorkingDir: project,
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    minify: true,
    sourcemap: true,
    format: 'esm',
    platform: 'node',
    jsxFactory: 'h',
    alias: standInAlias,
    plugins: [useGraph()],
  });
  expect(warnings).toEqual([]);
  const built = await load(outfile);
  await checkResults(built);
  checkStackFrame(outfile);
  expect(readFileSync(outfile, 'utf8')).toContain('src/model.ts:8:8');
});

/** A package with the entries of ours, which share a module, and helpers in CommonJS. */
const files = {
  'node_modules/use-graph/package.json': JSON.stringify({
    type: 'module',
    exports: { '.': './index.js', './staged': './staged.js' },
  }),
  'node_modules/use-graph/instance.js': `export const staging = { on: false };`,
  'node_modules/use-graph/index.js': `export * from './instance.js';`,
  'node_modules/use-graph/staged.js': `import { staging } from './instance.js';
    export const is_staging = () => staging.on;
    export const graph_function = (f) => (...given) => {
      staging.on = true;
      try { return f(...given); } finally { staging.on = false; }
    };
    export const call = (f, given) => f(...given);
    export const gt = (a, b) => a > b;
    export const if_exp = (test, yes, no) => (test ? 'staged ' + yes() : no());`,
  'node_modules/other/package.json': JSON.stringify({ exports: { './staged': './staged.mjs' } }),
  'node_modules/other/staged.mjs': `export * from 'use-graph/staged';`,
  'package.json': '{}',
  'src/first.js': `exports.first = (x) => (x > 0 ? 'first' : 'no');`,
  'src/nested/second.cjs': `const { first } = require('../first');
    module.exports = (x) => (x > 1 ? 'second' : first(x));`,
  'src/main.mjs': `import { staging } from 'use-graph';
    import { first } from './first.js';
    import second from './nested/second.cjs';
    const f = (x) => { "use graph"; return [first(x), second(x), second(1)]; };
    export const results = [f(2), staging.on, first(2)];`,
};

const printResults = `
const { results } = await import(process.argv[1]);
console.log(JSON.stringify(results));
`;

describe('esbuild makes an ES module of what requires the helpers', () => {
  const root = outputDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }

  test.each<[string, BuildOptions]>([
    ['that are bundled', {}],
    ['that are bundled, and made smaller', { minify: true }],
    ['that are external as packages', { packages: 'external' }],
    ['that are external by name', { external: ['use-graph', 'use-graph/*'] }],
    ['that are external, for browsers', { packages: 'external', platform: 'browser' }],
    [
      'that are external by another name',
      { alias: { 'use-graph/staged': 'other/staged' }, external: ['other/*', 'use-graph'] },
    ],
  ])('%s', async (name, options) => {
    const outfile = join(root, `${name}.mjs`);
    const { warnings } = await build({
      absWorkingDir: root,
      entryPoints: ['src/main.mjs'],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [useGraph({ cache: false })],
      ...options,
    });
    expect(warnings).toEqual([]);
    // In a process of its own, since Vitest leads the package's name to our sources.
    const given = ['--input-type=module', '-e', printResults, pathToFileURL(outfile).href];
    const printed = execFileSync(process.execPath, given, { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([
      ['staged first', 'staged second', 'staged first'],
      false,
      'first',
    ]);
  });
});

describe('other plugins of esbuild', () => {
  const code = (name: string) =>
    `export const name = '${name}'; export function f(x) { "use graph"; return x > 5 ? x : x - 7; }`;

  /** Loads what is in a namespace of its own, what only it can read, and a file that anybody can. */
  const loader: Plugin = {
    name: 'loader',
    setup(build) {
      build.onResolve({ filter: /^virtual:/ }, ({ path }) => ({
        path: path.slice('virtual:'.length),
        namespace: 'virtual',
      }));
      build.onLoad({ filter: /./, namespace: 'virtual' }, ({ path }) => ({ contents: code(path) }));
      build.onLoad({ filter: /\.recipe$/ }, () => ({
        contents: new TextEncoder().encode(`${code('recipe')}; let typed: number = 1;`),
        loader: 'ts',
      }));
      build.onLoad({ filter: /macro\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace('MACRO', ''),
      }));
      build.onLoad({ filter: /\.js$/ }, () => null);
      build.onLoad({ filter: /\.note$/ }, () => ({ contents: '"use graph"; x', loader: 'text' }));
    },
  };
  const root = outputDirectory();
  const files = {
    'package.json': '{}',
    'page.recipe': '@@ "use graph"',
    'page.note': '',
    'macro.js': `import { helper } from './helper.js';
export function f(x) { "use graph"; return MACRO(x > 6 ? helper(x) : x); }`,
    'helper.js': 'export function helper(x) { return x > 8 ? x : x - 9; }',
    'main.js': `import { f, name } from 'virtual:made.js';
import { f as page } from './page.recipe';
import { f as macro } from './macro.js';
import note from './page.note';
export { f, name, page, macro, note };`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);

  const bundle = (plugins: Plugin[]) =>
    build({
      absWorkingDir: root,
      entryPoints: ['main.js'],
      bundle: true,
      write: false,
      format: 'esm',
      sourcemap: true,
      outdir: root,
      external: ['use-graph/*'],
      logLevel: 'silent',
      plugins,
    });

  test('that come later: what they load is staged', async () => {
    const { outputFiles, warnings, metafile } = await bundle([useGraph({ cache: false }), loader]);
    expect(warnings).toEqual([]);
    expect(metafile).toBe(undefined);
    const built = outputFiles.find(({ path }) => path.endsWith('.js'))!.text;
    expect(built.match(/"use graph";$/gm)).toBe(null);
    expect(built).toContain('page_default = \'"use graph"; x\'');
    for (const operation of ['gt(x2, 5', 'gt(x2, 6', 'gt(x2, 8', 'sub(x2, 9'])
      expect(built).toContain(operation);
    expect(built.match(/sub\(x2, 7/g)).toHaveLength(2);
    expect(built).not.toContain('MACRO');
  });

  test('that come earlier: it says what it is not shown', async () => {
    const { warnings, metafile } = await bundle([loader, useGraph({ cache: false })]);
    expect(metafile).toBe(undefined);
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^page\.recipe mentions graphs.*\[unseen-module\]/),
      expect.stringMatching(/^macro\.js mentions graphs.*\[unseen-module\]/),
    ]);
    expect(warnings[1]!.location).toMatchObject({ line: 2, column: 24 });
  });

  test('are left alone in a build without it', async () => {
    const { outputFiles } = await bundle([loader]);
    expect(outputFiles.at(-1)!.text.match(/"use graph";$/gm)).toHaveLength(3);
  });
});
