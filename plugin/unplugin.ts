import { createUnplugin } from 'unplugin';
import { partsFor } from './bundler/parts.js';
import useGraphEsbuild from './esbuild.js';
import type { UseGraphOptions } from './options.js';

export type { UseGraphOptions };

/** The plugin for every bundler that unplugin knows; its own way with esbuild shows a plugin no other than files. */
export const unplugin = createUnplugin<UseGraphOptions | undefined, true>(
  (options, { framework }) => partsFor(framework, options),
);
Object.defineProperty(unplugin, 'esbuild', { value: useGraphEsbuild });

export default unplugin;
