import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Without the plugin; with one that is handed every module and does nothing; with ours, and nothing in its cache; with ours,
 * when it has staged the same before.
 */
export const variants = ['without', 'idle', 'cold', 'warm'] as const;

export type Variant = (typeof variants)[number];
export type Arguments = [root: string, entry: string, variant: Variant];

/** The plugin as users have it, built. */
export async function loadPlugins(variant: Variant, root: string): Promise<Plugin[]> {
  if (variant === 'without') return [];
  if (variant === 'idle') return [{ name: 'idle', enforce: 'pre', transform: () => null }];
  if (variant === 'cold') rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  const { default: useGraph } = await import(pathToFileURL(resolve('dist/plugin/vite.js')).href);
  return useGraph();
}

export function printTimes(walls: number[], { user, system }: NodeJS.CpuUsage): void {
  console.log([...walls, (user + system) / 1000].join(' '));
}
