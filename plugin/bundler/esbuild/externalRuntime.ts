import type { PluginBuild } from 'esbuild';
import { runtimeModule } from '../../syntax/mentions.js';

const namespace = 'use-graph';
const filter = new RegExp(`^${runtimeModule}$`);

/**
 * A package that stays outside of a bundle cannot be had by `require` in an ES module, as esbuild makes it. Staged code
 * of CommonJS files requires a module of the bundle instead, which imports it.
 */
export function importExternalRuntime({ initialOptions, ...build }: PluginBuild): void {
  if (initialOptions.format !== 'esm') return;
  build.onResolve({ filter }, async ({ path, kind, importer, resolveDir }) => {
    if (kind !== 'require-call') return null;
    const found = await build.resolve(path, { kind: 'import-statement', importer, resolveDir });
    return found.external ? { path, namespace, pluginData: resolveDir } : found;
  });
  build.onLoad({ filter, namespace }, ({ pluginData }) => ({
    contents: `export * from '${runtimeModule}';`,
    resolveDir: pluginData,
  }));
}
