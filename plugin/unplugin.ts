import { createUnplugin } from 'unplugin';
import type { UseGraphOptions } from './options.js';
import { partsFor } from './parts.js';

export type { UseGraphOptions };

/** The plugin for every bundler that unplugin knows. */
export const unplugin = createUnplugin<UseGraphOptions | undefined, true>(
  (options, { framework }) => partsFor(framework, options),
);

export default unplugin;
