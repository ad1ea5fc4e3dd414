import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildFailure, build as esbuild } from 'esbuild';
import { type RollupError, rollup } from 'rollup';
import { build as viteBuild } from 'vite';
import { describe, expect, test } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraphEsbuild from '../../plugin/esbuild.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'use-graph-wrong-')));
const file = join(root, 'model.js');
writeFileSync(
  file,
  `export class Model {\n  get loss() {\n    "use graph";\n    return 1;\n  }\n}\n`,
);

/** What every bundler must say: what is wrong, where, in which code, what to do. */
const told = [
  /`loss` carries "use graph"/,
  /getter-or-setter/,
  /model\.js:3:5/,
  /> 3 \| {5}"use graph";/,
  /getter/,
];

async function failureOf<T>(promise: Promise<unknown>): Promise<T> {
  return promise.then(
    () => expect.unreachable('The build went through.'),
    (error: T) => error,
  );
}

describe('an error of the plugin is one of the bundler', () => {
  test('Vite', async () => {
    const error = await failureOf<RollupError>(
      viteBuild({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [useGraphVite()],
        build: { write: false, lib: { entry: file, formats: ['es'] } },
      }),
    );
    for (const part of told) expect(error.message).toMatch(part);
  });

  test('Rollup', async () => {
    const error = await failureOf<RollupError>(
      rollup({ input: file, plugins: [useGraphRollup({ root })] }),
    );
    for (const part of told) expect(`${error.message}\n${error.frame}`).toMatch(part);
    expect(error.loc).toMatchObject({ file, line: 3, column: 4 });
    expect([error.id, error.plugin, error.pluginCode]).toEqual([
      file,
      'use-graph',
      'getter-or-setter',
    ]);
  });

  test('esbuild', async () => {
    const error = await failureOf<BuildFailure>(
      esbuild({
        absWorkingDir: root,
        entryPoints: [file],
        bundle: true,
        write: false,
        logLevel: 'silent',
        plugins: [useGraphEsbuild()],
      }),
    );
    expect(error.errors).toHaveLength(1);
    const [message] = error.errors;
    for (const part of told) expect(message!.text).toMatch(part);
    expect(message!.location).toMatchObject({ line: 3, column: 4 });
  });

  test('webpack', async () => {
    const compiler = webpack({
      context: root,
      entry: file,
      mode: 'development',
      plugins: [useGraphWebpack()],
      output: { path: root },
    });
    const stats = await new Promise<Stats>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
    });
    await new Promise((resolve) => compiler.close(resolve));
    const { errors = [] } = stats.toJson({ errors: true });
    expect(errors).toHaveLength(1);
    for (const part of told) expect(errors[0]!.message).toMatch(part);
  });
});
