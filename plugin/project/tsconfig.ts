import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ConfigFiles } from './configFiles.js';

/** What a tsconfig.json says about where specifiers lead. */
export interface PathMapping {
  /** For each pattern the places to try, absolute. */
  paths: { pattern: string; targets: string[] }[];
  baseUrl: string | null;
}

interface Config {
  extends?: string | string[];
  compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> };
}

/** The mapping of the nearest tsconfig.json or jsconfig.json. */
export function mappingAround(directory: string, configs: ConfigFiles): PathMapping {
  for (const name of ['tsconfig.json', 'jsconfig.json']) {
    const found = readMapping(join(directory, name), 0, configs);
    if (found !== null) return found;
  }
  const parent = dirname(directory);
  return parent === directory ? { paths: [], baseUrl: null } : mappingAround(parent, configs);
}

/** The places that a specifier may stand for. */
export function mappedPlaces({ paths, baseUrl }: PathMapping, specifier: string): string[] {
  const places: string[] = [];
  for (const { pattern, targets } of paths) {
    const [before, after] = pattern.split('*');
    if (after === undefined) {
      if (specifier === pattern) places.push(...targets);
    } else if (specifier.startsWith(before!) && specifier.endsWith(after)) {
      const middle = specifier.slice(before!.length, specifier.length - after.length);
      places.push(...targets.map((target) => target.replace('*', middle)));
    }
  }
  if (baseUrl !== null) places.push(join(baseUrl, specifier));
  return places;
}

function readMapping(file: string, depth: number, configs: ConfigFiles): PathMapping | null {
  const config = readConfig(file, configs);
  if (config === null || depth > 8) return null;
  const directory = dirname(file);
  const result: PathMapping = { paths: [], baseUrl: null };
  for (const base of [config.extends ?? []].flat()) {
    const path = isAbsolute(base) || base.startsWith('.') ? resolve(directory, base) : null;
    const inherited =
      path &&
      (readMapping(path, depth + 1, configs) ?? readMapping(`${path}.json`, depth + 1, configs));
    if (inherited) Object.assign(result, inherited);
  }
  const { baseUrl, paths } = config.compilerOptions ?? {};
  if (baseUrl !== undefined) result.baseUrl = resolve(directory, baseUrl);
  if (paths !== undefined) {
    const from = result.baseUrl ?? directory;
    result.paths = Object.entries(paths).map(([pattern, targets]) => ({
      pattern,
      targets: targets.map((target) => resolve(from, target)),
    }));
  }
  return result;
}

function readConfig(file: string, configs: ConfigFiles): Config | null {
  const text = configs.read(file);
  if (text === null) return null;
  try {
    return JSON.parse(withoutComments(text)) as Config;
  } catch {
    return null;
  }
}

/** TypeScript allows comments and a comma after the last element. */
function withoutComments(text: string): string {
  const uncommented = text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : ' ',
  );
  return uncommented.replace(/"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g, (part) =>
    part.startsWith('"') ? part : '',
  );
}
