import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import type { Node, Statement } from '@babel/types';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rspack } from '@rspack/core';
import { build as buildWithEsbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { build as buildWithVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import esbuildPlugin from '../../plugin/esbuild.js';
import rolldownPlugin from '../../plugin/rolldown.js';
import rollupPlugin from '../../plugin/rollup.js';
import rspackPlugin from '../../plugin/rspack.js';
import vitePlugin from '../../plugin/vite.js';
import webpackPlugin from '../../plugin/webpack.js';
import { installInto, pack, repository, run, temporaryDirectory } from './install.js';

/** Statements that matter only to who uses the function of the same module that they are about. */
const aboutThemselves = [
  'addKeeper(jsFunction);',
  'showsTensorsIn.add(assert);',
  'registerGradient({ kernelName: shapeKernel,',
];

/** The statements of a module that change something which is not of this module, or may. */
function effectsOf(code: string): string[] {
  const { body } = parse(code, { sourceType: 'module', plugins: ['typescript'] }).program;
  const own = new Set(body.flatMap(declaredNames));
  return body
    .filter(
      (statement) => isRun(statement) && !calledNames(statement).every((name) => own.has(name)),
    )
    .map(({ start, end }) => code.slice(start!, end!).replace(/\s+/g, ' '))
    .filter((text) => !aboutThemselves.some((start) => text.startsWith(start)));
}

function isRun({ type }: Statement): boolean {
  return !/^(?:Import|Export|TS)|Declaration$/.test(type);
}

function declaredNames(statement: Statement): string[] {
  if (statement.type !== 'VariableDeclaration' && statement.type !== 'FunctionDeclaration')
    return [];
  if (statement.type === 'FunctionDeclaration') return [statement.id!.name];
  return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/** What stands in front of each call, and of each assignment: `methods` of `methods.set(…)`. */
function calledNames(node: Node): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, callee, left } = value as { type?: string; callee?: Node; left?: Node };
    if (type === 'CallExpression' && !isReading(callee!)) found.push(rootOf(callee!));
    if (type === 'AssignmentExpression') found.push(rootOf(left!));
    // What is in a function does not run now.
    if (type !== undefined && /Function/.test(type)) return;
    Object.values(value).forEach(visit);
  };
  visit(node);
  return found;
}

function isReading(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return rootOf(callee) === 'Reflect' && callee.property.name === 'get';
}

function rootOf(node: Node): string {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : node.type;
}

interface Manifest {
  readonly sideEffects: readonly string[];
}

const { sideEffects } = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
) as Manifest;

describe('what package.json says has effects', () => {
  const modules = readdirSync(join(repository, 'runtime'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const built = (file: string) => `./dist/${file.slice(repository.length).replace(/\.ts$/, '.js')}`;

  it('is every module whose statements change another one', () => {
    const found = modules.filter((file) => effectsOf(readFileSync(file, 'utf8')).length > 0);
    expect(found.map(built).filter((file) => !sideEffects.includes(file))).toEqual([]);
  });

  it('is every entry that imports such a module for its effects alone', () => {
    const imports = (code: string) => /^import '\..*wiring\.js';$/m.test(code);
    const entries = modules.filter((file) => file.endsWith('/index.ts'));
    const found = entries.filter((file) => imports(readFileSync(file, 'utf8')));
    expect(found.map(built)).toEqual(sideEffects.filter((file) => file.endsWith('/index.js')));
  });

  it('is told from what a module does to its own', () => {
    expect(effectsOf("import { setB } from './b.js';\nconst a = 1;\nsetB(a);")).toEqual([
      'setB(a);',
    ]);
    expect(effectsOf("import { b } from './b.js';\nfor (const a of [1]) b.set(a);")).toHaveLength(
      1,
    );
    expect(effectsOf("import { b } from './b.js';\nb.a = 1;")).toHaveLength(1);
    expect(effectsOf('const a = new Set();\na.add(1);\nexport const b = () => a.clear();')).toEqual(
      [],
    );
  });
});

describe('a program whose staged code calls nothing', { timeout: 180_000 }, () => {
  let directory: string;
  let app: string;
  let input: string;
  const external = /^@tensorflow\//;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    app = join(directory, 'app');
    await installInto(app, await pack(directory));
    input = join(app, 'src/uncalled.js');
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  const outputs = (name: string) => ({ path: join(app, 'dist', name), filename: 'uncalled.mjs' });
  const fileOf = ({ path, filename }: ReturnType<typeof outputs>) => join(path, filename);

  const builds: Record<string, (output: ReturnType<typeof outputs>) => Promise<unknown>> = {
    async Rollup(output) {
      const bundle = await rollup({ input, external, plugins: [rollupPlugin(), nodeResolve()] });
      await bundle.write({ file: fileOf(output) });
    },
    async Rolldown(output) {
      const bundle = await rolldown({ input, external, plugins: [rolldownPlugin()] });
      await bundle.write({ file: fileOf(output) });
    },
    Vite: (output) =>
      buildWithVite({
        root: app,
        configFile: false,
        logLevel: 'warn',
        plugins: [vitePlugin()],
        build: {
          ssr: input,
          outDir: output.path,
          minify: true,
          rolldownOptions: { external, output: { entryFileNames: output.filename } },
        },
        ssr: { noExternal: true },
      }),
    esbuild: (output) =>
      buildWithEsbuild({
        entryPoints: [input],
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'node',
        external: ['@tensorflow/*'],
        outfile: fileOf(output),
        plugins: [esbuildPlugin()],
      }),
    webpack: (output) =>
      new Promise((resolve, reject) => {
        webpack(
          { ...packed(output), experiments: { outputModule: true }, plugins: [webpackPlugin()] },
          (error, stats) =>
            error || stats!.hasErrors()
              ? reject(error ?? new Error(stats!.toString()))
              : resolve(stats),
        );
      }),
    Rspack: (output) =>
      new Promise((resolve, reject) => {
        rspack({ ...packed(output), plugins: [rspackPlugin()] }, (error, stats) =>
          error || stats!.hasErrors()
            ? reject(error ?? new Error(stats!.toString()))
            : resolve(stats),
        );
      }),
  };

  const packed = (output: ReturnType<typeof outputs>) => ({
    context: app,
    entry: input,
    mode: 'production' as const,
    optimization: { minimize: false },
    target: 'node' as const,
    externals: [external],
    externalsType: 'module' as const,
    output: { ...output, library: { type: 'module' } },
  });

  it.each(Object.keys(builds))('runs when %s has bundled it', async (bundler) => {
    const output = outputs(bundler);
    await builds[bundler]!(output);
    const { stdout } = await run(app, process.execPath, [fileOf(output)]);
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual({
      either: [3, 3],
      grown: [1, 0],
      shortened: [[2], [1]],
      kinds: [1, 2],
      chosen: [3, 2],
    });
  });
});
