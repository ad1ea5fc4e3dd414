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
import type { BuildDiagnostic } from './diagnostics/index.js';
import { KnownProject } from './knownProject.js';
import { pluginName, type Stage, stageFilter, type UseGraphOptions } from './options.js';
import type { InputMap } from './print/originalPlaces.js';
import type { Module } from './report.js';
import { stage } from './stage.js';
import { mayContainMarks } from './syntax/mentions.js';
import { componentId, isPartOfComponent, parseModuleId } from './syntax/moduleId.js';

export type { UseGraphOptions };

type HookContext = UnpluginBuildContext & UnpluginContext;

/** The plugin for all bundlers; each has a thin entry of its own. */
export const unplugin = createUnplugin<UseGraphOptions | undefined, true>((options = {}, meta) => {
  const stageOf = stageFilter(options);
  const known = new KnownProject(options, (file) => stageOf(file) !== null);
  return [
    // Before TypeScript is stripped, so that places are the user's.
    { ...createPart(pluginName, 'source', 'pre'), ...followChanges(known) },
    // After the framework's plugin has made JavaScript of a component.
    createPart(`${pluginName}:components`, 'compiled', 'post'),
  ];

  function createPart(name: string, stage: Stage, order: 'pre' | 'post'): UnpluginOptions {
    const hook = {
      order: meta.framework === 'rollup' || meta.framework === 'rolldown' ? order : undefined,
      filter:
        stage === 'compiled' && options.include === undefined ? { id: componentId } : undefined,
      handler(this: HookContext, code: string, id: string): Promise<HookResult> {
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

async function transformModule(
  context: HookContext,
  code: string,
  id: string,
  known: KnownProject,
  { framework }: UnpluginContextMeta,
): Promise<HookResult> {
  const { file } = parseModuleId(id);
  const { wanted, tree, late } = await known.enter(file, code);
  const native = context.getNativeBuildContext?.();
  if (native?.framework === 'webpack')
    rememberDemand(native.loaderContext?._module?.buildInfo, await known.demandKey(file));
  await report(context, late, { source: '', root: known.root, framework });
  if (wanted === null && !mayContainMarks(code)) return null;
  const { root } = known;
  const inputMap = inputMapOf(context, code) ?? (await guessedMap(code, id, file));
  // esbuild takes the names in a map as relative to the file.
  const sourceName = framework === 'esbuild' ? basename(file) : file;
  const isReplaceable = framework === 'vite' && known.mayChange;
  const options = { root, inputMap, sourceName, wanted, tree, isReplaceable };
  const result = await stage(code, id, options, known.cache);
  if (result === null) return null;
  const source = inputMap?.sourcesContent?.[0] ?? code;
  await report(context, result.diagnostics, { source, root, framework });
  return result.map === null ? null : { code: result.code, map: result.map as HookMap };
}

/** Most modules give nothing to say. */
async function report(
  context: HookContext,
  diagnostics: readonly BuildDiagnostic[],
  module: Module,
): Promise<void> {
  if (diagnostics.length === 0) return;
  const { reportAll } = await import('./report.js');
  reportAll(context, diagnostics, module);
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
async function guessedMap(code: string, id: string, file: string): Promise<InputMap | null> {
  if (!isPartOfComponent(id)) return null;
  try {
    const original = readFileSync(file, 'utf8');
    const { alignLines } = await import('./print/alignLines.js');
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
