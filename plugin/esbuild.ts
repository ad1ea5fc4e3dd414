import type { Plugin } from 'esbuild';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for esbuild. It must come before others that load the project's own files. */
const useGraph: (options?: UseGraphOptions) => Plugin = unplugin.esbuild;

export default useGraph;
