import { type Cache, openCache } from '../cache/index.js';
import type { BuildDiagnostic } from '../diagnostics/index.js';
import type { UseGraphOptions } from '../options.js';
import {
  type Alias,
  type Entry,
  Memory,
  ParserMissing,
  Project,
  readOrNothing,
  SearchMissing,
} from '../project/index.js';
import { mayContainMarks } from '../syntax/mentions.js';
import { displayPath, parseModuleId } from '../syntax/moduleId.js';

/** A bundler's project, as far as its configuration is known; it is looked at when the first module comes. */
export class KnownProject {
  root: string;
  aliases: readonly Alias[] = [];
  outputs: readonly string[] = [];
  /** Called with modules that have to be transformed again; without it, they are warned of. */
  invalidate: ((files: readonly string[]) => void) | null = null;
  /** Files may change while the bundler runs, without a word to the plugin. */
  mayChange = false;
  /** What is handed over of files that mention nothing of graphs; null where that is all. */
  handedOver: readonly RegExp[] | null = null;
  #project: Project | null = null;
  #isLookedAhead = false;
  #cache: Cache | null | undefined;
  /** What was said to be late. */
  readonly #missed = new Set<string>();

  constructor(
    private readonly options: UseGraphOptions,
    private readonly mayStage: (file: string) => boolean,
  ) {
    this.root = options.root ?? process.cwd();
  }

  configure(
    root: string | undefined,
    aliases: readonly Alias[],
    outputs: readonly (string | undefined)[],
  ): void {
    this.root = this.options.root ?? root ?? this.root;
    this.aliases = aliases;
    this.outputs = outputs.filter((path) => path !== undefined);
    this.#project = null;
    this.#cache = undefined;
  }

  get cache(): Cache | null {
    if (this.#cache === undefined) this.#cache = openCache(this.options.cache, this.root);
    return this.#cache;
  }

  async enter(id: string, code: string): Promise<Entry & { late: BuildDiagnostic[] }> {
    const { file } = parseModuleId(id);
    const entry = await this.#ask((project) => {
      if (this.mayChange) project.refreshIfChanged(file);
      return project.enter(id, code);
    });
    return { ...entry, late: entry.grew ? await this.#reportStale(file) : [] };
  }

  refresh(changed?: Iterable<string>): void {
    const isNew = this.#isLookedAhead && changed === undefined;
    this.#isLookedAhead = false;
    if (!isNew) this.#project?.refresh(changed);
  }

  /** Stands for what is known to be used of a file. */
  demandKey(file: string): Promise<string> {
    return this.#ask((project) => project.demandKey(file));
  }

  demandsKey(): Promise<string> {
    return this.#ask((project) => project.demandsKey());
  }

  /** The files that staged code of others uses, before the bundler begins. */
  async lookAhead(): Promise<string[]> {
    const demanded = await this.#ask((project) => project.demanded());
    this.#isLookedAhead = true;
    return demanded;
  }

  async stale(): Promise<string[]> {
    return this.#project === null ? [] : this.#ask((project) => project.stale());
  }

  /** Whether a module is to be transformed again that was when this was its state, maybe in a build before. */
  async isStale(id: string, state: string): Promise<boolean> {
    return this.mayStage(id) && this.#ask((project) => project.isStale(id, state));
  }

  stateOf(id: string): Promise<string> {
    return this.#ask((project) => project.stateOf(id));
  }

  /** What looks through files, and the parser, are loaded where the answer is not remembered. */
  async #ask<Answer>(question: (project: Project) => Answer): Promise<Answer> {
    const project = this.#current();
    try {
      return question(project);
    } catch (error) {
      if (error instanceof SearchMissing)
        project.search = (await import('../project/demandSearch.js')).findDemands;
      else if (error instanceof ParserMissing)
        project.parse = (await import('../project/parsedFile.js')).parseFile;
      else throw error;
      return this.#ask(question);
    }
  }

  #current(): Project {
    if (this.#project === null) {
      const { root, aliases, outputs, mayStage, cache } = this;
      const { include, exclude } = this.options;
      const patterns = [include, exclude].map((given) => [given ?? []].flat().map(String));
      const finds = aliases.map(({ find, ...alias }) => [String(find), alias]);
      const memory = cache && new Memory(cache, root, finds, outputs, patterns);
      this.#project = new Project({ root, aliases, outputs, mayStage, memory });
    }
    return this.#project;
  }

  async #notHandedOver(): Promise<string[]> {
    const patterns = this.handedOver;
    if (patterns === null) return [];
    const demanded = await this.#ask((project) => project.demanded());
    return demanded.filter(
      (file) =>
        !this.#missed.has(file) &&
        !patterns.some((pattern) => pattern.test(file)) &&
        !mayContainMarks(readOrNothing(file, 'utf8')),
    );
  }

  async #reportStale(cause: string): Promise<BuildDiagnostic[]> {
    const missed = await this.#notHandedOver();
    for (const file of missed) this.#missed.add(file);
    const stale = [...new Set([...(await this.stale()), ...missed])];
    if (stale.length === 0) return [];
    if (this.invalidate !== null) {
      this.invalidate(stale);
      return [];
    }
    const late = await this.#ask((project) => stale.filter((file) => project.isLate(file)));
    if (late.length === 0) return [];
    const { diagnostic } = await import('../diagnostics/index.js');
    const causePath = displayPath(cause, this.root);
    return late.map((file) => {
      const path = displayPath(file, this.root);
      const message = `Staged code of ${causePath} calls functions of ${path}, which was bundled before that was known: they are traced as written.`;
      return diagnostic('late-import', message, { file: path, line: 1, column: 1 });
    });
  }
}
