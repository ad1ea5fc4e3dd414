import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
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
