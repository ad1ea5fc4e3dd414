import type { WebpackPluginInstance } from 'webpack';
import type { UseGraphOptions } from './options.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for webpack. It sees each module before the loaders of the configuration do. */
const useGraph: (options?: UseGraphOptions) => WebpackPluginInstance = unplugin.webpack;

export default useGraph;
