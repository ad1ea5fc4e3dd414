import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraph from '../../plugin/webpack.js';
import {
  checkResults,
  checkStackFrame,
  load,
  outputDirectory,
  project,
  standInAlias,
} from './support.js';

const typeScriptLoader = fileURLToPath(new URL('./typeScriptLoader.cjs', import.meta.url));

test('webpack builds a program', async () => {
  const path = outputDirectory();
  const compiler = webpack({
    context: project,
    entry: './src/main.ts',
    mode: 'production',
    devtool: 'source-map',
    target: 'node',
    experiments: { outputModule: true },
    output: { path, filename: 'app.mjs', library: { type: 'module' } },
    resolve: {
      alias: standInAlias,
      extensions: ['.ts', '.tsx', '.js', '.jsx'],
      extensionAlias: { '.js': ['.ts', '.js'], '.jsx': ['.tsx', '.jsx'] },
    },
    module: { rules: [{ test: /\.(?:tsx?|jsx)$/, use: typeScriptLoader }] },
    plugins: [useGraph()],
  });
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  expect(stats.toJson({ warnings: true }).warnings).toEqual([]);
  const file = join(path, 'app.mjs');
  const built = await load(file);
  await checkResults(built);
  checkStackFrame(file);
  expect(readFileSync(file, 'utf8')).toContain('src/model.ts:8:8');
});
