import { resolve } from 'node:path';
import type { BuildResult, OnEndResult, Plugin, PluginBuild } from 'esbuild';
import type { BuildDiagnostic } from '../../diagnostics/index.js';
import { readOrNothing } from '../../project/index.js';
import { directiveWords, mayContainMarks } from '../../syntax/mentions.js';
import { displayPath } from '../../syntax/moduleId.js';
import type { Shared } from '../parts.js';
import { LoadContext } from './loadContext.js';

/** The plugins that come before ours. esbuild hands over nothing that they load. */
export class EarlierPlugins {
  readonly #seen = new Set<string>();
  readonly #are: boolean;
  readonly #isListed: boolean;

  constructor(
    private readonly build: PluginBuild,
    ours: Plugin,
    private readonly shared: Shared,
  ) {
    const options = build.initialOptions;
    this.#are = (options.plugins?.indexOf(ours) ?? -1) > 0;
    this.#isListed = options.metafile === true;
    // Tells which modules there are.
    if (this.#are) options.metafile = true;
  }

  note(path: string): void {
    this.#seen.add(path);
  }

  /** Says which files of the user were not handed over and should be staged. */
  async report(result: BuildResult): Promise<OnEndResult> {
    if (!this.#are) return {};
    const root = this.build.initialOptions.absWorkingDir ?? process.cwd();
    const context = new LoadContext(null);
    for (const name of Object.keys(result.metafile?.inputs ?? {})) {
      const path = resolve(root, name);
      if (this.#seen.has(path) || this.shared.stageOf(path) === null) continue;
      const source = readOrNothing(path, 'utf8');
      const problem = await this.#problemIn(path, source);
      if (problem === null) continue;
      const { reportAll } = await import('../report.js');
      reportAll(context, [problem], { source, root: this.shared.known.root, framework: 'esbuild' });
    }
    if (!this.#isListed) delete result.metafile;
    return { errors: context.errors, warnings: context.warnings };
  }

  async #problemIn(path: string, source: string): Promise<BuildDiagnostic | null> {
    const { known } = this.shared;
    const isMarked = mayContainMarks(source);
    if (!isMarked && (source === '' || (await known.demandKey(path)) === '')) return null;
    const { diagnostic } = await import('../../diagnostics/index.js');
    const file = displayPath(path, known.root);
    const before = source.slice(0, Math.max(0, source.search(directiveWords))).split('\n');
    const what = isMarked ? 'mentions graphs' : 'has functions that staged code calls';
    const message = `${file} ${what}, but a plugin before this one has loaded it: none of its functions are staged.`;
    return diagnostic('unseen-module', message, {
      file,
      line: before.length,
      column: before.at(-1)!.length + 1,
    });
  }
}
