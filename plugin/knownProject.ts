import { type BuildDiagnostic, diagnostic } from './diagnostics/index.js';
import type { UseGraphOptions } from './options.js';
import { type Alias, type Entry, Project } from './project/index.js';
import { displayPath } from './syntax/moduleId.js';

/** A bundler's project, as far as its configuration is known; it is looked at when the first module comes. */
export class KnownProject {
  root: string;
  aliases: readonly Alias[] = [];
  outputs: readonly string[] = [];
  /** Called with modules that have to be transformed again; without it, they are warned of. */
  invalidate: ((files: readonly string[]) => void) | null = null;
  /** Files may change while the bundler runs, without a word to the plugin. */
  mayChange = false;
  #project: Project | null = null;

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
  }

  enter(file: string, code: string): Entry & { late: BuildDiagnostic[] } {
    const project = this.#current();
    if (this.mayChange) project.refreshIfChanged(file);
    const entry = project.enter(file, code);
    return { ...entry, late: entry.grew ? this.#reportStale(file) : [] };
  }

  refresh(changed?: Iterable<string>): void {
    this.#project?.refresh(changed);
  }

  /** Stands for what is known to be used of a file. */
  demandKey(file: string): string {
    return this.#current().demandKey(file);
  }

  stale(): string[] {
    return this.#project?.stale() ?? [];
  }

  isStale(file: string): boolean {
    return this.#project?.isStale(file) ?? false;
  }

  #current(): Project {
    const { root, aliases, outputs, mayStage } = this;
    this.#project ??= new Project({ root, aliases, outputs, mayStage });
    return this.#project;
  }

  #reportStale(cause: string): BuildDiagnostic[] {
    const stale = this.stale();
    if (stale.length === 0) return [];
    if (this.invalidate !== null) {
      this.invalidate(stale);
      return [];
    }
    const causePath = displayPath(cause, this.root);
    return stale.map((file) => {
      const path = displayPath(file, this.root);
      const message = `Staged code of ${causePath} calls functions of ${path}, which was bundled before that was known: they are traced as written.`;
      return diagnostic('late-import', message, { file: path, line: 1, column: 1 });
    });
  }
}
