import type { Mapping, Position } from './mappedText.js';
import type { PrintedLine } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';

interface Parameter {
  readonly column: number;
  readonly end: number;
  /** Where the parenthesis is in the source. */
  readonly written: Position;
}

/** Puts the only parameter of an arrow function into parentheses where the user did: `(x) => …`. */
export function withWrittenParentheses(
  lines: readonly PrintedLine[],
  source: PrintedSource,
): PrintedLine[] {
  return lines.map((line) => {
    const found = line.text.includes(' => ') ? parametersIn(line, source) : [];
    if (found.length === 0) return line;
    const { text, mappings } = line;
    const moved = mappings.flatMap((mapping) => {
      const own = found.find(({ column }) => column === mapping.generated.column);
      mapping.generated.column = movedBy(mapping.generated.column, found);
      return own === undefined ? [mapping] : [parenthesisBefore(mapping, own.written), mapping];
    });
    let told = '';
    let known = 0;
    for (const { column, end } of found) {
      told += `${text.slice(known, column)}(${text.slice(column, end)})`;
      known = end;
    }
    return { text: told + text.slice(known), mappings: moved };
  });
}

function parametersIn({ text, mappings }: PrintedLine, source: PrintedSource): Parameter[] {
  const found = new Map<number, Parameter>();
  for (const { generated, original } of mappings) {
    const { column } = generated;
    const name = /^[\w$]+(?= => )/.exec(text.slice(column))?.[0];
    if (name === undefined || original === null) continue;
    const written = source.parenthesisAround(original, name);
    if (written !== null) found.set(column, { column, end: column + name.length, written });
  }
  return [...found.values()];
}

function parenthesisBefore({ generated }: Mapping, original: Position): Mapping {
  const { line, column } = generated;
  return { generated: { line, column: column - 1 }, original, name: null };
}

function movedBy(column: number, parameters: readonly Parameter[]): number {
  const signs = parameters.map((one) => (column < one.column ? 0 : column < one.end ? 1 : 2));
  return signs.reduce<number>((sum, one) => sum + one, column);
}
