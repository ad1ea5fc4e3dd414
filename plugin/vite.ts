import type { Plugin } from 'vite';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for Vite: builds, the development server, both on the server side, and workers. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return [...unplugin.vite(options), forWorkers(options)];
}

/** Vite bundles workers apart, with plugins of their own. */
function forWorkers(options: UseGraphOptions | undefined): Plugin {
  return {
    name: 'use-graph:workers',
    config: () => ({ worker: { plugins: () => unplugin.vite(options) } }),
  };
}
