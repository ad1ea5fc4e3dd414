import { resolve } from 'node:path';
import { AnyMap, type EncodedSourceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import type { BuildResult, Location, Message } from 'esbuild';

/*
 * What esbuild says of a module speaks of the text that a plugin gave it. It takes no source map for that.
 */

/** The texts that were given, by the paths of the modules. */
export class GivenTexts {
  readonly #texts = new Map<string, string>();

  note(path: string, text: string): void {
    this.#texts.set(path, text);
  }

  /** Has the messages of a build speak of the user's files. */
  correct({ errors, warnings }: Pick<BuildResult, 'errors' | 'warnings'>, root: string): void {
    for (const message of [...errors, ...warnings]) {
      // Those of this plugin do so already.
      if (message.pluginName !== '') continue;
      this.#correctPlace(message, root);
      for (const note of message.notes) this.#correctPlace(note, root);
    }
  }

  #correctPlace(message: Pick<Message, 'location'>, root: string): void {
    const { location } = message;
    if (location === null) return;
    const text = this.#texts.get(resolve(root, location.file));
    const map = text === undefined ? null : mapIn(text);
    const place = map === null ? null : originalPlace(location, map);
    if (place !== null) message.location = place;
  }
}

/** The map at the end of a text. */
export function mapIn(text: string): EncodedSourceMap | null {
  const encoded =
    /\/\/# sourceMappingURL=data:application\/json;(?:charset=[\w-]+;)?base64,(\S+)\s*$/.exec(
      text,
    )?.[1];
  if (encoded === undefined) return null;
  return JSON.parse(Buffer.from(encoded, 'base64').toString()) as EncodedSourceMap;
}

/** A text with a map behind it, as esbuild takes it. */
export function withMap(text: string, map: EncodedSourceMap, source: string): string {
  const { sourcesContent } = map;
  const isComplete = sourcesContent !== undefined && sourcesContent.length > 0;
  const complete = isComplete ? map : { ...map, sourcesContent: [source] };
  const encoded = Buffer.from(JSON.stringify(complete)).toString('base64');
  return `${text}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${encoded}`;
}

/** Columns are counted in bytes there. */
function originalPlace(location: Location, map: EncodedSourceMap): Location | null {
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  const found = originalPositionFor(AnyMap(map), { line: location.line, column: before.length });
  const source = map.sourcesContent?.[0];
  if (found.line === null || source === undefined || source === null) return null;
  const lineText = source.split(/\r\n|[\n\r\u2028\u2029]/)[found.line - 1] ?? '';
  const given = Buffer.from(location.lineText).subarray(location.column).toString();
  const concerned = Buffer.from(given).subarray(0, location.length).toString();
  const isThere = lineText.startsWith(concerned, found.column);
  return {
    ...location,
    line: found.line,
    column: Buffer.byteLength(lineText.slice(0, found.column)),
    length: isThere ? location.length : 0,
    lineText,
  };
}
