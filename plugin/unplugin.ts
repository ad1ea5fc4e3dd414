import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  createUnplugin,
  type TransformResult as HookResult,
  type UnpluginBuildContext,
  type UnpluginContext,
  type UnpluginContextMeta,
  type UnpluginOptions,
} from 'unplugin';
import { followChanges, rememberDemand } from './changes.js';
import { KnownProject } from './knownProject.js';
import { type Stage, stageFilter, type UseGraphOptions } from './options.js';
import { alignLines } from './print/alignLines.js';
import type { InputMap } from './print/originalPlaces.js';
import { reportAll } from './report.js';
import { mayContainMarks } from './syntax/mentions.js';
import { isPartOfComponent, parseModuleId } from './syntax/moduleId.js';
import { transform } from './transform.js';

export type { UseGraphOptions };

type HookContext = UnpluginBuildContext & UnpluginContext;

/** The plugin for all bundlers; each has a thin entry of its own. */
export const unplugin = createUnplugin<UseGraphOptions | undefined, true>((options = {}, meta) => {
  const stageOf = stageFilter(options);
  const known = new KnownProject(options, (file) => stageOf(file) !== null);
  return [
    // Before TypeScript is stripped, so that places are the user's.
    { ...createPart('use-graph', 'source', 'pre'), ...followChanges(known) },
    // After the framework's plugin has made JavaScript of a component.
    createPart('use-graph:components', 'compiled', 'post'),
  ];

  function createPart(name: string, stage: Stage, order: 'pre' | 'post'): UnpluginOptions {
    const hook = {
      order: meta.framework === 'rollup' || meta.framework === 'rolldown' ? order : undefined,
      handler(this: HookContext, code: string, id: string): HookResult {
        return transformModule(this, code, id, known, meta);
      },
    };
    return {
      name,
      enforce: order,
      transformInclude: (id) => stageOf(id) === stage,
      transform: hook,
    };
  }
});

export default unplugin;

function transformModule(
  context: HookContext,
  code: string,
  id: string,
  known: KnownProject,
  { framework }: UnpluginContextMeta,
): HookResult {
  const { file } = parseModuleId(id);
  const { wanted, tree, late } = known.enter(file, code);
  const native = context.getNativeBuildContext?.();
  if (native?.framework === 'webpack')
    rememberDemand(native.loaderContext?._module?.buildInfo, known.demandKey(file));
  reportAll(context, late, { source: '', root: known.root, framework });
  if (wanted === null && !mayContainMarks(code)) return null;
  const { root } = known;
  const inputMap = inputMapOf(context, code) ?? guessedMap(code, id, file);
  // esbuild takes the names in a map as relative to the file.
  const sourceName = framework === 'esbuild' ? basename(file) : file;
  const isReplaceable = framework === 'vite' && known.mayChange;
  const result = transform(code, id, { root, inputMap, sourceName, wanted, tree, isReplaceable });
  if (result === null) return null;
  const source = inputMap?.sourcesContent?.[0] ?? code;
  reportAll(context, result.diagnostics, { source, root, framework });
  return result.map === null ? null : { code: result.code, map: result.map as HookMap };
}

type HookMap = Extract<HookResult, { map?: unknown }>['map'];

/** The map of what was done to the module before us; null where nothing was. */
function inputMapOf(context: HookContext, code: string): InputMap | null {
  const native = context.getNativeBuildContext?.();
  const map = native && 'inputSourceMap' in native ? native.inputSourceMap : combinedMap(context);
  if (!map || typeof map !== 'object') return null;
  const { mappings, sourcesContent } = map as InputMap;
  return mappings === '' || sourcesContent?.[0] === code ? null : (map as InputMap);
}

/** Frameworks make no map for a build without maps; places shall be the user's all the same. */
function guessedMap(code: string, id: string, file: string): InputMap | null {
  if (!isPartOfComponent(id)) return null;
  try {
    const original = readFileSync(file, 'utf8');
    return { ...alignLines(code, original, file), sourcesContent: [original] };
  } catch {
    return null;
  }
}

function combinedMap(context: object): unknown {
  if (!('getCombinedSourcemap' in context) || typeof context.getCombinedSourcemap !== 'function')
    return null;
  try {
    return context.getCombinedSourcemap();
  } catch {
    // Vite's development server refuses where a plugin before us gave no map.
    return null;
  }
}
