import type { Cache } from '../cache/index.js';
import { Demand } from './demand.js';
import type { Resolver } from './resolver.js';
import type { Analysis, Facts, SourceFile } from './sourceFile.js';
import { isFresh, type Stamp, stampOf } from './stamp.js';

/** What was found out about a project when it was last looked at. */
export interface Remembered {
  readonly files: ReadonlyMap<string, Facts>;
  /** Of the files that say where specifiers lead. */
  readonly configs: readonly [file: string, stamp: Stamp][];
  readonly demands: ReadonlyMap<string, Demand>;
}

type Names = string[];

/** The same as it is written. */
interface Kept {
  files: [file: string, stamp: Stamp, mayBeMarked: boolean | null, analyses: KeptAnalysis[]][];
  configs: [file: string, stamp: Stamp][];
  demands: [file: string, exports: Names, members: Names, callers: Names][];
}

type KeptAnalysis = [
  key: string,
  imports: Analysis['imports'],
  members: Names,
  ownMembers: Names,
  callers: Names,
];

/** Keeps what is found out about a project from one build to the next. */
export class Memory {
  readonly #key: string;

  /** `circumstances` are what it depends on besides the files. */
  constructor(
    private readonly cache: Cache,
    ...circumstances: unknown[]
  ) {
    this.#key = cache.key('project', ...circumstances);
  }

  recall(): Remembered | null {
    const kept = this.cache.read(this.#key) as Kept | undefined;
    if (kept === undefined) return null;
    const { files, configs, demands } = kept;
    return {
      files: new Map(
        files.map(([file, stamp, mayBeMarked, analyses]) => [
          file,
          {
            stamp,
            mayBeMarked: mayBeMarked ?? undefined,
            analyses: new Map(analyses.map(([key, ...parts]) => [key, analysisOf(parts)])),
          },
        ]),
      ),
      configs,
      demands: new Map(demands.map(([file, ...names]) => [file, demandOf(names)])),
    };
  }

  remember(
    files: ReadonlyMap<string, SourceFile>,
    resolver: Resolver,
    demands: ReadonlyMap<string, Demand>,
  ): void {
    const now = Date.now();
    // What may change unseen is looked at anew.
    const sure = (stamp: Stamp) => (isFresh(stamp, now) ? 'fresh' : stamp);
    const kept: Kept = {
      files: Array.from(files, ([file, { facts }]) => [
        file,
        sure(facts.stamp),
        facts.mayBeMarked ?? null,
        Array.from(facts.analyses, ([key, { imports, members, ownMembers, callers }]) => [
          key,
          imports,
          [...members],
          [...ownMembers],
          [...callers],
        ]),
      ]),
      configs: Array.from(resolver.configs, ([file, stamp]) => [file, sure(stamp)]),
      demands: Array.from(demands, ([file, { exports, members, callers }]) => [
        file,
        [...exports],
        [...members],
        [...callers],
      ]),
    };
    this.cache.write(this.#key, kept);
  }
}

/** Whether the project is what is remembered of it, as far as the files at hand and those that specifiers led to tell. */
export function isAsRemembered(
  files: readonly SourceFile[],
  { files: known, configs }: Remembered,
): boolean {
  return (
    files.every(({ file, facts }) => known.get(file) === facts) &&
    configs.every(([file, stamp]) => stampOf(file) === stamp)
  );
}

function analysisOf([imports, members, ownMembers, callers]: [
  Analysis['imports'],
  Names,
  Names,
  Names,
]): Analysis {
  return {
    imports,
    members: new Set(members),
    ownMembers: new Set(ownMembers),
    callers: new Set(callers),
  };
}

function demandOf([exports, members, callers]: [Names, Names, Names]): Demand {
  return Object.assign(new Demand(), {
    exports: new Set(exports),
    members: new Set(members),
    callers: new Set(callers),
  });
}
