import type { Plugin } from 'vite';
import { pluginsFor } from './bundler/rollupFamily.js';
import type { UseGraphOptions } from './options.js';

export type { UseGraphOptions };

/** The plugin for Vite: builds, the development server, both on the server side, and workers. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return [...pluginsFor('vite', options), forWorkers(options)];
}

/** Vite bundles workers apart, with plugins of their own. */
function forWorkers(options: UseGraphOptions | undefined): Plugin {
  return {
    name: 'use-graph:workers',
    config: () => ({ worker: { plugins: () => pluginsFor('vite', options) } }),
  };
}
