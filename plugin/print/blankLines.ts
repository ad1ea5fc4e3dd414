import type { GeneratedText } from './mappedText.js';

/**
 * Puts a blank line in front of what has one in front of it in the source. The
 * mappings of the text are moved. `blank` has the lines of the source that are blank, counted from zero.
 */
export function withBlankLines(text: GeneratedText, blank: ReadonlySet<number>): GeneratedText {
  if (blank.size === 0) return text;
  const lines = text.code.split('\n');
  const origins = originsOf(text, lines);
  const separated = new Set<number>();
  const spaced: string[] = [];
  const places = lines.map((line, index) => {
    const from = origins[index]!;
    if (blank.has(from - 1) && !separated.has(from)) {
      separated.add(from);
      if (index > 0 && !isOpen(lines[index - 1]!)) spaced.push('');
    }
    return spaced.push(line) - 1;
  });
  if (spaced.length === lines.length) return text;
  for (const { generated } of text.mappings) generated.line = places[generated.line]!;
  return { code: spaced.join('\n'), mappings: text.mappings };
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

/** Whether the line is blank, or of something that goes on. */
function isOpen(line: string): boolean {
  return /^\s*$|[{[(,>=]\s*$/.test(line);
}
