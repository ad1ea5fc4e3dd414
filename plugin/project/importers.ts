import { basename, dirname } from 'node:path';
import type { Taken } from './importedNames.js';
import type { SourceFile } from './sourceFile.js';

interface Around {
  readonly files: ReadonlyMap<string, SourceFile>;
  resolve(specifier: string, from: string): string | null;
}

/** Which files of the project import others, and what of them. */
export class Importers {
  /** By the last part of the specifier, which names the file, or the folder that it is the index of. */
  #byName: Map<string, (readonly [source: SourceFile, specifier: string])[]> | null = null;

  constructor(private readonly around: Around) {}

  of(file: string): { readonly source: SourceFile; readonly taken: Taken }[] {
    this.#byName ??= this.#named();
    const byName = this.#byName;
    const name = nameOf(file);
    const names = name === 'index' ? [name, nameOf(dirname(file))] : [name];
    return names
      .flatMap((one) => byName.get(one) ?? [])
      .filter(([source, specifier]) => this.around.resolve(specifier, source.file) === file)
      .flatMap(([source, specifier]) =>
        source.takenOf(specifier).map((taken) => ({ source, taken })),
      );
  }

  #named(): Map<string, (readonly [source: SourceFile, specifier: string])[]> {
    const found = new Map<string, (readonly [source: SourceFile, specifier: string])[]>();
    for (const source of this.around.files.values())
      for (const specifier of new Set(source.specifiers)) {
        const name = nameOf(specifier);
        const importers = found.get(name) ?? [];
        importers.push([source, specifier]);
        found.set(name, importers);
      }
    return found;
  }
}

/** `ops` of `./lib/ops.js?raw`; `index` of the folder that the file is in. */
function nameOf(path: string): string {
  const last = basename(path.replace(/[?#].*/, ''));
  return /^\.*$/.test(last) ? 'index' : last.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, '');
}
