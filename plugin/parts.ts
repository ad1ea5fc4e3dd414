import type { TransformResult as HookResult, UnpluginOptions } from 'unplugin';
import { followChanges } from './changes.js';
import { KnownProject } from './knownProject.js';
import { type Framework, type HookContext, transformModule } from './module.js';
import {
  pluginName,
  requireOptions,
  type Stage,
  stageFilter,
  type UseGraphOptions,
} from './options.js';
import { componentId } from './syntax/moduleId.js';

/** A plugin in the form that unplugin knows. */
export interface Part extends UnpluginOptions {
  transformInclude(id: string): boolean;
  transform: {
    order: 'pre' | 'post' | undefined;
    filter: { id: RegExp } | undefined;
    handler(this: HookContext, code: string, id: string): Promise<HookResult>;
  };
}

/** The two plugins that are one to the user. */
export function partsFor(framework: Framework, options: UseGraphOptions = {}): Part[] {
  requireOptions(options);
  const stageOf = stageFilter(options);
  const known = new KnownProject(options, (file) => stageOf(file) !== null);
  return [
    // Before TypeScript is stripped, so that places are the user's.
    { ...createPart(pluginName, 'source', 'pre'), ...followChanges(known) },
    // After the framework's plugin has made JavaScript of a component.
    createPart(`${pluginName}:components`, 'compiled', 'post'),
  ];

  function createPart(name: string, stage: Stage, order: 'pre' | 'post'): Part {
    return {
      name,
      enforce: order,
      transformInclude: (id) => stageOf(id) === stage,
      transform: {
        order: framework === 'rollup' || framework === 'rolldown' ? order : undefined,
        filter:
          stage === 'compiled' && options.include === undefined ? { id: componentId } : undefined,
        handler(code, id) {
          return transformModule(this, code, id, known, framework);
        },
      },
    };
  }
}
