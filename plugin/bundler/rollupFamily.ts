import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin as RollupPlugin } from 'rollup';
import type { Plugin as VitePlugin } from 'vite';
import type { UseGraphOptions } from '../options.js';
import type { HookContext } from './module.js';
import { type Part, partsFor } from './parts.js';

interface Plugins {
  vite: VitePlugin;
  rollup: RollupPlugin;
  rolldown: RolldownPlugin;
}

/**
 * The plugin for Rollup and for what is made in its manner, as unplugin would make it. A build may end sooner than
 * unplugin has been loaded.
 */
export function pluginsFor<Name extends keyof Plugins>(
  framework: Name,
  options: UseGraphOptions | undefined,
): Plugins[Name][] {
  return partsFor(framework, options).map((part) => asPlugin(part, framework));
}

function asPlugin<Name extends keyof Plugins>(part: Part, framework: Name): Plugins[Name] {
  const { name, enforce, transform, transformInclude, buildStart, watchChange } = part;
  const plugin = {
    name,
    enforce,
    buildStart,
    watchChange,
    transform: {
      ...transform,
      handler(this: HookContext, code: string, id: string, meta?: { moduleType?: string }) {
        return transformInclude(id) ? transform.handler.call(this, code, id, meta) : null;
      },
    },
    ...(framework === 'rolldown' ? {} : part[framework as 'vite' | 'rollup']),
  };
  // Each names the same hooks with types of its own.
  return plugin as unknown as Plugins[Name];
}
