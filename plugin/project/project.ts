import { existsSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { ParsedModule, Wanted } from '../directive/index.js';
import { mayContainMarks, mentionsTensors } from '../syntax/mentions.js';
import { parseModuleId } from '../syntax/moduleId.js';
import type { Alias } from './aliases.js';
import { copyOf, Demand, keyOf } from './demand.js';
import type { findDemands } from './demandSearch.js';
import { type Directory, directoriesBelow, isOwnFile, isReadable, linkedFile } from './files.js';
import { globFilter } from './globs.js';
import type { Memory, Remembered } from './memory.js';
import { Resolver } from './resolver.js';
import { type ParseFile, ParserMissing, SourceFile } from './sourceFile.js';
import { stampOf } from './stamp.js';

export interface ProjectOptions {
  root: string;
  aliases?: readonly Alias[];
  /** Files and directories that the bundler writes. */
  outputs?: readonly string[];
  /** Whether a file's functions may be staged. */
  mayStage?(file: string): boolean;
  /** Without it, a question may end with `ParserMissing`, and can be asked again with one. */
  parse?: ParseFile | null;
  /** Without it, a question may end with `SearchMissing`, where the answer is not remembered. */
  search?: typeof findDemands | null;
  memory?: Memory | null;
}

/** A question cannot be answered without looking through the files. */
export class SearchMissing extends Error {}

/** A module that a bundler asks about. */
export interface Entry {
  /** What staged code of other files uses of it; null where that is nothing. */
  wanted: Wanted | null;
  /** The same, where it was parsed from this text already. */
  parsed: ParsedModule | null;
  /** Whether it was not known before that there is staged code in it. */
  grew: boolean;
  /** Whether it is marked, and anything that it imports tells of TensorFlow.js. */
  importsTensors: boolean;
}

/**
 * Which functions of a project's files staged code of other files reaches. It is read off the file system, so that it
 * is known before the first module is transformed, in whatever order a bundler takes them.
 */
export class Project {
  readonly #root: string;
  readonly #outputs: readonly string[];
  readonly #aliases: readonly Alias[];
  readonly #mayStage: (file: string) => boolean;
  readonly #resolver: Resolver;
  readonly #files = new Map<string, SourceFile>();
  readonly #entered = new Map<string, { state: string; wanted: Wanted }>();
  readonly #marked = new Set<string>();
  readonly #memory: Memory | null;
  #remembered: Remembered | null = null;
  /** Nothing has changed since it was remembered: the files were not looked into. */
  #isRecalled = false;
  #isRemembered = false;
  #directories: readonly Directory[] = [];
  readonly #searches = new Set<string>();
  /** What staged code imports that leads to no file. */
  readonly #unresolved = new Set<string>();
  #demands: ReadonlyMap<string, Demand> | null = null;
  parse: ParseFile | null;
  search: typeof findDemands | null;

  constructor(options: ProjectOptions) {
    const { root, aliases = [], outputs = [], mayStage = isOwnFile } = options;
    this.parse = options.parse ?? null;
    this.search = options.search ?? null;
    this.#memory = options.memory ?? null;
    this.#root = realOf(resolve(root));
    this.#outputs = outputs.map((path) => resolve(this.#root, path));
    this.#mayStage = (file) => (isReadable(file) || this.#isMade(file)) && mayStage(file);
    this.#aliases = aliases;
    this.#resolver = new Resolver(this.#root, aliases);
  }

  /** What is known of a module that a bundler is about to transform. */
  enter(id: string, code: string): Entry {
    const path = moduleKey(id);
    this.#current();
    if (this.#isFile(path)) this.#noteFile(path, code);
    else this.#noteMade(path, code);
    const grew = this.#demands === null;
    const demand = this.#current().get(path);
    if (mayContainMarks(code)) this.#marked.add(path);
    else this.#marked.delete(path);
    const state = this.#stateOf(path);
    this.#entered.set(path, { state, wanted: copyOf(demand ?? new Demand()) });
    const parsed = this.#files.get(path)?.takeModule(code) ?? null;
    const wanted = demand === undefined || demand.isEmpty ? null : demand;
    return { wanted, parsed, grew, importsTensors: this.#importsTensors(path) };
  }

  #noteFile(path: string, code: string): void {
    if (this.#knows(path) || !mayContainMarks(code)) return;
    if (this.parse === null) throw new ParserMissing();
    // It is not below the root, or came after the files were listed.
    this.#lookAtAll();
    this.#files.set(path, this.#open(path));
    this.#demands = null;
  }

  /** What other plugins make is known once it is there. */
  #noteMade(path: string, code: string): void {
    const known = this.#files.get(path)?.text;
    const isConcerned =
      mayContainMarks(code) || mentionsTensors(code) || this.#unresolved.has(plainName(path));
    if (isConcerned ? known === code : known === undefined) return;
    if (this.parse === null) throw new ParserMissing();
    this.#lookAtAll();
    if (isConcerned) this.#files.set(path, new SourceFile(path, undefined, code));
    else this.#files.delete(path);
    this.#demands = null;
  }

  /** Only the plugin that made it knows where a specifier leads; most call a module as it is imported. */
  #madeFor(specifier: string): string | null {
    const name = plainName(specifier);
    return (
      [...this.#files.keys()].find((path) => this.#isMade(path) && plainName(path) === name) ?? null
    );
  }

  #isFile(path: string): boolean {
    if (!isReadable(path) || !isAbsolute(path)) return false;
    return (this.#knows(path) && !this.#isMade(path)) || existsSync(path);
  }

  #isMade(path: string): boolean {
    return typeof this.#files.get(path)?.text === 'string';
  }

  /** Files were changed, made or removed; all of them are looked at where none is named. */
  refresh(changed?: Iterable<string>): void {
    if (this.#isRecalled) {
      this.#isRecalled = false;
      this.#demands = null;
    }
    if (this.#files.size === 0) return;
    for (const file of changed ?? this.#listed()) {
      const path = fileKey(file);
      if (this.#files.get(path)?.isCurrent()) continue;
      if (isReadable(path)) this.#addListed(path);
      this.#demands = null;
    }
    if (this.#demands === null) this.#resolver.forget();
  }

  /** Whether a file is another one than it was when it was asked about last. */
  refreshIfChanged(file: string): void {
    const path = fileKey(file);
    const stamp = this.#isRecalled
      ? this.#remembered?.stampOf(path)
      : this.#files.get(path)?.facts.stamp;
    if (stamp !== undefined && stamp !== stampOf(path)) this.refresh([file]);
  }

  /** The modules that were transformed when less, or more, of them was known to be used by staged code. */
  stale(): string[] {
    return [...this.#entered]
      .filter(([path, { state }]) => state !== this.#stateOf(path))
      .map(([path]) => path);
  }

  /** Whether a module is known to have been transformed in another state, or in which one is not known. */
  isStale(id: string, state: string): boolean {
    const path = moduleKey(id);
    const entered = this.#entered.get(path);
    if (entered !== undefined) return entered.state !== this.#stateOf(path);
    if (!this.#isFile(path)) return true;
    this.#current();
    if (new SourceFile(path).mayBeMarked) this.#marked.add(path);
    return state !== this.#stateOf(path);
  }

  /** Stands for how a module was transformed, besides its text. */
  stateOf(id: string): string {
    return this.#stateOf(moduleKey(id));
  }

  /** Whether a module would be staged otherwise now than it was, if it was. */
  isLate(file: string): boolean {
    const path = fileKey(file);
    const demand = this.#current().get(path) ?? new Demand();
    const entered = this.#entered.get(path);
    const state = this.#stateOf(path);
    if (entered?.state === state) return false;
    const hadTensors = entered?.state.endsWith(withTensors) ?? false;
    if (entered !== undefined && hadTensors !== state.endsWith(withTensors)) return true;
    if (this.parse === null) throw new ParserMissing();
    const parsed = this.parse(path, this.#files.get(path)?.text ?? undefined);
    return parsed.stagedFor(entered?.wanted ?? new Demand()) !== parsed.stagedFor(demand);
  }

  /** Stands for what is known to be used of a file; empty where that is nothing. */
  demandKey(file: string): string {
    const demand = this.#current().get(fileKey(file));
    return demand === undefined || demand.isEmpty ? '' : keyOf(demand);
  }

  /** Stands for all that decides how a module is staged besides its text. */
  #stateOf(path: string): string {
    return this.demandKey(path) + (this.#importsTensors(path) ? withTensors : '');
  }

  /** Of a module that is marked, where asynchronous functions wait unless it has to do with tensors. */
  #importsTensors(path: string): boolean {
    if (!this.#marked.has(path)) return false;
    const reached = new Map([[path, this.#files.get(path) ?? new SourceFile(path)]]);
    for (const [importer, source] of reached) {
      if (importer !== path && source.mentionsTensors) return true;
      for (const specifier of source.specifiers) {
        const target = this.#resolver.resolve(specifier, importer);
        if (target === null) continue;
        const key = fileKey(realOf(target));
        if (!reached.has(key)) reached.set(key, this.#files.get(key) ?? new SourceFile(key));
      }
    }
    return false;
  }

  /** The files that staged code of others is known to use. */
  demanded(): string[] {
    return [...this.#current()]
      .filter(([file, demand]) => !demand.isEmpty && !this.#isMade(file))
      .map(([file]) => file);
  }

  /** Stands for all that staged code is known to use of files. */
  demandsKey(): string {
    return [...this.#current()]
      .filter(([, demand]) => !demand.isEmpty)
      .map(([file, demand]) => `${file}\n${keyOf(demand)}`)
      .sort()
      .join('\n');
  }

  #current(): ReadonlyMap<string, Demand> {
    if (this.#demands !== null) return this.#demands;
    if (this.#files.size === 0) this.#demands = this.#recall();
    if (this.#demands !== null) return this.#demands;
    this.#lookAtAll();
    this.#demands = this.#findDemands();
    const demands = this.#demands;
    if (!this.#isRemembered) {
      this.#memory?.remember({
        directories: this.#directories,
        files: this.#files,
        resolver: this.#resolver,
        searches: this.#searches,
        unresolved: this.#unresolved,
        demands,
      });
    }
    // What is found later may be due to modules that only this build has.
    this.#isRemembered = true;
    return this.#demands;
  }

  /** What is demanded of the files where nothing has changed since that was found. */
  #recall(): ReadonlyMap<string, Demand> | null {
    this.#remembered = this.#memory?.recall() ?? null;
    this.#isRecalled = this.#remembered?.isCurrent(this.#outputs) ?? false;
    if (!this.#isRecalled) return null;
    for (const name of this.#remembered!.unresolved) this.#unresolved.add(name);
    this.#isRemembered = true;
    return this.#remembered!.demands;
  }

  #lookAtAll(): void {
    if (this.#files.size > 0) return;
    this.#isRecalled = false;
    for (const file of this.#listed()) this.#addListed(file);
  }

  #knows(path: string): boolean {
    return (
      this.#files.has(path) || (this.#isRecalled && this.#remembered!.stampOf(path) !== undefined)
    );
  }

  #listed(): string[] {
    this.#directories = directoriesBelow(this.#root, this.#outputs);
    const files = this.#directories.flatMap(({ path, files }) =>
      files.map((name) => join(path, name)),
    );
    return files.sort();
  }

  /** Nobody writes files as long as bundles are. */
  #addListed(file: string): void {
    const source = this.#open(file);
    if (source.size < 300_000) this.#files.set(file, source);
    else this.#files.delete(file);
  }

  /** Follows what staged code uses from file to file, until nothing new is found. */
  #findDemands(): Map<string, Demand> {
    if (this.search === null) throw new SearchMissing();
    this.#searches.clear();
    return this.search({
      files: this.#files,
      fileOf: (file) => this.#fileOf(file),
      mayStage: this.#mayStage,
      resolve: (specifier, from) => {
        // Modules that are made up stand nowhere.
        const importer = isAbsolute(from) ? from : join(this.#root, basename(from));
        const target = this.#resolver.resolve(specifier, importer);
        if (target !== null) return fileKey(realOf(target));
        this.#unresolved.add(plainName(specifier));
        return this.#madeFor(specifier);
      },
      matching: (globs, from) =>
        [...this.#files.keys()].filter(globFilter(globs, from, this.#root, this.#aliases)),
      parse: this.parse,
      searches: this.#searches,
    });
  }

  #fileOf(file: string): SourceFile {
    const known = this.#files.get(file) ?? this.#open(file);
    this.#files.set(file, known);
    return known;
  }

  #open(file: string): SourceFile {
    return new SourceFile(file, this.#remembered?.files.get(file));
  }
}

const withTensors = '\ntensors';

/** The file that a module is, or a name for what was made of it, or made up. */
function moduleKey(id: string): string {
  const { file, query } = parseModuleId(id);
  return linkedFile(isReadable(file) ? fileKey(file) : fileKey(file + query.replaceAll('/', '_')));
}

/** Without what plugins and bundlers put around it: `\0virtual:model` and `virtual:model`. */
function plainName(id: string): string {
  return parseModuleId(id).file.replace(/^\0?(?:[\w-]+:)?/, '');
}

function fileKey(file: string): string {
  return file.replaceAll('\\', '/').replace(/^file:\/\//, '');
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
