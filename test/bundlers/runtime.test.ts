import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import esbuildPlugin from 'rollup-plugin-esbuild';
import { build as viteBuild } from 'vite';
import { expect, test } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraphEsbuild from '../../plugin/esbuild.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';
import { outputDirectory, project } from './support.js';

const ours = (path: string) => fileURLToPath(new URL(`../../runtime/${path}`, import.meta.url));
const alias = { 'use-graph/staged': ours('staged/index.ts'), 'use-graph': ours('index.ts') };
const typeScriptLoader = fileURLToPath(new URL('./typeScriptLoader.cjs', import.meta.url));

const printResults = `
const built = await import(process.argv[1]);
const { compare } = built.default ?? built;
console.log(JSON.stringify(await compare()));
`;

/** The program on tensors, with the package's own runtime: what its graphs give is what it gives for numbers. */
function check(file: string): void {
  // In a process of its own: TensorFlow.js keeps its engine in a global variable.
  const url = pathToFileURL(file).href;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', printResults, url], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const results = JSON.parse(printed.trim().split('\n').at(-1)!) as Record<
    string,
    [number, number][]
  >;
  expect(Object.keys(results)).toHaveLength(5);
  for (const [name, pairs] of Object.entries(results)) {
    for (const [eager, graph] of pairs)
      expect([name, graph]).toEqual([name, expect.closeTo(eager, 4)]);
  }
}

test('Vite', async () => {
  const outDir = outputDirectory();
  await viteBuild({
    root: project,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    plugins: [useGraphVite()],
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: 'src/tensors.ts',
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'app.mjs' } },
    },
  });
  check(join(outDir, 'app.mjs'));
});

test('esbuild', async () => {
  const outfile = join(outputDirectory(), 'app.cjs');
  await esbuild({
    absWorkingDir: project,
    entryPoints: ['src/tensors.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    alias,
    plugins: [useGraphEsbuild()],
  });
  check(outfile);
});

test('Rollup', async () => {
  const bundle = await rollup({
    input: join(project, 'src/tensors.ts'),
    plugins: [
      { name: 'alias', resolveId: (id) => alias[id as keyof typeof alias] ?? null },
      nodeResolve({ extensions: ['.ts', '.js'] }),
      esbuildPlugin({ tsconfig: false, target: 'es2022', include: /\.ts$/ }),
      useGraphRollup({ root: project }),
    ],
    external: /^@tensorflow\//,
  });
  const file = join(outputDirectory(), 'app.mjs');
  const { resolve } = createRequire(import.meta.url);
  await bundle.write({ file, paths: (id) => pathToFileURL(resolve(id)).href });
  check(file);
  // What tells the runtime of staged functions is in their texts.
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/is_staging\("staged from src\//);
  expect(text).not.toMatch(/is_staging\(\)/);
});

test('webpack', async () => {
  const path = outputDirectory();
  const compiler = webpack({
    context: project,
    entry: './src/tensors.ts',
    mode: 'production',
    optimization: { minimize: false },
    target: 'node',
    output: { path, filename: 'app.cjs', library: { type: 'commonjs2' } },
    resolve: {
      alias: { 'use-graph/staged$': alias['use-graph/staged'], 'use-graph$': alias['use-graph'] },
      extensions: ['.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.js'] },
      mainFields: ['module', 'main'],
    },
    module: { rules: [{ test: /\.ts$/, use: typeScriptLoader }] },
    plugins: [useGraphWebpack()],
  });
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  check(join(path, 'app.cjs'));
});
