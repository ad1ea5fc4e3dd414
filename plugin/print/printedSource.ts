import type * as t from '@babel/types';
import type { Range } from './generatedText.js';
import { lineStarts, type Position } from './mappedText.js';

/** White space, a comment, a text, or whatever sign there is. */
const piece = /\s+|\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[\s\S]/g;

/** What the printer asks of the text of a module, for all that is printed of it. */
export class PrintedSource {
  readonly lines: readonly string[];
  /** Counted from zero. */
  readonly blankLines: ReadonlySet<number>;
  /** Those that only begin a `switch`, of which the first case is what is left. */
  readonly switchLines: ReadonlySet<number>;
  /** A character that the text does not have. */
  readonly unusedSign: string;
  /** Only templates, JSX and texts that go on behind a backslash are of more lines than one. */
  readonly mayHaveTextOfLines: boolean;
  readonly #lineStarts: readonly number[];
  #comments: readonly t.Comment[] = [];
  #inner: readonly t.Comment[] = [];

  constructor(readonly text: string) {
    this.lines = text.split('\n');
    const blank = new Set<number>();
    const heads = new Set<number>();
    for (const [index, line] of this.lines.entries()) {
      if (line.trim() === '') blank.add(index);
      else if (/^\s*switch\b.*\{\s*$/.test(line)) heads.add(index);
    }
    this.blankLines = blank;
    this.switchLines = heads;
    this.mayHaveTextOfLines = /`|<\/|\/>|\\\r?\n/.test(text);
    this.unusedSign = signNotIn(text);
    this.#lineStarts = lineStarts(text);
  }

  set comments(all: readonly t.Comment[]) {
    this.#comments = all.filter(({ end }) => this.#endsLine(end!));
    this.#inner = all.filter(({ end }) => !this.#endsLine(end!));
  }

  /** Those that end their line. The printer puts others where the code is that they stand in, if that is still there. */
  commentsIn(range: Range): readonly t.Comment[] {
    return commentsIn(this.#comments, range);
  }

  /** Those that stay where they are in the text. */
  commentsOutside({ start, end }: Range): readonly t.Comment[] {
    const isOutside = (comment: t.Comment) => comment.start! < start || comment.end! > end;
    return [...this.#comments, ...this.#inner].filter(isOutside);
  }

  /** Those that stand in code which is not there any more, in what has been printed without them. */
  lostComments(range: Range, printed: string): readonly t.Comment[] {
    const kept = new Map<string, number>();
    // The lines of a comment have been moved with what it stands in.
    const flat = (text: string) => text.replace(/\n\s*/g, '\n');
    const all = flat(printed);
    return commentsIn(this.#inner, range).filter((comment) => {
      const text = flat(this.textOf(comment));
      const count = kept.get(text) ?? all.split(text).length - 1;
      kept.set(text, count - 1);
      return count <= 0;
    });
  }

  #endsLine(offset: number): boolean {
    const end = this.text.indexOf('\n', offset);
    return this.text.slice(offset, end < 0 ? undefined : end).trim() === '';
  }

  offsetOf({ line, column }: Position): number {
    return this.#lineStarts[line]! + column;
  }

  at({ line, column }: Position): string | undefined {
    return this.lines[line]?.[column];
  }

  indentOf(line: number): number {
    return widthOf(/^\s*/.exec(this.lines[line] ?? '')![0]);
  }

  /** How many characters of white space a line begins with. */
  insetOf(line: number): number {
    return /^\s*/.exec(this.lines[line]!)![0].length;
  }

  textOf({ start, end }: t.Comment): string {
    return this.text.slice(start!, end!);
  }

  /** Whether a directive stands before a comment in its line, and nothing else. */
  isDirective({ loc }: t.Comment): boolean {
    const { line, column } = loc!.start;
    return /^\s*(['"])use [^'"]*\1;?\s*$/.test(this.lines[line - 1]!.slice(0, column));
  }

  /** Whether a comment stands among what is on its line. */
  isAmong({ type, loc, start, end }: t.Comment): boolean {
    const isOnOneLine = loc!.start.line === loc!.end.line;
    return (
      type === 'CommentBlock' && isOnOneLine && !this.beginsLine(start!) && !this.#endsLine(end!)
    );
  }

  /** The name, number or text that begins at a place. */
  wordAt(offset: number): string {
    const line = this.text.slice(offset, this.text.indexOf('\n', offset));
    return /^(?:[\p{ID_Continue}$]+|"[^"\\]*"|'[^'\\]*')/u.exec(line)?.[0] ?? '';
  }

  /** Whether nothing stands before a place in its line. */
  beginsLine(offset: number): boolean {
    return this.text.slice(this.text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
  }

  /** Where the block begins that ends right before a comment, if that is plain from how far in the lines are. */
  blockEndedBefore({ loc, start }: t.Comment): number | null {
    const end = loc!.start.line - 1;
    if (!/^\s*\}\s*$/.test(this.lines[end]!.slice(0, loc!.start.column))) return null;
    const indent = this.indentOf(end);
    let line = end - 1;
    while (line >= 0 && (this.blankLines.has(line) || this.indentOf(line) > indent)) line--;
    const isBegin =
      line >= 0 && this.indentOf(line) === indent && /\{\s*(?:\/\/.*)?$/.test(this.lines[line]!);
    return isBegin && line < end ? Math.min(this.#lineStarts[line + 1]!, start!) : null;
  }

  /**
   * The bracket that closes a list whose first item begins at a place, if that begins a line, and whether a comma stands before
   * it.
   */
  closingAround(first: number): { offset: number; hasComma: boolean } | null {
    if (first < 0 || !this.beginsLine(first)) return null;
    let depth = 0;
    let hasComma = false;
    for (const { 0: sign, index } of this.text.slice(first).matchAll(piece)) {
      if (/^(?:\s|\/[/*])/.test(sign)) continue;
      const offset = first + index;
      if (')]}'.includes(sign) && depth-- === 0)
        return this.beginsLine(offset) ? { offset, hasComma } : null;
      if ('([{'.includes(sign)) depth++;
      hasComma = sign === ',';
    }
    return null;
  }

  positionOf(offset: number): Position {
    const line = this.#lineStarts.findLastIndex((start) => start <= offset);
    return { line, column: offset - this.#lineStarts[line]! };
  }

  /** What stands between two places besides comments. */
  codeBetween(start: number, end: number): string {
    return this.text.slice(start, end).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  }

  /** Whether the parameters of a function `(x) => …` may begin at a place. */
  hasArrow({ line, column }: Position): boolean {
    return /^(?:async\b|[({[]|[\p{ID_Continue}$]+\s*(?:=>|[),:]))/u.test(
      this.lines[line]!.slice(column),
    );
  }

  /** Where the parenthesis is around a name that is the only parameter of an arrow function; null where there is none. */
  parenthesisAround(place: Position, name: string): Position | null {
    const offset = this.offsetOf(place);
    const behind = this.text.slice(offset, offset + name.length + 200);
    const start = this.text.slice(0, offset).trimEnd().length - 1;
    if (!behind.startsWith(name) || this.text[start] !== '(') return null;
    const isParameter = /^(?:\s*:[^()=,]*)?,?\s*\)(?:\s*:[^()=]*)?\s*=>/.test(
      behind.slice(name.length),
    );
    return isParameter ? this.positionOf(start) : null;
  }

  /** Whether no word stands before a place in its line. */
  startsLine({ line, column }: Position): boolean {
    return /^[^\p{ID_Continue}$'"`]*$/u.test(this.lines[line]!.slice(0, column));
  }
}

function signNotIn(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

function commentsIn(comments: readonly t.Comment[], { start, end }: Range): t.Comment[] {
  return comments.filter((comment) => comment.start! > start && comment.end! < end);
}

function widthOf(space: string): number {
  return space.replaceAll('\t', '  ').length;
}
