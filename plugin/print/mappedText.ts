import {
  addSegment,
  type EncodedSourceMap,
  GenMapping,
  setSourceContent,
  toEncodedMap,
} from '@jridgewell/gen-mapping';

/** A place in a text, line and column counted from zero. */
export interface Position {
  line: number;
  column: number;
}

export interface Mapping {
  generated: Position;
  /** Null where the text comes from nowhere in the original. */
  original: Position | null;
  name: string | null;
}

/** A piece of generated code with what of the original each part of it stands for. */
export interface GeneratedText {
  code: string;
  /** In the order of the generated positions. */
  mappings: readonly Mapping[];
}

/** Where a debugger can stop: at each word, and at each sign between words. */
const token = /[\p{ID_Continue}$]+|[^\p{ID_Continue}$\s]/gu;

/** A text put together from pieces of the original and generated ones, with the source map of the whole. */
export class MappedText {
  readonly #map = new GenMapping();
  readonly #lineStarts: number[];
  #code = '';
  #end: Position = { line: 0, column: 0 };

  constructor(
    private readonly original: string,
    private readonly source: string,
  ) {
    this.#lineStarts = lineStarts(original);
    setSourceContent(this.#map, source, original);
  }

  get code(): string {
    return this.#code;
  }

  get map(): EncodedSourceMap {
    return toEncodedMap(this.#map);
  }

  /** Appends a part of the original, its lines further in by `inset`; every token of it leads to itself. */
  appendOriginal(start: number, end: number, inset: string): void {
    if (start === end) return;
    const text = this.original.slice(start, end);
    const from = this.#positionOf(start);
    const starts = lineStarts(text);
    for (const [index, lineStart] of starts.entries()) {
      const line = text.slice(lineStart, starts[index + 1] ?? text.length);
      const originalColumn = index === 0 ? from.column : 0;
      const generatedColumn = index === 0 ? this.#end.column : inset.length;
      const columns = new Set([0]);
      for (const { index: column } of line.matchAll(token)) columns.add(column);
      for (const column of columns) {
        const original = { line: from.line + index, column: originalColumn + column };
        this.#add(this.#end.line + index, generatedColumn + column, original, null);
      }
    }
    this.#write(furtherIn(text, inset));
  }

  appendGenerated({ code, mappings }: GeneratedText): void {
    if (code === '') return;
    if (!startsMapped(mappings)) this.#add(this.#end.line, this.#end.column, null, null);
    const { line, column } = this.#end;
    for (const { generated, original, name } of mappings) {
      const inLine = generated.line === 0 ? column + generated.column : generated.column;
      this.#add(line + generated.line, inLine, original, name);
    }
    this.#write(code);
  }

  #add(line: number, column: number, original: Position | null, name: string | null): void {
    if (original === null) addSegment(this.#map, line, column);
    else if (name === null) {
      addSegment(this.#map, line, column, this.source, original.line, original.column);
    } else {
      addSegment(this.#map, line, column, this.source, original.line, original.column, name);
    }
  }

  #write(text: string): void {
    this.#code += text;
    this.#end = shift(this.#end, endOf(text));
  }

  #positionOf(offset: number): Position {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - this.#lineStarts[low]! };
  }
}

/** The text with all of its lines but the first and empty ones further in. */
export function furtherIn(text: string, inset: string): string {
  return inset === '' ? text : text.replace(/\n(?!\r?\n)/g, `\n${inset}`);
}

export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/** The position that follows a text which begins at the origin. */
export function endOf(text: string): Position {
  const starts = lineStarts(text);
  return { line: starts.length - 1, column: text.length - starts.at(-1)! };
}

/** Where a position within a piece is once the piece begins at `from`. */
export function shift(from: Position, { line, column }: Position): Position {
  return line === 0
    ? { line: from.line, column: from.column + column }
    : { line: from.line + line, column };
}

function startsMapped(mappings: readonly Mapping[]): boolean {
  const first = mappings[0]?.generated;
  return first !== undefined && first.line === 0 && first.column === 0;
}
