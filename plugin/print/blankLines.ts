import type { GeneratedText } from './mappedText.js';
import type { PrintedSource } from './printedSource.js';

/**
 * Puts a blank line in front of what has one in front of it in the source. The
 * mappings of the text are moved.
 */
export function withBlankLines(text: GeneratedText, source: PrintedSource): GeneratedText {
  if (source.blankLines.size === 0) return text;
  const lines = text.code.split('\n');
  const origins = originsOf(text, lines);
  const spaced = linesAfterBlank(lines, origins, source);
  if (spaced.size === 0) return text;
  let added = 0;
  const places = lines.map((_, index) => index + (spaced.has(index) ? ++added : added));
  for (const { generated } of text.mappings) generated.line = places[generated.line]!;
  const code = lines.map((line, index) => (spaced.has(index) ? `\n${line}` : line)).join('\n');
  return { code, mappings: text.mappings };
}

function linesAfterBlank(
  lines: readonly string[],
  origins: readonly number[],
  { blankLines, switchLines }: PrintedSource,
): Set<number> {
  const spaced = new Set<number>();
  const seen = new Set<number>();
  for (let index = 0; index < lines.length; index++) {
    const from = origins[index]!;
    if (closes(lines[index]!)) continue;
    if (isAfterBlank(from) && !seen.has(from)) {
      let first = index;
      while (first > 0 && goesOnFrom(first - 1)) first--;
      if (first > 0 && !isOpen(lines[first - 1]!)) spaced.add(first);
    }
    seen.add(from);
  }
  return spaced;

  function isAfterBlank(from: number): boolean {
    if (blankLines.has(from - 1)) return true;
    return switchLines.has(from - 1) && !seen.has(from - 1) && blankLines.has(from - 2);
  }

  /** Whether a line only opens what guards the next one, which is of something that was there before. */
  function goesOnFrom(line: number): boolean {
    const text = lines[line]!;
    return isOpen(text) && !closes(text) && origins.indexOf(origins[line]!) < line;
  }
}

/** For each line the one of the source that it comes from, or for a lone bracket the one of what follows; -1 for others. */
function originsOf({ mappings }: GeneratedText, lines: readonly string[]): number[] {
  const origins = lines.map(() => -1);
  for (const { generated, original } of mappings)
    if (original !== null && origins[generated.line] === -1)
      origins[generated.line] = original.line;
  for (let index = lines.length - 2; index >= 0; index--)
    if (lines[index]!.trim() === '{') origins[index] = origins[index + 1]!;
  return origins;
}

function closes(line: string): boolean {
  return /^\s*[)\]}]/.test(line);
}

/** Whether the line is blank, or of something that goes on. */
function isOpen(line: string): boolean {
  return /^\s*$|[{[(,>=]\s*$/.test(line);
}
