import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Without the plugin; with one that is handed every module and does nothing; with one that knows what ours would give; with
 * ours, and nothing in its cache; with ours, when it has staged the same before.
 */
export const variants = ['without', 'idle', 'given', 'cold', 'warm'] as const;

export type Variant = (typeof variants)[number];
export type Arguments = [root: string, entry: string, variant: Variant];

/** The plugin as users have it, built. */
export async function loadPlugins(variant: Variant, root: string): Promise<Plugin[]> {
  if (variant === 'without') return [];
  if (variant === 'idle') return [{ name: 'idle', enforce: 'pre', transform: () => null }];
  const given = join(root, 'given.json');
  if (variant === 'given' && existsSync(given)) return [giving(given)];
  if (variant === 'cold') rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  const { default: useGraph } = await import(pathToFileURL(resolve('dist/plugin/vite.js')).href);
  return variant === 'given' ? recording(useGraph(), given) : useGraph();
}

type Given = Record<string, { code: string }>;

/** What bundlers do with staged code alone: it is longer than what was written. */
function giving(path: string): Plugin {
  const given: Given = JSON.parse(readFileSync(path, 'utf8'));
  const id = Object.keys(given);
  const handler = (_: string, file: string) => ({ code: given[file]!.code, map: null });
  return { name: 'given', enforce: 'pre', transform: { filter: { id }, handler } };
}

function recording(plugins: Plugin[], path: string): Plugin[] {
  const given: Given = {};
  for (const { transform } of plugins) {
    if (typeof transform !== 'object') continue;
    const { handler } = transform;
    transform.handler = async function (code, id, options) {
      const result = await handler.call(this, code, id, options);
      if (result && typeof result === 'object' && typeof result.code === 'string')
        given[id] = { code: result.code };
      return result;
    };
  }
  const closeBundle = () => writeFileSync(path, JSON.stringify(given));
  return [...plugins, { name: 'recording', closeBundle }];
}

export function printTimes(walls: number[], { user, system }: NodeJS.CpuUsage): void {
  console.log([...walls, (user + system) / 1000].join(' '));
}
