import type { GeneratedText } from './mappedText.js';

/** The text with a blank line in front of what has one in front of it in the source; the printer keeps those at comments. */
export function withBlankLines(text: GeneratedText, original: string): GeneratedText {
  const source = original.split('\n');
  const lines = text.code.split('\n');
  const origins = originsOf(text, lines);
  const separated = new Set<number>();
  const spaced: string[] = [];
  const places = lines.map((line, index) => {
    const from = origins[index]!;
    if (source[from - 1]?.trim() === '' && !separated.has(from)) {
      separated.add(from);
      if (index > 0 && !isOpen(lines[index - 1]!)) spaced.push('');
    }
    return spaced.push(line) - 1;
  });
  const mappings = text.mappings.map(({ generated: { line, column }, ...mapping }) => {
    return { ...mapping, generated: { line: places[line]!, column } };
  });
  return { code: spaced.join('\n'), mappings };
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

/** Whether the line is blank, a comment, or of something that goes on: a blank line stands before it, if anywhere. */
function isOpen(line: string): boolean {
  return /^\s*(?:$|\/\/|\/?\*)|[{[(,>=]\s*$/.test(line);
}
