import type { Plugin } from 'rolldown';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for Rolldown. Its place in the list does not matter. */
const useGraph: (options?: UseGraphOptions) => Plugin[] = unplugin.rolldown;

export default useGraph;
