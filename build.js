/*
 * Makes the JavaScript in dist/; tsc makes the types. By a script, since the command line of Rolldown lists every file.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join, relative } from 'node:path';
import * as babelTypes from '@babel/types';
import { build } from 'rolldown';

const require = createRequire(import.meta.url);
const { sideEffects } = JSON.parse(readFileSync('package.json', 'utf8'));
const external = [/^@tensorflow\//, 'webgpu', 'unplugin', /^node:/, ...builtinModules];

/** The sources of what package.json lists, which names the files made of them. */
const withEffects = new Set(
  sideEffects.map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts')),
);

/**
 * One file of JavaScript for each file of TypeScript, so that bundlers leave out what a project does not use.
 * @type {import('rolldown').BuildOptions}
 */
const runtime = {
  input: entries([
    'runtime/index',
    'runtime/staged/index',
    'runtime/node/index',
    'runtime/export/index',
  ]),
  external,
  platform: 'neutral',
  transform: { target: 'es2022' },
  treeshake: { moduleSideEffects: (id) => withEffects.has(relative('.', id)) },
  output: { dir: 'dist', preserveModules: true, preserveModulesRoot: '.', sourcemap: true },
};

const bundlers = [
  'unplugin',
  'vite',
  'rollup',
  'rolldown',
  'webpack',
  'rspack',
  'esbuild',
  'babel',
];

/**
 * As few files as can be, since each takes its time to be found: of Babel alone there are hundreds.
 * @type {import('rolldown').BuildOptions}
 */
const plugin = {
  input: entries(bundlers.map((name) => `plugin/${name}`)),
  external,
  platform: 'node',
  transform: { target: 'es2022' },
  treeshake: {
    moduleSideEffects: (id) => id.includes('node_modules'),
    propertyReadSideEffects: false,
  },
  plugins: [fixedVersion(), typesAsVariables(), uncheckedNodes(), readAtOnce(), licenses()],
  output: {
    dir: 'dist',
    chunkFileNames: 'plugin/chunks/[name].js',
    sourcemap: true,
    codeSplitting: {
      groups: [
        // What every build needs. It imports nothing that the others hold.
        { name: 'plugin', test: /plugin\/bundler\/(?:parts|rollupFamily)\.ts/, priority: 3 },
        { name: 'report', test: /plugin\/bundler\/report\.ts/, priority: 2 },
        { name: 'compiler', test: /node_modules/, priority: 1 },
        { name: 'stage', test: /plugin\/(?:transform|project\/parsedFile)\.ts/ },
      ],
    },
  },
};

/** @param {readonly string[]} names */
function entries(names) {
  return Object.fromEntries(names.map((name) => [name, `${name}.ts`]));
}

/**
 * What stands for the plugin in its cache is found out here, where nothing can change any more.
 * @returns {import('rolldown').Plugin}
 */
function fixedVersion() {
  return {
    name: 'fixed-version',
    load(id) {
      if (!id.endsWith('plugin/cache/version.ts')) return null;
      const hash = createHash('sha256');
      for (const folder of ['plugin', 'diagnostics']) {
        for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
          if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
        }
      }
      hash.update(readFileSync('package-lock.json'));
      return `export const pluginVersion = () => '${hash.digest('hex').slice(0, 40)}';`;
    },
  };
}

/**
 * The functions of a CommonJS module are looked up in it at each call, through two getters; variables are not.
 * @returns {import('rolldown').Plugin}
 */
function typesAsVariables() {
  const id = '\0@babel/types';
  const names = Object.keys(babelTypes).filter((name) => name !== 'default');
  const lines = names.map((name) => `const $${name} = t.${name}; export { $${name} as ${name} };`);
  return {
    name: 'types-as-variables',
    resolveId: (source, importer) =>
      source === '@babel/types' && importer !== id && !importer?.includes('node_modules')
        ? id
        : null,
    load: (given) => (given === id ? [`import t from '@babel/types';`, ...lines].join('\n') : null),
  };
}

/**
 * Babel checks each part of each node that is made. The tests are run with the checks.
 * @returns {import('rolldown').Plugin}
 */
function uncheckedNodes() {
  const checked = 'function validateInternal(field, node, key, val, maybeNode) {';
  return {
    name: 'unchecked-nodes',
    transform: {
      filter: { id: /@babel\/types\/lib\/validators\/validate\.js$/ },
      handler(code) {
        if (!code.includes(checked)) throw new Error('Babel checks nodes by another function.');
        return { code: code.replace(checked, `${checked} return;`), map: null };
      },
    },
  };
}

/**
 * Of Babel. A module in a function is compiled when the file is, instead of being skipped first and read again when it
 * runs: V8 knows by the word `function` in parentheses, not by an arrow. A text of ASCII takes it half the memory, and
 * less time.
 * @returns {import('rolldown').Plugin}
 */
function readAtOnce() {
  return {
    name: 'read-at-once',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name !== 'compiler') continue;
        file.code = file.code
          .replace(/(__commonJSMin\(\()(\([\w, ]*\)) => \{/g, '$1function $2 {')
          .replace(/[^\0-\x7f]/g, asEscape);
      }
    },
  };
}

/** @param {string} unit */
function asEscape(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Of the packages whose code becomes a part of ours.
 * @returns {import('rolldown').Plugin}
 */
function licenses() {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      /** @type {Map<string, string>} */
      const packages = new Map();
      for (const file of files) {
        const [directory, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
        if (directory !== undefined) packages.set(name, directory);
      }
      const texts = [...packages].sort().map(([name, directory]) => {
        const license = readdirSync(directory).find((file) => /^licen[sc]e/i.test(file));
        const text = license ? readFileSync(join(directory, license), 'utf8') : '';
        const { version } = require(join(directory, 'package.json'));
        return `${name} ${version}\n\n${text.trim()}\n`;
      });
      this.emitFile({
        type: 'asset',
        fileName: 'plugin/chunks/LICENSES.txt',
        source: texts.join(`\n${'-'.repeat(80)}\n\n`),
      });
    },
  };
}

rmSync('dist', { recursive: true, force: true });
await build([runtime, plugin]);
