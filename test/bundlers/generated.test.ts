import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { type Plugin, rollup } from 'rollup';
import { type InlineConfig, type Rolldown, build as viteBuild } from 'vite';
import { describe, expect, test } from 'vitest';
import webpack, { type Stats } from 'webpack';
import useGraphRolldown from '../../plugin/rolldown.js';
import useGraphRollup from '../../plugin/rollup.js';
import useGraphVite from '../../plugin/vite.js';
import useGraphWebpack from '../../plugin/webpack.js';
import { outputDirectory } from './support.js';

const files = {
  'package.json': '{ "type": "module" }',
  'main.js': `import { f as virtual } from 'virtual:named';
import { f as own } from 'virtual:own';
import { f as page } from './page.recipe';
console.log(virtual, own, page);`,
  'page.recipe': '# Not JavaScript: "use graph"',
  'helper.js': `export function helper(x) { return x > 0 ? x : x - 7; }`,
};

function project(more: Record<string, string> = {}): string {
  const root = outputDirectory();
  for (const [name, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const codeIn = (root: string) => `import { helper } from ${JSON.stringify(join(root, 'helper.js'))};
export function f(x) { "use graph"; return x > 5 ? helper(x) : x; }`;

/** Makes up two modules, and compiles a third. */
function generator(root: string): Plugin {
  return {
    name: 'generator',
    resolveId: (id) =>
      id === 'virtual:own' ? '\0virtual:own' : id === 'virtual:named' ? id : null,
    load: (id) => (id.includes('virtual:') ? codeIn(root) : null),
    transform: (_code, id) => (id.endsWith('.recipe') ? { code: codeIn(root), map: null } : null),
  };
}

/** Nothing is left that asks to be staged, and operators of the helper are calls. */
function check(code: string, isHelperStaged = true): void {
  expect(code.match(/["']use graph["'];/g)).toBe(null);
  expect(code.match(/\bgt\)?\(x, 5/g)).toHaveLength(3);
  expect(/\bsub\)?\(x, 7/.test(code)).toBe(isHelperStaged);
}

const orders = ['before', 'after'] as const;

describe.each(orders)('what other plugins make is staged, with ours %s them', (order) => {
  const inOrder = <T>(ours: T, theirs: T): T[] =>
    order === 'before' ? [ours, theirs] : [theirs, ours];

  test('by Rollup', async () => {
    const root = project();
    const warnings: string[] = [];
    const bundle = await rollup({
      input: join(root, 'main.js'),
      external: /^use-graph/,
      plugins: inOrder<unknown>(useGraphRollup({ root }), generator(root)) as Plugin[],
      onwarn: ({ message }) => warnings.push(message),
    });
    check((await bundle.generate({})).output[0].code);
    expect(warnings).toEqual([]);
  });

  test('by Rolldown', async () => {
    const root = project();
    const bundle = await rolldown({
      input: join(root, 'main.js'),
      cwd: root,
      external: /^use-graph/,
      moduleTypes: { '.recipe': 'js' },
      plugins: inOrder<unknown>(useGraphRolldown({ root }), generator(root)) as never,
    });
    check((await bundle.generate({})).output[0].code);
  });

  test('by Vite, which says where a helper comes too late', async () => {
    const root = project();
    const { code, warnings } = await buildWithVite(root, {
      plugins: inOrder<unknown>(useGraphVite(), generator(root)) as never,
    });
    check(code, false);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/calls functions of helper\.js.*late-import/s);
  });
});

async function buildWithVite(
  root: string,
  config: InlineConfig,
): Promise<{ code: string; warnings: string[] }> {
  const warnings: string[] = [];
  const built = (await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    customLogger: {
      ...silent,
      warn: (message) => warnings.push(message),
    },
    ...config,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(root, 'main.js'), external: /^use-graph/ },
      ...config.build,
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  const chunks = output.map((file) => (file.type === 'chunk' ? file.code : ''));
  return { code: chunks.join('\n'), warnings };
}

const silent = {
  info: () => {},
  warn: () => {},
  warnOnce: () => {},
  error: () => {},
  clearScreen: () => {},
  hasErrorLogged: () => false,
  hasWarned: false,
};

test('what is no JavaScript is left', async () => {
  const root = project({
    'main.js': `import text from './page.recipe'; console.log(text);`,
    'page.recipe': `The line "use graph"; stands in a function.`,
  });
  const bundle = await rolldown({
    input: join(root, 'main.js'),
    cwd: root,
    moduleTypes: { '.recipe': 'text' },
    plugins: [useGraphRolldown({ root })],
  });
  expect((await bundle.generate({})).output[0].code).toContain('stands in a function');
});

test('an inline script of a page is staged, with the helpers that it calls', async () => {
  const root = project({
    'index.html': `<!doctype html><script type="module">
import { helper } from './helper.js';
function f(x) { "use graph"; return x > 5 ? helper(x) : x; }
console.log(f(7));
</script>`,
  });
  const { code, warnings } = await buildWithVite(root, {
    plugins: [useGraphVite()],
    build: { write: false, minify: false, rolldownOptions: { external: /^use-graph/ } },
  });
  expect(code).not.toMatch(/["']use graph["'];/);
  expect(code).toMatch(/\bsub\)?\(x, 7/);
  expect(warnings).toEqual([]);
});

test('webpack stages what loaders make', async () => {
  const root = project({ 'main.js': `import { f } from './page.recipe'; console.log(f);` });
  const compiled = `module.exports = () => ${JSON.stringify(codeIn(root))};`;
  writeFileSync(join(root, 'compile.cjs'), compiled);
  const compiler = webpack({
    context: root,
    entry: './main.js',
    mode: 'production',
    optimization: { minimize: false },
    externals: { 'use-graph/staged': 'var ug' },
    output: { path: root, filename: 'app.js' },
    module: { rules: [{ test: /\.recipe$/, use: join(root, 'compile.cjs') }] },
    plugins: [useGraphWebpack()],
  });
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result!)));
  });
  await new Promise((resolve) => compiler.close(resolve));
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  const code = readFileSync(join(root, 'app.js'), 'utf8');
  expect(code).not.toMatch(/["']use graph["'];/);
  expect(code).toMatch(/\bgt\)?\(x, 5/);
  expect(code).toMatch(/\bsub\)?\(x, 7/);
});

test('a package of the workspace that is called by its link is staged along', async () => {
  const root = project({
    'app/main.js': `import { helper } from 'linked';
export function f(x) { "use graph"; return helper(x); }`,
    'packages/linked/package.json': '{ "name": "linked", "type": "module", "main": "./index.js" }',
    'packages/linked/index.js': files['helper.js'],
    'app/node_modules/other/package.json': '{ "name": "other", "main": "./index.js" }',
  });
  symlinkSync(join(root, 'packages/linked'), join(root, 'app/node_modules/linked'));
  const { code } = await buildWithVite(join(root, 'app'), {
    plugins: [useGraphVite()],
    resolve: { preserveSymlinks: true },
    build: {
      write: false,
      minify: false,
      lib: { entry: 'main.js', formats: ['es'], fileName: 'app' },
      rolldownOptions: { external: /^use-graph/ },
    },
  });
  expect(code).toMatch(/\bsub\)?\(x, 7/);
});

describe('functions of modules that are made up are staged along', () => {
  const main = `import { helper, Model } from 'virtual:helpers';
import { pick } from 'virtual:plain';
export function f(x) { "use graph"; return pick(helper(new Model().run(x))); }`;
  const plain = `export const pick = (x) => (x > 4 ? x : 0);`;
  const helpers = `import * as tf from '@tensorflow/tfjs-core';
const inner = (x) => (x > 2 ? tf.neg(x) : x);
export const helper = (x) => inner(x);
export class Model { run(x) { return x > 3 ? x : x - 7; } }
export const other = (x) => x - 8;`;
  const maker = {
    name: 'maker',
    resolveId: (id: string) => (/^virtual:(?:helpers|plain)$/.test(id) ? `\0${id}` : null),
    load: (id: string) =>
      id === '\0virtual:helpers' ? helpers : id === '\0virtual:plain' ? plain : null,
  };

  function checkHelpers(code: string): void {
    for (const operation of ['gt', 'sub'])
      expect(code).toMatch(new RegExp(`\\b${operation}\\(x, [237]`));
    expect(code).toMatch(/\bgt\(x, 4/);
    expect(code).not.toMatch(/\(x, 8/);
  }

  test('by Rollup', async () => {
    const root = project({ 'main.js': main });
    const bundle = await rollup({
      input: join(root, 'main.js'),
      external: [/^use-graph/, /^@tensorflow/],
      plugins: [maker, useGraphRollup({ root })],
      onwarn: ({ message }) => expect.unreachable(message),
    });
    checkHelpers((await bundle.generate({})).output[0].code);
  });

  test('by Vite', async () => {
    const root = project({ 'main.js': main });
    const config: InlineConfig = {
      plugins: [useGraphVite(), maker],
      build: {
        write: false,
        minify: false,
        lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: 'app' },
        rolldownOptions: { external: [/^use-graph/, /^@tensorflow/] },
      },
    };
    await new Promise((resolve) => setTimeout(resolve, 150));
    const { code, warnings } = await buildWithVite(root, config);
    checkHelpers(code);
    expect(warnings).toEqual([]);
    const again = await buildWithVite(root, config);
    expect(again).toEqual({ code, warnings });
  });
});
