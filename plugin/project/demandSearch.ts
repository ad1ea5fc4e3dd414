import type { Wanted } from '../directive/index.js';
import { libraryMethods } from '../directive/libraryMethods.js';
import { Demand } from './demand.js';
import { Importers } from './importers.js';
import { type Mention, type Search, searchFor } from './mentions.js';
import type { ParseFile, SourceFile } from './sourceFile.js';

export interface Surroundings {
  /** The files of the project, which may be searched for names. */
  readonly files: ReadonlyMap<string, SourceFile>;
  fileOf(file: string): SourceFile;
  mayStage(file: string): boolean;
  /** The file that a specifier leads to. */
  resolve(specifier: string, from: string): string | null;
  /** The files of the project that one imports by patterns. */
  matching(globs: readonly string[], from: string): string[];
  readonly parse: ParseFile | null;
  /** Gets the keys of the searches. */
  readonly searches: Set<string>;
}

/** Of these each file is looked through once, however many others ask for such methods. */
const libraryDefinitions = searchFor('defined', libraryMethods);

/** Follows what staged code uses from file to file, until nothing new is found. */
export function findDemands(around: Surroundings): Map<string, Demand> {
  return new DemandSearch(around).find();
}

class DemandSearch {
  readonly #demands = new Map<string, Demand>();
  readonly #pending = new Set<string>();
  readonly #members = new Set<string>();
  readonly #callers = new Set<string>();
  readonly #searched = { members: new Set<string>(), callers: new Set<string>() };
  /** By name, the files that call methods which arrays and tensors have too. */
  readonly #linkedMembers = new Map<string, Set<string>>();
  /** The files whose objects staged code may have. */
  readonly #linked = new Set<string>();
  readonly #importers: Importers;
  /** Of which files what is exported under which names has been looked for. */
  readonly #kept = new Set<string>();

  constructor(private readonly around: Surroundings) {
    this.#importers = new Importers(around);
  }

  find(): Map<string, Demand> {
    for (const { mayBeMarked, file } of this.around.files.values())
      if (mayBeMarked && this.around.mayStage(file)) this.#pending.add(file);
    while (this.#pending.size > 0) {
      for (const file of this.#pending) {
        this.#pending.delete(file);
        this.#follow(file);
      }
      this.#searchAll();
      this.#searchLinked();
    }
    return this.#demands;
  }

  #demandOf(file: string): Demand {
    const demand = this.#demands.get(file) ?? new Demand();
    this.#demands.set(file, demand);
    return demand;
  }

  #want(file: string, kind: keyof Wanted, name: string): void {
    const known = this.#demandOf(file)[kind];
    if (known.has(name) || !this.around.mayStage(file)) return;
    known.add(name);
    this.#pending.add(file);
  }

  #follow(file: string): void {
    const source = this.around.fileOf(file);
    const demand = this.#demandOf(file);
    const found = source.analyse(demand, this.around.parse);
    for (const { source: specifier, name, isCalled } of found.imports) {
      const target = this.around.resolve(specifier, file);
      if (target !== null) this.#want(target, isCalled ? 'results' : 'exports', name);
    }
    for (const name of found.members) this.#members.add(name);
    for (const name of found.callers) this.#callers.add(name);
    for (const name of found.keeping) this.#wantGivers(file, name, found.holding.has(name));
    for (const name of found.linkedMembers) {
      const files = this.#linkedMembers.get(name) ?? new Set();
      this.#linkedMembers.set(name, files.add(file));
    }
    this.#linked.add(file);
    // What only gives functions to graphs is an application, most of which has nothing to do with them.
    const isPart =
      source.mayBeMarked ||
      [demand.exports, demand.results, demand.members].some(({ size }) => size > 0);
    // Which of their functions it calls is told by names that only the program knows.
    const { globs } = isPart ? source : { globs: [] };
    for (const target of globs.length === 0 ? [] : this.around.matching(globs, file))
      if (target !== file) this.#want(target, 'exports', '*');
    for (const specifier of isPart ? source.specifiers : found.given) this.#link(specifier, file);
  }

  /** What keeps functions for staged code may have any name where others import it. */
  #wantGivers(file: string, name: string, isTable: boolean): void {
    const key = `${file}\n${name}\n${isTable}`;
    if (this.#kept.has(key)) return;
    this.#kept.add(key);
    for (const { source, taken } of this.#importers.of(file)) {
      if (taken.name !== name && taken.name !== '*') continue;
      const local = taken.local ?? name;
      if (taken.isExported) this.#wantGivers(source.file, local, isTable);
      else {
        if (source.givesFunction(local)) this.#want(source.file, 'callers', local);
        if (isTable && source.mayFill(local)) this.#want(source.file, 'tables', local);
        for (const exported of source.exportsOf(local))
          this.#wantGivers(source.file, exported, isTable);
      }
    }
  }

  /** With a file, staged code may have objects of what it imports. */
  #link(specifier: string, from: string): void {
    const target = this.around.resolve(specifier, from);
    if (target === null || this.#linked.has(target) || !this.around.mayStage(target)) return;
    this.#linked.add(target);
    for (const further of this.around.fileOf(target).specifiers) this.#link(further, target);
  }

  /** Objects that staged code is given may come from any file: names that it calls are looked for in all. */
  #searchAll(): void {
    const called = this.#searchForNew('used', this.#members, this.#searched.members);
    const giving = this.#searchForNew('called', this.#callers, this.#searched.callers);
    if (called === null && giving === null) return;
    for (const source of this.around.files.values()) {
      for (const name of called === null ? [] : source.mentions(called))
        this.#want(source.file, 'members', name);
      for (const name of giving === null ? [] : source.mentions(giving))
        if (source.givesFunction(name)) this.#want(source.file, 'callers', name);
    }
  }

  #searchForNew(
    mention: Mention,
    names: ReadonlySet<string>,
    searched: Set<string>,
  ): Search | null {
    const unknown = [...names].filter((name) => !searched.has(name));
    if (unknown.length === 0) return null;
    for (const name of unknown) searched.add(name);
    const search = searchFor(mention, unknown);
    this.around.searches.add(search.key);
    return search;
  }

  /** What has methods that arrays or tensors have too is looked for where objects of staged code can come from. */
  #searchLinked(): void {
    if (this.#linkedMembers.size === 0) return;
    this.around.searches.add(libraryDefinitions.key);
    for (const file of this.#linked) {
      for (const name of this.around.fileOf(file).mentions(libraryDefinitions)) {
        const callers = this.#linkedMembers.get(name);
        // In its own file a method is found by its name.
        if (callers && (callers.size > 1 || !callers.has(file))) this.#want(file, 'members', name);
      }
    }
  }
}
