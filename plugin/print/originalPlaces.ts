import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import {
  AnyMap,
  type EncodedSourceMap,
  originalPositionFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import type { BuildDiagnostic } from '../diagnostics/index.js';
import { forEachNode } from '../syntax/nodes.js';
import type { Editor, StatementList } from '../wrap/editor.js';

/** A source map as bundlers hand it over. */
export interface InputMap {
  version: number;
  mappings: unknown;
  names: string[];
  sources: (string | null)[];
  sourcesContent?: (string | null)[];
}

interface Place {
  file: string;
  line: number;
  column: number;
}

/** Where places of the code that we got are in the file that the user wrote. */
export class OriginalPlaces {
  readonly #map: TraceMap | null;
  readonly #literal: RegExp;

  /** `file` is the name of the code that we got; `resolveSource` names a source of the map in the same manner. */
  constructor(
    readonly file: string,
    inputMap: InputMap | null,
    private readonly resolveSource: (source: string) => string,
  ) {
    this.#map = inputMap === null ? null : AnyMap(inputMap as EncodedSourceMap);
    this.#literal = new RegExp(`^${file.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}:(\\d+):(\\d+)$`);
  }

  ofDiagnostic(problem: BuildDiagnostic): BuildDiagnostic {
    const place = this.#find(problem.location);
    return place === null ? problem : { ...problem, location: place };
  }

  /** An editor in whose staged code the literals that name places speak of the user's file. */
  inLiterals(editor: Editor): Editor {
    if (this.#map === null) return editor;
    const translate = <T extends t.Node>(node: T): T => {
      forEachNode(node, (part) => {
        if (part.type === 'StringLiteral') this.#translate(part);
      });
      return node;
    };
    return {
      replace: (path: NodePath, build) =>
        editor.replace(path, (original) => translate(build(original))),
      prepend: (path: NodePath<StatementList>, statements) =>
        editor.prepend(path, statements.map(translate)),
      append: (path, members) => editor.append(path, members.map(translate)),
      dropAsync: (path) => editor.dropAsync(path),
      dropDirective: (directive) => editor.dropDirective(directive),
    };
  }

  #translate(literal: t.StringLiteral): void {
    const [, line, column] = this.#literal.exec(literal.value) ?? [];
    if (line === undefined || column === undefined) return;
    const place = this.#find({ file: this.file, line: Number(line), column: Number(column) });
    if (place === null) return;
    literal.value = `${place.file}:${place.line}:${place.column}`;
    delete literal.extra;
  }

  #find({ line, column }: Place): Place | null {
    if (this.#map === null) return null;
    const found = originalPositionFor(this.#map, { line, column: column - 1 });
    if (found.source === null) return null;
    return { file: this.resolveSource(found.source), line: found.line, column: found.column + 1 };
  }
}
