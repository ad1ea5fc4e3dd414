import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Cache } from './cache.js';
import { pluginVersion } from './version.js';

export { Cache } from './cache.js';

/** The cache of a project; null where it is turned off, or the project has no place for one. */
export function openCache(option: boolean | string | undefined, root: string): Cache | null {
  // A dump is of the passes as they run.
  if (option === false || process.env.USE_GRAPH_DUMP) return null;
  const directory = typeof option === 'string' ? resolve(root, option) : usualDirectory(root);
  try {
    return directory === null ? null : new Cache(directory, pluginVersion());
  } catch {
    // We are part of a bundle.
    return null;
  }
}

/** Where packages keep such things: below the `node_modules` of the package. */
function usualDirectory(directory: string): string | null {
  if (existsSync(join(directory, 'package.json')))
    return join(directory, 'node_modules', '.cache', 'use-graph');
  const parent = dirname(directory);
  return parent === directory ? null : usualDirectory(parent);
}
