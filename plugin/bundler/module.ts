import { basename } from 'node:path';
import type {
  TransformResult as HookResult,
  UnpluginBuildContext,
  UnpluginContext,
  UnpluginContextMeta,
} from 'unplugin';
import type { BuildDiagnostic } from '../diagnostics/index.js';
import type { InputMap } from '../print/originalPlaces.js';
import { readOrNothing } from '../project/index.js';
import { stage } from '../stage.js';
import { mayContainMarks } from '../syntax/mentions.js';
import { isPartOfComponent, parseModuleId } from '../syntax/moduleId.js';
import { rememberDemand } from './changes.js';
import type { KnownProject } from './knownProject.js';
import type { Module } from './report.js';

/** What a bundler gives a hook as its `this`. */
export type HookContext = UnpluginContext & Partial<UnpluginBuildContext>;

export type Framework = UnpluginContextMeta['framework'];

/** What becomes of a module that a bundler hands over; null where it stays as it is. */
export async function transformModule(
  context: HookContext,
  code: string,
  id: string,
  known: KnownProject,
  framework: Framework,
): Promise<HookResult> {
  const { file } = parseModuleId(id);
  const { wanted, parsed, late, importsTensors } = await known.enter(id, code);
  const native = context.getNativeBuildContext?.();
  if (native?.framework === 'webpack')
    rememberDemand(native.loaderContext?._module?.buildInfo, await known.demandKey(file));
  await report(context, late, { source: '', root: known.root, framework });
  if (wanted === null && !mayContainMarks(code)) return null;
  const { root } = known;
  const inputMap = inputMapOf(context, code, file) ?? (await guessedMap(code, id, file));
  // esbuild takes the names in a map as relative to the file.
  const sourceName = framework === 'esbuild' ? basename(file) : file;
  const isReplaceable = framework === 'vite' && known.mayChange;
  const options = { root, inputMap, sourceName, wanted, parsed, isReplaceable, importsTensors };
  const result = await stage(code, id, options, known.cache);
  if (result === null) return null;
  const source = inputMap?.sourcesContent?.[0] ?? code;
  await report(context, result.diagnostics, { source, root, framework });
  return result.map === null ? null : { code: result.code, map: result.map as HookMap };
}

/** What formats diagnostics is only loaded where there are any: most modules have none. */
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
function inputMapOf(context: HookContext, code: string, file: string): InputMap | null {
  // Bundlers make the map when they are asked, which takes longer than to read the file.
  if (readOrNothing(file, 'utf8') === code) return null;
  const native = context.getNativeBuildContext?.();
  const map = native && 'inputSourceMap' in native ? native.inputSourceMap : combinedMap(context);
  if (!map || typeof map !== 'object') return null;
  const { mappings, sourcesContent } = map as InputMap;
  return mappings === '' || sourcesContent?.[0] === code ? null : (map as InputMap);
}

/** Frameworks make no map for a build without maps; places shall be the user's all the same. */
async function guessedMap(code: string, id: string, file: string): Promise<InputMap | null> {
  if (!isPartOfComponent(id)) return null;
  const original = readOrNothing(file, 'utf8');
  if (original === '') return null;
  const { alignLines } = await import('../print/alignLines.js');
  return { ...alignLines(code, original, file), sourcesContent: [original] };
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
