import type { Plugin } from 'rollup';
import type { UseGraphOptions } from './options.js';
import { pluginsFor } from './rollupFamily.js';

export type { UseGraphOptions };

/** The plugin for Rollup. Its place in the list does not matter. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return pluginsFor('rollup', options);
}
