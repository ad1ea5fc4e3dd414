import type { Plugin } from 'rollup';
import { pluginsFor } from './bundler/rollupFamily.js';
import type { UseGraphOptions } from './options.js';

export type { UseGraphOptions };

/** The plugin for Rollup. Its place in the list does not matter. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return pluginsFor('rollup', options);
}
