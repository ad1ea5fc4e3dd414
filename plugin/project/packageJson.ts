import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigFiles } from './configFiles.js';

export interface Package {
  directory: string;
  content: {
    name?: string;
    main?: string;
    module?: string;
    exports?: unknown;
    imports?: unknown;
  };
}

/** In the order in which they are tried for code of a bundle. */
const conditions = new Set(['import', 'module', 'browser', 'development', 'default', 'require']);

/** The package that a directory belongs to. */
export function packageAround(directory: string, configs: ConfigFiles): Package | null {
  const own = readPackage(directory, configs);
  if (own !== null) return own;
  const parent = dirname(directory);
  return parent === directory ? null : packageAround(parent, configs);
}

/** An installed package, by its name, where a module of the directory would find it. Links are followed. */
export function installedPackage(
  name: string,
  directory: string,
  configs: ConfigFiles,
): Package | null {
  const place = join(directory, 'node_modules', name);
  const found = readPackage(place, configs);
  if (found !== null) return { ...found, directory: realpathSync(place) };
  const parent = dirname(directory);
  return parent === directory ? null : installedPackage(name, parent, configs);
}

/** Where a subpath such as `.` or `./layers` of a package leads, relative to its directory. */
export function exportedPath({ content }: Package, subpath: string): string | null {
  const { exports } = content;
  if (exports === undefined || exports === null) {
    return subpath === '.' ? (content.module ?? content.main ?? './index') : subpath;
  }
  const isMap =
    typeof exports === 'object' && Object.keys(exports).some((key) => key.startsWith('.'));
  return lookUp(isMap ? (exports as object) : { '.': exports }, subpath);
}

/** Where a specifier such as `#layers` leads in its package. */
export function importedPath({ content }: Package, specifier: string): string | null {
  return typeof content.imports === 'object' && content.imports !== null
    ? lookUp(content.imports, specifier)
    : null;
}

function lookUp(map: object, key: string): string | null {
  const entries = Object.entries(map);
  const exact = entries.find(([name]) => name === key);
  if (exact !== undefined) return conditional(exact[1]);
  for (const [name, value] of entries) {
    const [before, after] = name.split('*');
    if (after === undefined || !key.startsWith(before!) || !key.endsWith(after)) continue;
    const middle = key.slice(before!.length, key.length - after.length);
    return conditional(value)?.replaceAll('*', middle) ?? null;
  }
  return null;
}

function conditional(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return conditional(value[0]);
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    if (conditions.has(name)) return conditional(inner);
  }
  return null;
}

function readPackage(directory: string, configs: ConfigFiles): Package | null {
  const text = configs.read(join(directory, 'package.json'));
  if (text === null) return null;
  try {
    return { directory, content: JSON.parse(text) as Package['content'] };
  } catch {
    return null;
  }
}
