import type { Plugin } from 'rolldown';
import { pluginsFor } from './bundler/rollupFamily.js';
import type { UseGraphOptions } from './options.js';

export type { UseGraphOptions };

/** The plugin for Rolldown. Its place in the list does not matter. */
export default function useGraph(options?: UseGraphOptions): Plugin[] {
  return pluginsFor('rolldown', options);
}
