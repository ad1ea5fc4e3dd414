import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Cache } from '../cache/index.js';
import { Demand } from './demand.js';
import { type Directory, readDirectory } from './files.js';
import type { Resolver } from './resolver.js';
import type { Analysis, Facts, SourceFile } from './sourceFile.js';
import { isFresh, type Stamp, stampOf } from './stamp.js';

type Names = readonly string[];

/** What tells whether anything has changed, and what follows where nothing has. */
interface Kept {
  directories: KeptDirectory[];
  /** Files elsewhere that specifiers led to. */
  others: KeptFile[];
  /** The files that say where specifiers lead. */
  configs: [file: string, stamp: Stamp][];
  /** The specifiers of staged code that lead to no file. */
  unresolved: Names;
  demands: [
    file: string,
    exports: Names,
    results: Names,
    members: Names,
    callers: Names,
    tables: Names,
  ][];
}

type KeptDirectory = [path: string, stamp: Stamp, directories: Names, files: KeptFile[]];

/** The time and the size are its stamp, in numbers: there are many files. */
type KeptFile = [name: string, time: number, size: number];

/** What is known of the files, for a build that finds another one changed. */
interface KeptFacts {
  files: [
    file: string,
    stamp: Stamp,
    mayBeMarked: boolean | null,
    specifiers: Names | null,
    /** By the index of the search. */
    mentions: [search: number, names: Names][],
    gifts: [name: string, isGiven: boolean][],
    analyses: KeptAnalysis[],
  ][];
  searches: Names;
}

type KeptAnalysis = [
  key: string,
  imports: Analysis['imports'],
  members: Names,
  linkedMembers: Names,
  callers: Names,
  keeping: Names,
  holding: Names,
  given: Names,
];

/** What there is to remember. */
export interface Findings {
  readonly directories: readonly Directory[];
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly resolver: Resolver;
  readonly demands: ReadonlyMap<string, Demand>;
  readonly unresolved: ReadonlySet<string>;
  /** The keys of those that were made; files may know of others from builds before. */
  readonly searches: ReadonlySet<string>;
}

/** Keeps what is found out about a project from one build to the next. */
export class Memory {
  readonly #key: string;
  readonly #factsKey: string;

  /** `circumstances` are what it depends on besides the files. */
  constructor(
    private readonly cache: Cache,
    ...circumstances: unknown[]
  ) {
    this.#key = cache.key('project', ...circumstances);
    this.#factsKey = cache.key('facts', ...circumstances);
  }

  recall(): Remembered | null {
    const kept = this.cache.read(this.#key) as Kept | undefined;
    if (kept === undefined) return null;
    return new Remembered(kept, () => this.cache.read(this.#factsKey) as KeptFacts | undefined);
  }

  remember(findings: Findings): void {
    const { directories, files, resolver, demands, searches, unresolved } = findings;
    const now = Date.now();
    // What may change unseen is looked at anew.
    const sure = (stamp: Stamp) => (isFresh(stamp, now) ? 'fresh' : stamp);
    const others = new Set(files.keys());
    const keptFile = (name: string, file: string): KeptFile => {
      others.delete(file);
      return [name, ...numbersOf(sure(files.get(file)?.facts.stamp ?? stampOf(file)))];
    };
    const kept: Kept = {
      directories: directories.map((directory) => [
        directory.path,
        sure(directory.stamp),
        directory.directories,
        directory.files.map((name) => keptFile(name, join(directory.path, name))),
      ]),
      others: Array.from(others, (file) => keptFile(file, file)),
      configs: Array.from(resolver.configs, ([file, stamp]) => [file, sure(stamp)]),
      unresolved: [...unresolved],
      demands: Array.from(demands, ([file, { exports, results, members, callers, tables }]) => [
        file,
        [...exports],
        [...results],
        [...members],
        [...callers],
        [...tables],
      ]),
    };
    this.cache.write(this.#key, kept);
    this.cache.write(this.#factsKey, keptFacts(files.values(), [...searches], sure));
  }
}

/** A time, and size, that no file has: of one that was not there, and of one that may have changed unseen. */
const missing = -1;
const unsure = -2;

/** What was found out about a project when it was last looked at. */
export class Remembered {
  #files: Map<string, Facts> | null = null;

  constructor(
    private readonly kept: Kept,
    private readonly readFacts: () => KeptFacts | undefined,
  ) {}

  /** What is known of each file. */
  get files(): ReadonlyMap<string, Facts> {
    this.#files ??= factsIn(this.readFacts());
    return this.#files;
  }

  /** The stamp of a file; undefined where it is not known. */
  stampOf(file: string): Stamp | undefined {
    const directory = dirname(file);
    const name = basename(file);
    const around = this.kept.directories.find(([path]) => path === directory);
    const found =
      around?.[3].find(([other]) => other === name) ??
      this.kept.others.find(([other]) => other === file);
    return found && stampIn(found);
  }

  get unresolved(): Names {
    return this.kept.unresolved;
  }

  get demands(): Map<string, Demand> {
    return new Map(
      this.kept.demands.map(([file, exports, results, members, callers, tables]) => [
        file,
        Object.assign(new Demand(), {
          exports: new Set(exports),
          results: new Set(results),
          members: new Set(members),
          callers: new Set(callers),
          tables: new Set(tables),
        }),
      ]),
    );
  }

  /** Whether the project is what it was, as far as the files in it and those that specifiers led to tell. */
  isCurrent(outputs: readonly string[]): boolean {
    const { directories, others, configs } = this.kept;
    return (
      directories.every((directory) => hasSameEntries(directory, outputs)) &&
      directories.every(([path, , , files]) => files.every((file) => isSame(`${path}/`, file))) &&
      others.every((file) => isSame('', file)) &&
      configs.every(([file, stamp]) => stampOf(file) === stamp)
    );
  }
}

/** What comes or goes in a directory changes its stamp. */
function hasSameEntries(
  [path, stamp, directories, files]: KeptDirectory,
  outputs: readonly string[],
): boolean {
  if (stampOf(path) === stamp) return true;
  const found = readDirectory(path, outputs);
  const names = files.map(([name]) => name);
  return areSame(found.files, names) && areSame(found.directories, directories);
}

function areSame(some: Names, others: Names): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}

function isSame(directory: string, [name, time, size]: KeptFile): boolean {
  const stats = statSync(directory + name, { throwIfNoEntry: false });
  return stats === undefined ? time === missing : stats.mtimeMs === time && stats.size === size;
}

function numbersOf(stamp: Stamp): [time: number, size: number] {
  if (stamp === '') return [missing, 0];
  const [time, size] = stamp.split(' ').map(Number);
  return size === undefined ? [unsure, 0] : [time!, size];
}

function stampIn([, time, size]: KeptFile): Stamp {
  return time === missing ? '' : `${time} ${size}`;
}

function keptFacts(
  files: Iterable<SourceFile>,
  searches: Names,
  sure: (stamp: Stamp) => Stamp,
): KeptFacts {
  return {
    files: Array.from(files, ({ file, facts }) => [
      file,
      sure(facts.stamp),
      facts.mayBeMarked ?? null,
      facts.specifiers ?? null,
      searches.flatMap((search, index) => {
        const names = facts.mentions.get(search);
        return names === undefined ? [] : [[index, names]];
      }),
      [...facts.gifts],
      Array.from(facts.analyses, ([key, analysis]) => [
        key,
        analysis.imports,
        [...analysis.members],
        [...analysis.linkedMembers],
        [...analysis.callers],
        [...analysis.keeping],
        [...analysis.holding],
        [...analysis.given],
      ]),
    ]),
    searches,
  };
}

function factsIn(kept: KeptFacts | undefined): Map<string, Facts> {
  const { files, searches } = kept ?? { files: [], searches: [] };
  return new Map(
    files.map(([file, stamp, mayBeMarked, specifiers, mentions, gifts, analyses]) => [
      file,
      {
        stamp,
        mayBeMarked: mayBeMarked ?? undefined,
        specifiers: specifiers ?? undefined,
        mentions: new Map(mentions.map(([search, names]) => [searches[search]!, names])),
        gifts: new Map(gifts),
        analyses: new Map(analyses.map(([key, ...parts]) => [key, analysisOf(parts)])),
      },
    ]),
  );
}

function analysisOf([imports, members, linkedMembers, callers, keeping, holding, given]: [
  Analysis['imports'],
  Names,
  Names,
  Names,
  Names,
  Names,
  Names,
]): Analysis {
  return {
    imports,
    members: new Set(members),
    linkedMembers: new Set(linkedMembers),
    callers: new Set(callers),
    keeping: new Set(keeping),
    holding: new Set(holding),
    given: new Set(given),
  };
}
