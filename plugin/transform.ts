import { dirname, resolve } from 'node:path';
import type { EncodedSourceMap } from '@jridgewell/gen-mapping';
import { type BuildDiagnostic, diagnostic, locationOf } from './diagnostics/index.js';
import { nothingWanted, ParsedModule, type Wanted } from './directive/index.js';
import { type InputMap, OriginalPlaces } from './print/originalPlaces.js';
import { TextEditor } from './print/textEditor.js';
import { importsRuntime, mayContainMarks } from './syntax/mentions.js';
import { displayPath, isCommonJsExtension, parseModuleId } from './syntax/moduleId.js';
import { otherLanguageOf } from './syntax/otherLanguage.js';
import { parse } from './syntax/parse.js';
import { rewrite } from './wrap/rewrite.js';

export interface TransformOptions {
  /** The directory that paths in messages are relative to. The working directory where it is left out. */
  root?: string;
  /** The source map of what was compiled before, so that messages speak of what the user wrote. */
  inputMap?: InputMap | null;
  /** How the source map names the file. Its path where it is left out. */
  sourceName?: string;
  /** What staged code of other modules uses of this one. */
  wanted?: Wanted | null;
  /** Whether a page that runs the module may be given another version of it. */
  isReplaceable?: boolean;
  /** Whether anything that the module imports tells of TensorFlow.js. */
  importsTensors?: boolean;
  /** The module, where the code was parsed already. It is used up. */
  parsed?: ParsedModule | null;
}

export interface TransformResult {
  code: string;
  map: EncodedSourceMap | null;
  /** The code is as it was where one of these is an error of every marked function. */
  diagnostics: BuildDiagnostic[];
}

/** Stages the marked functions of a module. Null where it has none, and nothing to say about them. */
export function transform(
  code: string,
  id: string,
  options: TransformOptions = {},
): TransformResult | null {
  const wanted = options.wanted ?? nothingWanted;
  if (!mayContainMarks(code) && (wanted === nothingWanted || importsRuntime(code))) return null;
  const { file } = parseModuleId(id);
  const root = options.root ?? process.cwd();
  const diagnostics: BuildDiagnostic[] = [];
  const editor = new TextEditor(code, options.sourceName ?? file);
  const places = new OriginalPlaces(displayPath(file, root), options.inputMap ?? null, (source) =>
    displayPath(resolve(dirname(file), source), root),
  );
  const report = (problem: BuildDiagnostic) => diagnostics.push(places.ofDiagnostic(problem));
  const onError = (error: ParseError): void => {
    if (mentionsDirective.test(code)) report(unreadable(error, code, id, places.file));
  };
  const module = options.parsed ?? tryParse(code, id, onError);
  if (module === null) return diagnostics.length === 0 ? null : { code, map: null, diagnostics };
  editor.knowComments(module.ast.comments ?? []);
  const changed = rewrite(module, {
    file: places.file,
    commonJsFile: isCommonJsExtension(id),
    editor: places.inLiterals(editor),
    wanted,
    isReplaceable: options.isReplaceable ?? false,
    importsTensors: options.importsTensors ?? false,
    report,
  });
  if (!changed) return diagnostics.length === 0 ? null : { code, map: null, diagnostics };
  const text = editor.result();
  return { code: text.code, map: text.map, diagnostics };
}

const mentionsDirective = /(['"])use graph\1/;

interface ParseError extends SyntaxError {
  loc: { line: number; column: number };
}

function tryParse(
  code: string,
  id: string,
  onError: (error: ParseError) => void,
): ParsedModule | null {
  try {
    return new ParsedModule(parse(code, id));
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    onError(error as ParseError);
    return null;
  }
}

function unreadable(
  { message, loc }: ParseError,
  code: string,
  id: string,
  file: string,
): BuildDiagnostic {
  const place = locationOf(file, { start: loc, end: loc });
  const language = otherLanguageOf(code, id);
  if (language !== null) {
    const text = `The file cannot be parsed as JavaScript: it looks like ${language.name}.`;
    return diagnostic('unreadable-file', text, place, language.advice);
  }
  const reason = message
    .replace(/ \(\d+:\d+\)$/, '')
    // What the parser of ours is told to know is none of the user's.
    .replace(
      /^This experimental syntax requires enabling .*?: (.*?)\.?$/,
      'Experimental syntax ($1)',
    );
  return diagnostic('unreadable-file', `The file cannot be parsed: ${reason}`, place);
}
