/** Columns as wide as their widest cell; those of numbers are aligned to the right. */
export function formatTable(
  rows: readonly (readonly string[])[],
  alignment: readonly ('left' | 'right')[],
): string[] {
  const widths = alignment.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        alignment[column] === 'right'
          ? cell.padStart(widths[column]!)
          : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  for (const unit of ['kB', 'MB']) {
    bytes /= 1000;
    if (bytes < 999.5) return `${threeDigits(bytes)} ${unit}`;
  }
  return `${threeDigits(bytes / 1000)} GB`;
}

export function formatTime(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 0.9995) return `${threeDigits(milliseconds * 1000)} µs`;
  return milliseconds < 999.5
    ? `${threeDigits(milliseconds)} ms`
    : `${threeDigits(milliseconds / 1000)} s`;
}

function threeDigits(value: number): string {
  if (value >= 99.95) return value.toFixed(0);
  return value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}

/** Each text once, in the order of first appearance, with how often it appears: `Add ×2, Relu`. */
export function formatCounts(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} ×${count}`)).join(', ');
}

export function indented(lines: readonly string[], indentation = '  '): string[] {
  return lines.map((line) => (line === '' ? line : `${indentation}${line}`));
}
