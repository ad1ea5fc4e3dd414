import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Alias, applyAliases } from './aliases.js';
import { ConfigFiles } from './configFiles.js';
import { exportedPath, importedPath, installedPackage, packageAround } from './packageJson.js';
import type { Stamp } from './stamp.js';
import { mappedPlaces, mappingAround, type PathMapping } from './tsconfig.js';

const extensions = [
  '.ts',
  '.tsx',
  '.mts',
  '.js',
  '.jsx',
  '.mjs',
  '.cts',
  '.cjs',
  '.vue',
  '.svelte',
];
/** What TypeScript files import under the name of the JavaScript that they become. */
const sourceExtensions: Record<string, string[]> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Finds the files that modules of a project import. Packages are not followed unless they are linked to. */
export class Resolver {
  readonly #found = new Map<string, string | null>();
  readonly #mappings = new Map<string, PathMapping>();
  #configs = new ConfigFiles();

  constructor(
    private readonly root: string,
    private readonly aliases: readonly Alias[],
  ) {}

  /** The file that a specifier stands for in a module; null where it is of a package, or there is none. */
  resolve(specifier: string, importer: string): string | null {
    const directory = dirname(importer);
    const key = `${directory}\n${specifier}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#find(specifier.replace(/[?].*$/, ''), directory);
      this.#found.set(key, found);
    }
    return found;
  }

  /** Files came or went. */
  forget(): void {
    this.#found.clear();
    this.#mappings.clear();
    this.#configs = new ConfigFiles();
  }

  /** The files that its answers depend on, besides those that specifiers lead to. */
  get configs(): ReadonlyMap<string, Stamp> {
    return this.#configs.stamps;
  }

  #find(specifier: string, directory: string): string | null {
    if (/^use-graph(?:\/|$)/.test(specifier)) return null;
    const aliased = applyAliases(specifier, this.aliases);
    if (aliased !== null && aliased !== specifier) {
      const place = isRelative(aliased) ? resolve(this.root, aliased) : aliased;
      return isAbsolute(place) ? this.#fileOrBelowRoot(place) : this.#ofPackage(aliased, directory);
    }
    if (isRelative(specifier)) return fileAt(resolve(directory, specifier));
    if (isAbsolute(specifier)) return this.#fileOrBelowRoot(specifier);
    if (specifier.startsWith('#')) {
      const around = packageAround(directory, this.#configs);
      const path = around && importedPath(around, specifier);
      if (around && path) {
        return isRelative(path)
          ? fileAt(join(around.directory, path))
          : this.#ofPackage(path, directory);
      }
    }
    for (const place of mappedPlaces(this.#mappingOf(directory), specifier)) {
      const file = fileAt(place);
      if (file !== null) return file;
    }
    return this.#ofPackage(specifier, directory);
  }

  /** Vite takes `/src/x.js` as a path from the project's root. */
  #fileOrBelowRoot(path: string): string | null {
    return fileAt(path) ?? fileAt(join(this.root, path));
  }

  /** A package that refers to itself, or one that is a link to a directory of the project. */
  #ofPackage(specifier: string, directory: string): string | null {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
    if (name === undefined || specifier.includes(':')) return null;
    const around = packageAround(directory, this.#configs);
    const found =
      around?.content.name === name ? around : installedPackage(name, directory, this.#configs);
    if (found === null) return null;
    const path = exportedPath(found, `.${specifier.slice(name.length)}`);
    return path === null ? null : fileAt(join(found.directory, path));
  }

  #mappingOf(directory: string): PathMapping {
    let mapping = this.#mappings.get(directory);
    if (mapping === undefined) {
      mapping = mappingAround(directory, this.#configs);
      this.#mappings.set(directory, mapping);
    }
    return mapping;
  }
}

function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier);
}

/** The file of a path that may lack its extension, be named as what TypeScript makes of it, or be a directory. */
function fileAt(path: string): string | null {
  if (isFile(path)) return path;
  const [extension = ''] = /\.[cm]?jsx?$/.exec(path) ?? [];
  const base = path.slice(0, path.length - extension.length);
  const named = (sourceExtensions[extension] ?? []).map((other) => base + other);
  const extended = extensions.map((other) => path + other);
  const index = extensions.map((other) => join(path, `index${other}`));
  return [...named, ...extended, ...index].find(isFile) ?? null;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
