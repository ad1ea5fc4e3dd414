export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly color: string;
}

const width = 640;
const labelWidth = 120;
const valueWidth = 90;
const rowHeight = 22;

/** Horizontal bars on a logarithmic axis from `low` to `high`, as SVG: what is compared differs by orders of magnitude. */
export function barChart(bars: readonly Bar[], [low, high]: readonly [number, number]): string {
  const space = width - labelWidth - valueWidth;
  const place = (value: number) =>
    (Math.log(Math.max(value, low) / low) / Math.log(high / low)) * space;
  const rows = bars.map(({ label, value, color }, index) => {
    const y = index * rowHeight;
    const length = Math.max(place(value), 1).toFixed(1);
    const end = (labelWidth + Number(length) + 6).toFixed(1);
    return (
      `<text x="${labelWidth - 8}" y="${y + 15}" text-anchor="end">${escapeText(label)}</text>` +
      `<rect x="${labelWidth}" y="${y + 3}" width="${length}" height="16" fill="${color}"/>` +
      `<text x="${end}" y="${y + 15}">${formatNumber(value)}</text>`
    );
  });
  const height = bars.length * rowHeight;
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">${rows.join('')}</svg>`;
}

export function formatNumber(value: number): string {
  if (Number.isInteger(value) || value >= 100) return value.toFixed(0);
  return value >= 0.001 ? value.toPrecision(3) : value.toExponential(1);
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
