import type { Plugin } from 'vite';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for Vite: builds, the development server, and both on the server side. */
const useGraph: (options?: UseGraphOptions) => Plugin[] = unplugin.vite;

export default useGraph;
