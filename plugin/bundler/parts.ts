import type { TransformResult as HookResult, UnpluginOptions } from 'unplugin';
import {
  pluginName,
  requireOptions,
  type Stage,
  stageFilter,
  type UseGraphOptions,
} from '../options.js';
import { componentId, otherFile, scriptFile } from '../syntax/moduleId.js';
import { followChanges, withState } from './changes.js';
import { KnownProject } from './knownProject.js';
import { type Framework, type HookContext, transformModule } from './module.js';

/** A plugin in the form that unplugin knows. */
export interface Part extends UnpluginOptions {
  transformInclude(id: string): boolean;
  transform: {
    order: 'pre' | 'post' | undefined;
    filter: { id: RegExp } | GeneratedFilter | undefined;
    handler(
      this: HookContext,
      code: string,
      id: string,
      meta?: { moduleType?: string },
    ): Promise<HookResult>;
  };
}

/** Most modules are told apart by their ids. */
const generatedFilter = { id: { exclude: [scriptFile, componentId, otherFile] } };
type GeneratedFilter = typeof generatedFilter;

/** What all parts of a plugin know. */
export interface Shared {
  readonly known: KnownProject;
  stageOf(id: string): Stage;
}

export function openParts(options: UseGraphOptions = {}): Shared {
  requireOptions(options);
  const stageOf = stageFilter(options);
  return { stageOf, known: new KnownProject(options, (file) => stageOf(file) !== null) };
}

/** The plugins that are one to the user. */
export function partsFor(framework: Framework, options: UseGraphOptions = {}): Part[] {
  const { known, stageOf } = openParts(options);
  return [
    // Before TypeScript is stripped, so that places are the user's.
    { ...createPart(pluginName, 'source', 'pre'), ...followChanges(known) },
    // After the framework's plugin has made JavaScript of a component.
    createPart(`${pluginName}:components`, 'compiled', 'post'),
    // After whatever made JavaScript of something else.
    createPart(`${pluginName}:generated`, 'generated', 'post'),
  ];

  function createPart(name: string, stage: Stage, order: 'pre' | 'post'): Part {
    return {
      name,
      enforce: order,
      transformInclude: (id) => stageOf(id) === stage,
      transform: {
        order: framework === 'rollup' || framework === 'rolldown' ? order : undefined,
        filter: filterOf(stage),
        async handler(code, id, meta) {
          if (stage === 'generated' && !isScriptByNow(this, meta)) return null;
          const result = await transformModule(this, code, id, known, framework);
          return framework === 'rollup' ? withState(result, await known.stateOf(id)) : result;
        },
      },
    };
  }

  function filterOf(stage: Stage): Part['transform']['filter'] {
    if (stage === 'generated') return generatedFilter;
    return stage === 'compiled' && options.include === undefined ? { id: componentId } : undefined;
  }
}

/** Rolldown, webpack and Rspack hand over texts that are none, and say so. */
function isScriptByNow(context: HookContext, meta: { moduleType?: string } | undefined): boolean {
  const native = context.getNativeBuildContext?.();
  const loader = native && 'loaderContext' in native ? native.loaderContext : undefined;
  const type = meta?.moduleType ?? loader?._module?.type ?? 'js';
  return /^(?:[jt]sx?|javascript\/.*)$/.test(type);
}
