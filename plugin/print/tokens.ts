import type { Mapping, Position } from './mappedText.js';
import type { PrintedLine } from './printedLines.js';
import type { PrintedSource } from './printedSource.js';

/** Where a piece of the source begins in a line. */
export interface Origin {
  readonly mapping: Mapping;
  readonly original: Position;
}

/** The mappings of a line that lead from the beginning of something to where the user wrote it; others say how it goes on. */
export function originsIn({ text, mappings }: PrintedLine, source: PrintedSource): Origin[] {
  const origins: Origin[] = [];
  for (const mapping of mappings) {
    const { original, generated } = mapping;
    if (original === null) continue;
    if (begins(text, generated.column, source.at(original))) origins.push({ mapping, original });
  }
  return origins;
}

function begins(text: string, column: number, written: string | undefined): boolean {
  const sign = text[column];
  if (sign === undefined) return false;
  if (sign === ')' || sign === ']')
    return text.slice(0, column).trim() === '' && (written === ')' || written === ']');
  if (' ,;:=>?'.includes(sign)) return false;
  if (sign === '.') return text.startsWith('...', column);
  if (sign === '(' || sign === '[') return column === 0 || ' (['.includes(text[column - 1]!);
  return sign !== '}' || (written === '}' && /^\s*$|\{$/.test(text.slice(0, column)));
}
