import type { GeneratedText, Mapping } from './mappedText.js';

/** A line of generated code. The lines of its mappings are those of the text that it was taken from. */
export interface PrintedLine {
  readonly text: string;
  readonly mappings: Mapping[];
}

export function linesOf({ code, mappings }: GeneratedText): PrintedLine[] {
  const lines = code.split('\n').map((text): PrintedLine => ({ text, mappings: [] }));
  for (const mapping of mappings) lines[mapping.generated.line]!.mappings.push(mapping);
  return lines;
}

export function textOf(lines: readonly PrintedLine[]): GeneratedText {
  const mappings: Mapping[] = [];
  for (let line = 0; line < lines.length; line++) {
    for (const mapping of lines[line]!.mappings) {
      mapping.generated.line = line;
      mappings.push(mapping);
    }
  }
  return { code: lines.map(({ text }) => text).join('\n'), mappings };
}

export function indentOf({ text }: PrintedLine): number {
  return text.length - text.trimStart().length;
}

/** The line with another indent. */
export function withIndent(line: PrintedLine, indent: number): PrintedLine {
  const by = indent - indentOf(line);
  if (by === 0) return line;
  for (const { generated } of line.mappings) generated.column += by;
  return { text: ' '.repeat(indent) + line.text.trimStart(), mappings: line.mappings };
}

/** One line behind the other. */
export function joined(first: PrintedLine, second: PrintedLine): PrintedLine {
  const start = first.text.length + 1;
  const moved = withIndent(second, 0);
  for (const { generated } of moved.mappings) generated.column += start;
  return {
    text: `${first.text} ${moved.text}`,
    mappings: [...first.mappings, ...moved.mappings],
  };
}

/** The line before a column, and from it on with the indent. */
export function splitLine(
  { text, mappings }: PrintedLine,
  column: number,
  indent: number,
): [PrintedLine, PrintedLine] {
  const before = { text: text.slice(0, column).trimEnd(), mappings: [] as Mapping[] };
  const after = { text: text.slice(column), mappings: [] as Mapping[] };
  for (const mapping of mappings) {
    const isBefore = mapping.generated.column < column;
    (isBefore ? before : after).mappings.push(mapping);
    if (!isBefore) mapping.generated.column -= column;
  }
  return [before, withIndent(after, indent)];
}
