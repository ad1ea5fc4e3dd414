import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { formatDiagnostic } from '../../plugin/diagnostics/index.js';
import { transform } from '../../plugin/transform.js';
import * as staged from '../../runtime/staged/index.js';

export type Library = Record<string, unknown>;

const root = process.cwd();
const require = createRequire(import.meta.url);
const runtime = 'use-graph/staged';

/** The text of a module of a library with every function of it staged. */
function stageWhole(code: string, id: string): string {
  const result = transform(`"use graph";\n${code}`, id, { root });
  const error = result?.diagnostics.find(({ category }) => category === 'error');
  if (error) throw new Error(formatDiagnostic(error));
  return result?.code ?? code;
}

const loaded = new Map<string, Promise<[original: Library, staged: Library]>>();

/** Loads a library of ES modules from npm as it is, and with each of its modules marked. */
export function loadModules(name: string): Promise<[original: Library, staged: Library]> {
  const load = async (): Promise<[Library, Library]> => [
    evaluate(await bundle(name, false)),
    evaluate(await bundle(name, true)),
  ];
  const known = loaded.get(name) ?? load();
  loaded.set(name, known);
  return known;
}

async function bundle(name: string, isStaged: boolean): Promise<string> {
  const build = await rollup({
    input: name,
    external: [runtime],
    plugins: [
      // The sources, where a package says where they are, and not a bundle of CommonJS.
      nodeResolve({ exportConditions: ['module'], mainFields: ['module', 'main'] }),
      {
        name: 'stage-whole',
        transform: (code, id) => (isStaged ? { code: stageWhole(code, id), map: null } : null),
      },
    ],
    onwarn: () => {},
  });
  const { output } = await build.generate({ format: 'cjs', exports: 'named' });
  await build.close();
  return output[0].code;
}

function evaluate(code: string): Library {
  const module = { exports: {} as Library };
  const load = (id: string): unknown => (id === runtime ? staged : require(id));
  new Function('module', 'exports', 'require', code)(module, module.exports, load);
  return module.exports;
}

/** Loads a library of CommonJS modules, sloppy ones included, as it is and with each of its modules marked. */
export function loadCommonJs(name: string): [original: Library, staged: Library] {
  const entry = require.resolve(name);
  return [loadTree(entry, false), loadTree(entry, true)];
}

function loadTree(entry: string, isStaged: boolean): Library {
  const modules = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(file, module);
    const text = readFileSync(file, 'utf8');
    const code = isStaged ? stageWhole(text, file) : text;
    const requireFrom = (id: string): unknown => {
      if (id === runtime) return staged;
      return id.startsWith('.') ? load(resolveFile(resolve(dirname(file), id))) : require(id);
    };
    new Function('module', 'exports', 'require', code)(module, module.exports, requireFrom);
    return module.exports;
  };
  const exports = load(entry);
  return (typeof exports === 'function' ? { default: exports } : exports) as Library;
}

function resolveFile(path: string): string {
  const candidates = extname(path) === '.js' ? [path] : [`${path}.js`, `${path}/index.js`];
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile());
  if (found === undefined) throw new Error(`There is no module ${path}.`);
  return found;
}
