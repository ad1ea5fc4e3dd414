import { build } from 'esbuild';

const given: Record<string, object> = {};
Object.assign(globalThis, { useGraphTestModules: given });

/**
 * What a bundler makes of a module for production, as a script: one in which helpers have other names, as all variables have.
 * Its exports are properties of the variable `built`.
 */
export async function minified(
  source: string,
  importModule: (specifier: string) => Promise<object>,
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'built',
    target: 'esnext',
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path }) => ({ path, namespace: 'given' }));
          onLoad({ filter: /.*/, namespace: 'given' }, async ({ path }) => {
            given[path] ??= await importModule(path);
            return { contents: exportsOf(path) };
          });
        },
      },
    ],
  });
  return outputFiles[0]!.text;
}

/** Each export as one that the bundler may leave out. */
function exportsOf(specifier: string): string {
  const module = `globalThis.useGraphTestModules[${JSON.stringify(specifier)}]`;
  return Object.keys(given[specifier]!)
    .filter((name) => name !== 'default')
    .map((name) => `export const ${name} = /* @__PURE__ */ (() => ${module}.${name})();`)
    .join('\n');
}
