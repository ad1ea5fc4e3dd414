import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { UserConfig } from 'vite';

const entries = ['use-graph', 'use-graph/staged'];

/**
 * The development server bundles packages ahead, all that it knows of at once. The helpers are imported by code that it
 * has not seen yet when it looks for them; found later, they would make the page load anew, and could come with a second
 * copy of the runtime.
 */
export function optimizeRuntime(config: UserConfig): UserConfig | null {
  const root = resolve(config.root ?? '.');
  if (
    isAliased(config) ||
    config.optimizeDeps?.exclude?.some((name) => name.startsWith('use-graph'))
  ) {
    return { resolve: { dedupe: ['@tensorflow/tfjs-core'] } };
  }
  if (!isInstalled(root)) return null;
  return {
    resolve: { dedupe: ['use-graph', '@tensorflow/tfjs-core'] },
    optimizeDeps: { include: entries },
  };
}

function isAliased({ resolve: options }: UserConfig): boolean {
  const alias = options?.alias;
  if (Array.isArray(alias)) {
    return alias.some(({ find }) =>
      typeof find === 'string' ? find === 'use-graph' : 'use-graph'.search(find) >= 0,
    );
  }
  return alias !== undefined && 'use-graph' in alias;
}

function isInstalled(directory: string): boolean {
  if (existsSync(join(directory, 'node_modules', 'use-graph', 'package.json'))) return true;
  const parent = dirname(directory);
  return parent !== directory && isInstalled(parent);
}
