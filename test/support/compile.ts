import { moduleRunnerTransform, transformWithOxc } from 'vite';
import { formatDiagnostic } from '../../plugin/diagnostics/index.js';
import { transform } from '../../plugin/transform.js';
import { minified } from './minify.js';

/** What a module exports, where the test gives no type for it. */
export type Exports = Record<string, (...args: unknown[]) => unknown>;

/**
 * Evaluates the text of a module after the plugin has staged it, and gives its exports. It may import `use-graph`,
 * `use-graph/staged` and `@tensorflow/tfjs-core`, which are those of the test, and use the names in `scope` without
 * importing them. `file` is what messages call it; a `.ts` one is compiled as TypeScript. Throws where the plugin reports
 * an error or finds nothing to stage.
 */
export async function compile<Module = Exports>(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
  file = 'program.js',
): Promise<Module> {
  return evaluate<Module>(stage(source, file), scope, file);
}

/** As `compile`, with the text that a bundler makes for production: the names of helpers are others in it. */
export async function compileMinified<Module = Exports>(source: string): Promise<Module> {
  const script = await minified(stage(source), importModule);
  return new Function(`'use strict';\n${script}\nreturn built;`)() as Module;
}

/** Evaluates the same text as if there were no plugin. */
export async function compileEager<Module = Exports>(
  source: string,
  scope: Readonly<Record<string, unknown>> = {},
  file = 'program.js',
): Promise<Module> {
  return evaluate<Module>(source, scope, file);
}

/** The text of the module as the plugin leaves it. */
export function stage(source: string, file = 'program.js'): string {
  const result = transform(source, `${process.cwd()}/${file}`);
  if (result === null) throw new Error('The plugin found nothing to stage.');
  const errors = result.diagnostics.filter(({ category }) => category === 'error');
  if (errors.length > 0) throw new Error(errors.map(formatDiagnostic).join('\n'));
  return result.code;
}

const modules: Readonly<Record<string, () => Promise<object>>> = {
  '@tensorflow/tfjs-core': () => import('@tensorflow/tfjs-core'),
  'use-graph': () => import('../../runtime/index.js'),
  'use-graph/staged': () => import('../../runtime/staged/index.js'),
};

export async function importModule(specifier: string): Promise<object> {
  const load = modules[specifier];
  if (load === undefined) throw new Error(`A compiled test module cannot import '${specifier}'.`);
  return load();
}

async function evaluate<Module>(
  source: string,
  scope: Readonly<Record<string, unknown>>,
  file: string,
): Promise<Module> {
  const script = /\.[cm]?tsx?$/.test(file) ? (await transformWithOxc(source, file)).code : source;
  const runnable = await moduleRunnerTransform(script, null, file, script);
  if (runnable === null) throw new Error(`${file} is not a module.`);
  const exports = {};
  const exportName = (name: string, get: () => unknown) =>
    Object.defineProperty(exports, name, { get, enumerable: true, configurable: true });
  const given: Readonly<Record<string, unknown>> = {
    __vite_ssr_import__: importModule,
    __vite_ssr_dynamic_import__: importModule,
    __vite_ssr_exportName__: exportName,
    __vite_ssr_import_meta__: { url: `file:///${file}`, env: {} },
    ...scope,
  };
  const body = `'use strict';\n${runnable.code}\n//# sourceURL=${file}`;
  const run = new AsyncFunction(...Object.keys(given), body);
  await run(...Object.values(given));
  return exports as Module;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...args: unknown[]) => Promise<void>;
