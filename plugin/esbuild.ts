import { readFile } from 'node:fs/promises';
import type { OnLoadArgs, OnLoadResult, Plugin, PluginBuild } from 'esbuild';
import { combineMaps } from './bundler/esbuild/combineMaps.js';
import { EarlierPlugins } from './bundler/esbuild/earlierPlugins.js';
import { importExternalRuntime } from './bundler/esbuild/externalRuntime.js';
import { LoadContext } from './bundler/esbuild/loadContext.js';
import { OtherPlugins } from './bundler/esbuild/otherPlugins.js';
import { GivenTexts, mapIn, withMap } from './bundler/esbuild/places.js';
import { transformModule } from './bundler/module.js';
import { openParts, type Shared } from './bundler/parts.js';
import { pluginName, type UseGraphOptions } from './options.js';
import { readAliases } from './project/index.js';
import { isScript, parseModuleId } from './syntax/moduleId.js';

export type { UseGraphOptions };

/** The plugin for esbuild. It stages also what plugins that come after it load; of what those before it do, it warns. */
export default function useGraph(options?: UseGraphOptions): Plugin {
  const shared = openParts(options);
  const plugin: Plugin = { name: pluginName, setup: (build) => setUp(build, plugin, shared) };
  return plugin;
}

function setUp(build: PluginBuild, ours: Plugin, { known, stageOf }: Shared): void {
  const { absWorkingDir = process.cwd(), alias, outdir, outfile } = build.initialOptions;
  known.configure(absWorkingDir, readAliases(alias), [outdir, outfile]);
  importExternalRuntime(build);
  const texts = new GivenTexts();
  build.onStart(() => known.refresh());
  build.onEnd((result) => texts.correct(result, absWorkingDir));
  const earlier = new EarlierPlugins(build, ours, { known, stageOf });
  build.onEnd((result) => earlier.report(result));
  const others = new OtherPlugins(build, ours, stageResult);
  build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async (args) => {
    const id = args.path + args.suffix;
    earlier.note(args.path);
    if (stageOf(id) !== 'source') return null;
    const given = await others.load(args);
    if (given.result !== null) return given.result;
    const code = await readFile(args.path, 'utf8');
    const result = await stageText(id, code, args.path);
    // Who was asked already is not asked again.
    if (result.contents === undefined && given.wasAsked)
      return { ...result, contents: code, loader: 'default' };
    return { ...result, loader: 'default' };
  });

  /** What another plugin has loaded, which is JavaScript or TypeScript. */
  async function stageResult(args: OnLoadArgs, given: OnLoadResult): Promise<OnLoadResult> {
    earlier.note(args.path);
    const language = languageOf(given, args.path);
    if (given.contents === undefined || language === null) return given;
    const { contents } = given;
    const id = idOf(args, language);
    if (stageOf(id) === null) return given;
    const text = typeof contents === 'string' ? contents : Buffer.from(contents).toString();
    const staged = await stageText(id, text, args.path);
    return {
      ...given,
      contents: staged.contents ?? contents,
      errors: [...(given.errors ?? []), ...(staged.errors ?? [])],
      warnings: [...(given.warnings ?? []), ...(staged.warnings ?? [])],
    };
  }

  async function stageText(id: string, code: string, path: string): Promise<OnLoadResult> {
    const inputMap = mapIn(code);
    const context = new LoadContext(inputMap);
    const staged = await transformModule(context, code, id, known, 'esbuild');
    const { errors, warnings } = context;
    if (!staged || typeof staged === 'string') return { errors, warnings };
    const contents = withMap(staged.code, combineMaps(staged.map, inputMap), code);
    texts.note(path, contents);
    return { contents, errors, warnings };
  }
}

/** The extension that stands for how esbuild reads it; null where that is not as code. */
function languageOf({ loader = 'js' }: OnLoadResult, path: string): string | null {
  if (loader === 'default') return isScript(path) ? '' : null;
  return /^[jt]sx?$/.test(loader) ? loader : null;
}

/** Files are called by their paths, and what a plugin made up has a namespace before it. */
function idOf({ path, suffix, namespace }: OnLoadArgs, language: string): string {
  const id = (namespace === 'file' ? path : `\0${namespace}:${path}`) + suffix;
  if (language === '' || isScript(id)) return id;
  return `${id}${parseModuleId(id).query === '' ? '?' : '&'}lang.${language}`;
}
