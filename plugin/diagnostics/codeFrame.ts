import type { DiagnosticLocation } from '../../diagnostics/index.js';

const linesAround = 2;

/** The lines around a place of the source, numbered, with the place underlined. */
export function codeFrame(source: string, location: DiagnosticLocation): string {
  const lines = source.split(/\r\n|[\n\r\u2028\u2029]/);
  const first = Math.max(1, location.line - linesAround);
  const last = Math.min(lines.length, location.line + linesAround);
  const gutter = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    const marked = number === location.line;
    frame.push(`${marked ? '>' : ' '} ${String(number).padStart(gutter)} | ${line}`.trimEnd());
    if (marked) frame.push(`  ${' '.repeat(gutter)} | ${underline(line, location)}`);
  }
  return frame.join('\n');
}

function underline(line: string, location: DiagnosticLocation): string {
  const sameLine = location.end !== undefined && location.end.line === location.line;
  const end = sameLine ? location.end!.column : line.length + 1;
  const width = Math.max(1, Math.min(end, line.length + 1) - location.column);
  const indent = line.slice(0, location.column - 1).replace(/[^\t]/g, ' ');
  return indent + '^'.repeat(width);
}
