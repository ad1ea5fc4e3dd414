import { indentOf, type PrintedLine, splitLine } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';
import { originsIn } from './tokens.js';

/* A list that the user closed on a line of its own is closed on one, behind the comma that they put there. */

/** A bracket that has been opened. */
interface Opened {
  readonly indent: number;
  /** Whether what it holds begins on the next line. */
  readonly endsLine: boolean;
  /** Where in the source the first piece begins that it holds, and the last one; -1 where none is known. */
  first: number;
  last: number;
}

/** Closing brackets at the end of a line, with the places that helpers are told: no piece of a text looks like this. */
const ending = /((?:(?:, "[^"\\]*")*[)\]}])+)(?:[;,]|, (?:\([\w$, ]*\)|[\w$]+) => \{)?$/;
const closing = /, "[^"\\]*"|[)\]}]/g;
const bracket = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[()[\]{}]/g;

export function withWrittenClosings(
  lines: readonly PrintedLine[],
  source: PrintedSource,
): PrintedLine[] {
  const brackets = new Brackets();
  return lines.flatMap((line) => brackets.piecesOf(line, source));
}

class Brackets {
  readonly #open: Opened[] = [];

  piecesOf(line: PrintedLine, source: PrintedSource): PrintedLine[] {
    const { text } = line;
    const indent = indentOf(line);
    const origins = originsIn(line, source).map(({ mapping, original }) => ({
      column: mapping.generated.column,
      offset: source.offsetOf(original),
    }));
    const passTo = (column: number): void => {
      while (origins.length > 0 && origins[0]!.column <= column)
        this.#hold(origins.shift()!.offset);
    };
    const found = ending.exec(text);
    const end = found?.index ?? text.length;
    for (const { 0: sign, index } of text.slice(0, end).matchAll(bracket)) {
      passTo(index);
      if ('([{'.includes(sign)) this.#opens(indent, index === text.length - 1);
      else if (')]}'.includes(sign)) this.#closes();
    }
    const pieces: PrintedLine[] = [];
    let rest = line;
    for (const { 0: sign, index } of (found?.[1] ?? '').matchAll(closing)) {
      if (sign.startsWith(',')) continue;
      passTo(end + index);
      const column = end + index - text.length + rest.text.length;
      const broken = sign === '}' ? null : this.#brokenAt(rest, column, source);
      if (broken !== null) {
        pieces.push(broken[0]);
        rest = broken[1];
      }
      this.#closes();
    }
    passTo(text.length);
    if (found !== null && text.endsWith('{')) this.#opens(indent, true);
    return [...pieces, rest];
  }

  /** The line before and from a bracket on, where the user closed the list on a line of its own. */
  #brokenAt(
    line: PrintedLine,
    column: number,
    source: PrintedSource,
  ): [PrintedLine, PrintedLine] | null {
    const list = this.#open.at(-1);
    if (!list?.endsLine || line.text.slice(0, column).trim() === '') return null;
    const written = source.closingAround(list.first);
    if (written === null || written.offset < list.last) return null;
    const [before, after] = splitLine(line, column, list.indent);
    const comma = written.hasComma && /[^,([{]$/.test(before.text) ? ',' : '';
    const generated = { line: 0, column: list.indent };
    const original = source.positionOf(written.offset);
    return [
      { text: before.text + comma, mappings: before.mappings },
      { text: after.text, mappings: [{ generated, original, name: null }, ...after.mappings] },
    ];
  }

  #opens(indent: number, endsLine: boolean): void {
    this.#open.push({ indent, endsLine, first: -1, last: -1 });
  }

  #closes(): void {
    const closed = this.#open.pop();
    this.#hold(closed?.first ?? -1);
    this.#hold(closed?.last ?? -1);
  }

  /** What is in a bracket is in those around it. */
  #hold(offset: number): void {
    const around = this.#open.at(-1);
    if (around === undefined || offset < 0) return;
    if (around.first < 0) around.first = offset;
    around.last = Math.max(around.last, offset);
  }
}
