import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
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
