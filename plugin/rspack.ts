import type { RspackPluginInstance } from '@rspack/core';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for Rspack. It sees each module before the loaders of the configuration do. */
const useGraph: (options?: UseGraphOptions) => RspackPluginInstance = unplugin.rspack;

export default useGraph;
