import type { Plugin } from 'rolldown';
import type { UseGraphOptions } from './options.js';
import { pluginsFor } from './rollupFamily.js';

export type { UseGraphOptions };

/** The plugin for Rolldown. Its place in the list does not matter. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return pluginsFor('rolldown', options);
}
