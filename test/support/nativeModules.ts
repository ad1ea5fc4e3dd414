import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InputOptions } from 'rolldown';
import type { Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/use-graph-tests');
const folders = ['runtime', 'plugin', 'diagnostics'];
const packages = join(root, 'node_modules/@tensorflow');

/** What tests import of TensorFlow.js besides its packages' main modules. */
const deeper = [
  'tfjs-core/dist/register_all_gradients.js',
  'tfjs-core/dist/public/chained_ops/register_all_chained_ops.js',
];

/** Each project of Vitest's evaluates this module anew. */
const made = Symbol.for('use-graph: native modules');
const inProcess = globalThis as unknown as Record<symbol, Promise<string> | undefined>;

/**
 * Gives the tests our modules and those of TensorFlow.js as JavaScript that Node itself imports, a file for each file.
 * Vitest's module runner takes seconds to evaluate the two thousand of them anew for each file of tests, and calls between
 * modules go through getters in it, which takes a third of the time of tracing. Where Vitest watches, it has to know them.
 */
export function nativeModules(): Plugin {
  let folder: string | undefined;
  return {
    name: 'native-modules',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      if (vitest.config.watch) return;
      inProcess[made] ??= madeModules();
      folder = await inProcess[made];
    },
    async resolveId(source, importer, options) {
      if (folder === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const id = resolved?.id.replace(/\?.*$/, '');
      if (id === undefined || !id.startsWith(root)) return null;
      const path = relative(root, id);
      const file = join(folder, path.replace(/\.ts$/, '.js'));
      if (existsSync(file)) return { id: file, external: true };
      if (id.startsWith(packages)) {
        throw new Error(`${path} would be a second instance: name it in ${import.meta.url}.`);
      }
      return null;
    },
  };
}

/** The folder they are in. It is made once for what the sources are now. */
async function madeModules(): Promise<string> {
  const folder = join(cache, hashOfSources());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  forgetOld();
  // Another process may make them as well.
  const unfinished = mkdtempSync(`${folder}-`);
  const input = Object.fromEntries(
    [...sources(), ...libraries()].map((file) => [file.replace(/\.[jt]s$/, ''), join(root, file)]),
  );
  await build({ ...options, input, output: { ...output, dir: unfinished } });
  writeFileSync(join(unfinished, 'package.json'), '{"type":"module"}');
  try {
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** Those of days before: a run that still goes on may use a later one. */
function forgetOld(): void {
  const day = 24 * 60 * 60 * 1000;
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (Date.now() - statSync(folder).mtimeMs > day) rmSync(folder, { recursive: true });
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of ['package-lock.json', ...sources()]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function sources(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** The main modules of TensorFlow.js' packages, and the deeper ones. */
function libraries(): string[] {
  const mains = readdirSync(packages).map((name) => {
    const text = readFileSync(join(packages, name, 'package.json'), 'utf8');
    return join(name, (JSON.parse(text) as { module: string }).module);
  });
  return [...mains, ...deeper].map((file) => join(relative(root, packages), file));
}

const options: InputOptions = {
  external: [/^@babel\//, 'webgpu', 'unplugin', 'vite', /^node:/, ...builtinModules],
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  transform: { target: 'es2022' },
  treeshake: false,
  plugins: [
    {
      // Some look for files beside them.
      name: 'where-it-was',
      transform: (code, id) =>
        code.includes('import.meta.url') && !id.includes('node_modules')
          ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          : null,
    },
  ],
};

const output = { preserveModules: true, preserveModulesRoot: root } as const;
