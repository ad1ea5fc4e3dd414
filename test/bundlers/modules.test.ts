import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@babel/core';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { type Stats as RspackStats, rspack } from '@rspack/core';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import esbuildPlugin from 'rollup-plugin-esbuild';
import { createServer, type InlineConfig, build as viteBuild } from 'vite';
import { expect, test } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraphBabel from '../../plugin/babel.js';
import useGraphEsbuild from '../../plugin/esbuild.js';
import useGraphRolldown from '../../plugin/rolldown.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphRspack from '../../plugin/rspack.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';
import { type Exports, load, outputDirectory, scriptIn } from './support.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = here('./cases/modules');
const source = join(root, 'src');
const runtime = { 'use-graph/staged': here('./hiddenStandIn.ts') };
const typeScriptLoader = here('./typeScriptLoader.cjs');

/** Wherever a helper's condition is not staged, one of the two numbers comes out negative. */
function check({ magnitudes }: Exports): void {
  for (const value of [3, -3]) {
    const found = magnitudes(value) as Record<string, number>;
    expect(Object.keys(found)).toHaveLength(17);
    expect(Object.entries(found).filter(([, result]) => result !== 3)).toEqual([]);
  }
}

const viteConfig: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  resolve: { alias: { ...runtime, '@': source } },
  plugins: [useGraphVite()],
};

test('Vite builds', async () => {
  const outDir = outputDirectory();
  const lib = { entry: 'src/main.js', formats: ['es' as const], fileName: 'app' };
  await viteBuild({ ...viteConfig, build: { outDir, emptyOutDir: true, lib } });
  check(await load(scriptIn(outDir)));
});

test("Vite's development server", async () => {
  const server = await createServer({
    ...viteConfig,
    cacheDir: outputDirectory(),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    check(await server.ssrLoadModule('/src/main.js'));
  } finally {
    await server.close();
  }
});

test('Rollup', async () => {
  const alias = (id: string) =>
    id.startsWith('@/') ? join(source, `${id.slice(2)}.ts`) : (Reflect.get(runtime, id) ?? null);
  const bundle = await rollup({
    input: join(source, 'main.js'),
    plugins: [
      { name: 'alias', resolveId: alias },
      nodeResolve({ extensions: ['.ts', '.js'] }),
      esbuildPlugin({ tsconfig: false, target: 'es2022', include: /\.ts$/ }),
      useGraphRollup({ root }),
    ],
    onwarn: ({ code, message }) => {
      if (code !== 'CIRCULAR_DEPENDENCY') throw new Error(message);
    },
  });
  const file = join(outputDirectory(), 'app.mjs');
  await bundle.write({ file });
  check(await load(file));
});

test('webpack', async () => {
  const path = outputDirectory();
  const compiler = webpack({
    context: root,
    entry: './src/main.js',
    mode: 'production',
    target: 'node',
    experiments: { outputModule: true },
    output: { path, filename: 'app.mjs', library: { type: 'module' } },
    resolve: {
      alias: { ...runtime, '@': source },
      extensions: ['.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
    module: { rules: [{ test: /\.ts$/, use: typeScriptLoader }] },
    plugins: [useGraphWebpack()],
  });
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  check(await load(join(path, 'app.mjs')));
});

test('Rolldown', async () => {
  const bundle = await rolldown({
    input: join(source, 'main.js'),
    cwd: root,
    resolve: { alias: runtime, tsconfigFilename: join(root, 'tsconfig.json') },
    plugins: [useGraphRolldown({ root })],
  });
  const file = join(outputDirectory(), 'app.mjs');
  await bundle.write({ file });
  await bundle.close();
  check(await load(file));
});

test('Rspack', async () => {
  const path = outputDirectory();
  const compiler = rspack({
    context: root,
    entry: './src/main.js',
    mode: 'production',
    target: 'node',
    output: { path, filename: 'app.cjs', library: { type: 'commonjs2' } },
    resolve: {
      alias: { ...runtime, '@': source },
      extensions: ['.ts', '.js'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
    module: { rules: [{ test: /\.ts$/, use: typeScriptLoader }] },
    plugins: [useGraphRspack()],
  });
  const stats = await new Promise<RspackStats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  check(await load(join(path, 'app.cjs')));
});

test('esbuild', async () => {
  const outfile = join(outputDirectory(), 'app.mjs');
  await esbuild({
    absWorkingDir: root,
    entryPoints: ['src/main.js'],
    outfile,
    bundle: true,
    format: 'esm',
    alias: runtime,
    plugins: [useGraphEsbuild()],
  });
  check(await load(outfile));
});

test('Babel, which sees one file at a time', async () => {
  const compiled = outputDirectory();
  for (const name of readdirSync(source, { recursive: true }) as string[]) {
    if (!/\.[jt]s$/.test(name)) continue;
    const filename = join(source, name);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      cwd: root,
      babelrc: false,
      configFile: false,
      parserOpts: { plugins: filename.endsWith('.ts') ? ['typescript'] : [] },
      plugins: [useGraphBabel],
    })!;
    mkdirSync(dirname(join(compiled, 'src', name)), { recursive: true });
    writeFileSync(join(compiled, 'src', name), code!);
  }
  for (const name of ['package.json', 'tsconfig.json'])
    writeFileSync(join(compiled, name), readFileSync(join(root, name)));
  const outfile = join(compiled, 'app.mjs');
  const entryPoints = [join(compiled, 'src/main.js')];
  await esbuild({ entryPoints, outfile, bundle: true, format: 'esm', alias: runtime });
  check(await load(outfile));
});
