import type { Plugin } from 'rollup';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for Rollup. Its place in the list does not matter. */
const useGraph: (options?: UseGraphOptions) => Plugin[] = unplugin.rollup;

export default useGraph;
