import type { OnLoadResult, PartialMessage, Plugin, PluginBuild } from 'esbuild';
import { GivenTexts } from './esbuildPlaces.js';
import type { UseGraphOptions } from './options.js';
import type { OwnFrame } from './report.js';
import { unplugin } from './unplugin.js';

export type { UseGraphOptions };

/** The plugin for esbuild. It must come before others that load the project's own files. */
export default function useGraph(options?: UseGraphOptions): Plugin {
  const plugin = unplugin.esbuild(options);
  return { name: 'use-graph', setup: (build) => plugin.setup(withFrames(build)) };
}

/** esbuild shows the lines that messages speak of, and so they need not hold them; unplugin does not tell it of them. */
function withFrames(build: PluginBuild): PluginBuild {
  const texts = new GivenTexts();
  const root = build.initialOptions.absWorkingDir ?? process.cwd();
  build.onEnd((result) => texts.correct(result, root));
  return {
    ...build,
    onLoad: (options, load) =>
      build.onLoad(options, async (args) => {
        const result = await load(args);
        if (typeof result?.contents === 'string') texts.note(args.path, result.contents);
        return result && withMessages(result);
      }),
  };
}

function withMessages(result: OnLoadResult): OnLoadResult {
  const { errors, warnings, ...others } = result;
  return { ...others, errors: errors?.map(framed), warnings: warnings?.map(framed) };
}

function framed(message: PartialMessage): PartialMessage {
  const { location, detail } = message;
  if (!location || !isFrame(detail)) return message;
  const { text, suggestion, lineText, length } = detail;
  const notes = suggestion === '' ? [] : [{ text: suggestion }];
  return { ...message, text, notes, location: { ...location, lineText, length } };
}

function isFrame(detail: unknown): detail is OwnFrame {
  return typeof detail === 'object' && detail !== null && 'lineText' in detail;
}
